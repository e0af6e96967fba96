import { z } from 'zod';
import { emailAddress, newPassword, personName } from './account-forms.ts';
import { readId } from './fields.ts';
import { roles } from './permissions.ts';

/** Holds the API path of the branch's users, for those who manage them (decision 47). */
export const USERS_PATH = '/users/';

const role = z.enum(roles, 'Choose manager or staff');

/** Parses a user of the branch. `disabled_at` is when they were disabled, ISO 8601 in UTC; null may sign in. */
export const branchUser = z.object({
  id: readId,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  account_type: z.string(),
  disabled_at: z.string().nullable(),
  created_at: z.string(),
});
export type BranchUser = z.output<typeof branchUser>;

/** Validates POST of a user, with the password that the manager hands them. */
export const newUserBody = z.object({
  email: emailAddress,
  first_name: personName('First name'),
  last_name: personName('Last name'),
  account_type: role,
  password: newPassword,
});
export type NewUserBody = z.output<typeof newUserBody>;

/** Validates PATCH of a user; absent fields stay. A new password and disabling end all sessions of the user. */
export const userPatchBody = z
  .object({
    first_name: personName('First name'),
    last_name: personName('Last name'),
    account_type: role,
    disabled: z.boolean('Use true or false'),
    password: newPassword,
  })
  .partial();
export type UserPatch = z.output<typeof userPatchBody>;

/** Parses the handover of a disabled user: the key of what they left on a device, 32 bytes in base64 (decision 103). */
export const handover = z.object({ storage_key: z.string().min(1) });
export type Handover = z.output<typeof handover>;

/** Validates the request for a manager's approval of one write: who approves, and the write (decision 46). */
export const approvalBody = z.object({
  email: emailAddress,
  password: z.string('This cannot be empty').min(1, 'This cannot be empty').max(255),
  method: z.enum(['POST', 'PATCH', 'DELETE'], 'Use POST, PATCH or DELETE'),
  /** The path of the write on this API, without /api. */
  path: z.string('Invalid input').regex(/^\/[\w/-]{1,200}\/$/, 'Invalid input'),
  /** The idempotency key of the write. */
  key: z.guid('Use a UUID'),
  /** `hashOfBytes` of the body of the write. Apps from before it have to be reloaded: without it any body would be approved. */
  body_hash: z
    .string('Reload the app: an approval names the exact entry now')
    .regex(/^[0-9a-f]{64}$/, 'Invalid input'),
  /** The If-Match header of the write, if it has one. */
  if_match: z.string('Invalid input').max(200, 'Invalid input').optional(),
});

/** Parses an approval: its token for the header X-Approval, good for two minutes, and who approved. */
export const approval = z.object({ approval: z.string().min(1), approved_by: z.string() });
