import { z } from 'zod';
import { readId } from './fields.ts';

/** GET /auth/sessions/ (decision 48). Times are ISO 8601 in UTC. */
export const sessionRow = z.object({
  id: z.string(),
  device: z.string(),
  device_name: z.string().nullish(),
  started_at: z.string(),
  last_used_at: z.string(),
  current: z.boolean(),
});
export type SessionRow = z.output<typeof sessionRow>;

export const PEOPLE_PATH = '/people/';

/** Two users of one name have different texts. */
export const people = z.object({ results: z.array(z.object({ id: readId, name: z.string() })) });
