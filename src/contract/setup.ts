import { z } from 'zod';
import { newPassword, profileBody } from './account-forms.ts';
import { hoursOfBeginning, typedTimeZone } from './day-settings.ts';
import { monthBody } from './month.ts';
import { bodies } from './texts/bodies.en.ts';
import { typedLine, typedLines } from './typed-text.ts';

/** Not in `paths`, which loads with the first screen. */
export const SETUP_PATH = '/setup/';
export const GETTING_STARTED_PATH = '/branch/getting-started/';

/**
 * `required` until the server is set up (decision 60); the name of the provider of single sign-on (decision 161).
 */
export const setupState = z.object({ required: z.boolean(), single_sign_on: z.string().optional() });

/** POST /setup/. The server has printed the code. */
export const setupBody = z.object({
  code: typedLine({ limit: 64, tooLong: () => bodies.setupCodeWrong }).min(1, {
    error: () => bodies.setupCodeMissing,
  }),
  branch: typedLine({ limit: 255 }).min(1, { error: () => bodies.branchNameMissing }),
  address: typedLines({ limit: 2000 }).optional().default(''),
  first_name: profileBody.shape.first_name,
  last_name: profileBody.shape.last_name,
  email: profileBody.shape.email,
  password: newPassword,
  month: monthBody.shape.name,
  /** The browser's; without it the branch's days are Cairo's (decision 173). */
  time_zone: typedTimeZone.optional(),
  day_begins: z.enum(hoursOfBeginning.map(({ value }) => value)).optional(),
});
export type SetupBody = z.output<typeof setupBody>;

export const setupDone = z.object({ detail: z.string() });

export const gettingStarted = z.object({ students: z.boolean(), users: z.boolean() });
