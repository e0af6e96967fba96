import { sql } from 'kysely';
import { storedRole } from '#contract/permissions.ts';
import type { Approver, BranchScope } from '#server/db/branch-scope.ts';
import { createSecret, hashOfSecret } from './secrets.ts';

/** Seconds: long enough for a slow connection, too short to keep an approval for later. */
const APPROVAL_SECONDS = 120;

export interface ApprovedWrite {
  readonly method: string;
  readonly path: string;
  /** Idempotency key, a UUID in lower case: the same key writes once. */
  readonly key: string;
  /** Hash of the bytes of the body (`hashOfBytes`). */
  readonly bodyHash: string;
  readonly ifMatch: string;
}

async function findApprover(scope: BranchScope, id: bigint): Promise<Approver | undefined> {
  const found = await scope.first(
    sql<{ name: string; account_type: string }>`
      select first_name || ' ' || last_name as name, account_type from ${scope.rows('branch_user')} as account
      where id = ${id} and disabled_at is null`,
  );
  return found && { userId: id, name: found.name, role: storedRole.parse(found.account_type) };
}

/**
 * Approves one write of the signed-in user (decision 46). Of the token, 32 random bytes as base64url, only the SHA-256
 * is stored. Expired approvals of the branch are deleted.
 * @returns undefined if the approver is disabled or of another branch
 */
export async function issueApproval(
  scope: BranchScope,
  approverId: bigint,
  write: ApprovedWrite,
): Promise<{ readonly token: string; readonly approver: Approver } | undefined> {
  const approver = await findApprover(scope, approverId);
  if (!approver) return undefined;
  await scope.remove('approval', sql`expires_at < now()`);
  const token = createSecret();
  const { method, path, key, bodyHash, ifMatch } = write;
  await scope.insert('approval', {
    method,
    path,
    key,
    body_hash: bodyHash,
    if_match: ifMatch,
    token_hash: hashOfSecret(token),
    user_id: scope.userId,
    approver_id: approverId,
    expires_at: sql`now() + make_interval(secs => ${APPROVAL_SECONDS})`,
  });
  return { token, approver };
}

export async function readApproval(
  scope: BranchScope,
  token: string,
  { method, path, key, bodyHash, ifMatch }: ApprovedWrite,
): Promise<Approver | undefined> {
  const stored = await scope.first(
    sql<{ approver_id: bigint }>`select approver_id from ${scope.rows('approval')} as given
      where token_hash = ${hashOfSecret(token)} and user_id = ${scope.userId} and method = ${method} and path = ${path}
        and key = ${key} and body_hash = ${bodyHash} and if_match = ${ifMatch} and expires_at > now()`,
  );
  return stored && findApprover(scope, stored.approver_id);
}
