import { randomUUID } from 'node:crypto';
import { addBranch } from '#server/accounts/administration.ts';
import type { ApiClient, TestServer } from './test-server.ts';

/** Adds a branch in which the client's person is a manager too, and returns a client for them there. */
export async function otherBranchOf(
  server: TestServer,
  { branchId, userId }: Pick<ApiClient, 'branchId' | 'userId'>,
): Promise<ApiClient> {
  const branch = await addBranch(server.db, { name: `Other ${randomUUID()}`, address: '' });
  const [there] = await server.queryAsOwner(
    `insert into app_user (branch_id, home_branch_id, home_user_id, email, first_name, last_name, account_type)
      select $1, branch_id, id, email, first_name, last_name, 'manager' from app_user where branch_id = $2 and id = $3
      returning id`,
    [branch.id, String(branchId), String(userId)],
  );
  return server.clientFor({ branchId: BigInt(branch.id), userId: BigInt(String(there?.id)) });
}
