import { pageOf } from './paging.ts';
import { branchUser, handover, newUserBody, USERS_PATH, userPatchBody } from './users.ts';

/** Lists the endpoints of the branch's users (decision 47). */
export const userEndpoints = [
  {
    method: 'GET',
    path: USERS_PATH,
    needs: 'users.manage',
    summary: 'The users of the branch',
    list: {},
    answer: pageOf(branchUser),
  },
  {
    method: 'POST',
    path: USERS_PATH,
    needs: 'users.manage',
    summary: 'Add a user',
    body: newUserBody,
    answer: branchUser,
  },
  {
    method: 'GET',
    path: `${USERS_PATH}{id}/`,
    needs: 'users.manage',
    summary: 'One user',
    answer: branchUser,
  },
  {
    method: 'PATCH',
    path: `${USERS_PATH}{id}/`,
    needs: 'users.manage',
    summary: 'Rename a user, set role or password, disable or re-enable; absent fields stay',
    body: userPatchBody,
    answer: branchUser,
  },
  {
    method: 'POST',
    path: `${USERS_PATH}{id}/handover/`,
    needs: 'entries.hand-over',
    summary: 'The key of what a disabled user left on a device, for who sends it in their place',
    status: 200,
    answer: handover,
  },
] as const;
