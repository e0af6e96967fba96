import { messages } from '#server/http/messages.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { HttpError } from '#server/store/http-error.ts';
import { readProfile } from './profile.ts';

/** Requires that the signed-in user is a manager. @throws {HttpError} 403 otherwise */
export async function requireManager(scope: BranchScope): Promise<void> {
  const { account_type } = await readProfile(scope);
  if (account_type !== 'manager') throw new HttpError(403, { detail: messages.managersOnly });
}
