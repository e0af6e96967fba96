import { z } from 'zod';
import { emailAddress, newPassword, personName } from './account-forms.ts';
import { readId } from './fields.ts';
import { roles } from './permissions.ts';
import { factorAnswer, oneAnswer, oneOf, writtenToken } from './second-factor.ts';
import { account } from './texts/account.en.ts';
import { inputs } from './texts/inputs.en.ts';

export const USERS_PATH = '/users/';

const role = z.enum(roles, { error: () => account.role });

/** `disabled_at` is ISO 8601 in UTC; null for a user who may sign in. */
export const branchUser = z.object({
  id: readId,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  account_type: z.string(),
  disabled_at: z.string().nullable(),
  created_at: z.string(),
  /** Name of the branch that the person signs in to, where it is another one (decision 159). */
  home_branch: z.string().nullish(),
  second_factor: z.boolean().optional(),
});
export type BranchUser = z.output<typeof branchUser>;

export const newUserBody = z.object({
  email: emailAddress,
  first_name: personName(() => account.firstNameOfUser),
  last_name: personName(() => account.lastNameOfUser),
  account_type: role,
  password: newPassword,
});
export type NewUserBody = z.output<typeof newUserBody>;

/** PATCH of a user; absent fields stay. A new password and disabling end all sessions of the user. */
export const userPatchBody = z
  .object({
    first_name: personName(() => account.firstNameOfUser),
    last_name: personName(() => account.lastNameOfUser),
    account_type: role,
    disabled: z.boolean({ error: () => account.flag }),
    password: newPassword,
  })
  .partial();
export type UserPatch = z.output<typeof userPatchBody>;

/** POST /users/{id}/join/: into another branch of the manager (decision 159). */
export const joinBody = z.object({ branch: z.string().min(1).max(20), account_type: role });
export type JoinBody = z.output<typeof joinBody>;
export const joined = z.object({ detail: z.string() });

/** Key of a disabled user's entries on a device, 32 bytes in base64 (decision 103). */
export const handover = z.object({ storage_key: z.string().min(1) });
export type Handover = z.output<typeof handover>;

const required = () => inputs.required;
const invalid = () => inputs.invalid;

export const boundWrite = z.object({
  method: z.enum(['POST', 'PATCH', 'DELETE'], { error: () => account.method }),
  /** Path of the write on this API, without /api. */
  path: z.string({ error: invalid }).regex(/^\/[\w/-]{1,200}\/$/, { error: invalid }),
  key: z.guid({ error: () => account.uuid }),
  /** `hashOfBytes` of the body of the write. Older apps must be reloaded: without it any body would be approved. */
  body_hash: z.string({ error: () => account.reloadForApproval }).regex(/^[0-9a-f]{64}$/, { error: invalid }),
  if_match: z.string({ error: invalid }).max(200, { error: invalid }).optional(),
});

/** The manager approves one write (decision 46). */
export const approvalBody = z.object({
  email: emailAddress,
  password: z.string({ error: required }).min(1, { error: required }).max(255),
  ...boundWrite.shape,
});

export const approvalFactorBody = z
  .object({ token: writtenToken, ...factorAnswer, ...boundWrite.shape })
  .refine(({ code, recovery_code, passkey }) => oneOf({ code, recovery_code, passkey }), oneAnswer);

/** The token is for the header X-Approval and expires after two minutes. */
export const approval = z.object({ approval: z.string().min(1), approved_by: z.string() });
