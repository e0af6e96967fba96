import { z } from 'zod';
import { newPassword, profileBody } from './account-forms.ts';
import { monthBody } from './month.ts';

/** The paths of the first run; apart from `paths`, which loads with the first screen. */
export const SETUP_PATH = '/setup/';
export const GETTING_STARTED_PATH = '/branch/getting-started/';

const storable = (text: string) => !text.includes('\0') && text.isWellFormed();
const UNSTORABLE = 'This text has characters that cannot be stored';

/** Parses GET /setup/: whether nobody has used this server yet (decision 60). */
export const setupState = z.object({ required: z.boolean() });

/** Validates POST /setup/: the code that the server printed, the branch, its first manager and its first month. */
export const setupBody = z.object({
  code: z.string().trim().min(1, 'Enter the code that the server printed').max(64, 'This is not the code'),
  branch: z
    .string()
    .trim()
    .min(1, 'Enter the name of the branch')
    .max(255, 'Use at most 255 characters')
    .refine(storable, UNSTORABLE),
  address: z
    .string()
    .trim()
    .max(2000, 'Use at most 2000 characters')
    .refine(storable, UNSTORABLE)
    .optional()
    .default(''),
  first_name: profileBody.shape.first_name,
  last_name: profileBody.shape.last_name,
  email: profileBody.shape.email,
  password: newPassword,
  month: monthBody.shape.name,
});
export type SetupBody = z.output<typeof setupBody>;

/** Parses the answer of POST /setup/: a message for the user. */
export const setupDone = z.object({ detail: z.string() });

/** Parses GET /branch/getting-started/: what a new branch has done already. */
export const gettingStarted = z.object({ students: z.boolean(), users: z.boolean() });
