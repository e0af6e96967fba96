import { z } from 'zod';
import { readId } from './fields.ts';
import { personProof } from './second-factor.ts';
import { inputs } from './texts/inputs.en.ts';
import { typedLine } from './typed-text.ts';

export const SPREADSHEET_TOKENS_PATH = '/spreadsheet-tokens/';

/** Query parameter of exports that carries a token where a spreadsheet cannot send headers. */
export const TOKEN_PARAMETER = 'token';

/** Requests of one token in each server process. */
export const TOKEN_REQUESTS_A_MINUTE = 60;

const USUAL_DAYS = 365;
const MOST_DAYS = 3650;
const daysInvalid = { error: () => inputs.invalid };

/** POST. `days` until it expires: a year if absent, never if null. */
export const newSpreadsheetToken = z.object({
  name: typedLine({ limit: 60 }).min(1, { error: () => inputs.required }),
  days: z.int(daysInvalid).min(1, daysInvalid).max(MOST_DAYS, daysInvalid).nullable().default(USUAL_DAYS),
});
export type NewSpreadsheetToken = z.output<typeof newSpreadsheetToken>;

export const makeTokenBody = newSpreadsheetToken.extend(personProof);

/** `maker-gone`: who made it is disabled, or no manager any more. */
const tokenState = z.enum(['usable', 'expired', 'maker-gone']);

/** Times are ISO 8601 in UTC. `last_used_at` is exact to a minute; null for a token that nobody has used. */
export const spreadsheetToken = z.object({
  id: readId,
  name: z.string(),
  made_by: readId,
  made_by_name: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  state: tokenState,
});
export type SpreadsheetToken = z.output<typeof spreadsheetToken>;

/** The answer to POST alone has the secret; the server keeps its hash. */
export const madeSpreadsheetToken = spreadsheetToken.extend({ secret: z.string().min(1) });
export type MadeSpreadsheetToken = z.output<typeof madeSpreadsheetToken>;
