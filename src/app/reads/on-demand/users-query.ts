import { queryOptions } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { pageOf } from '#contract/paging.ts';
import { branchUser, USERS_PATH } from '#contract/users.ts';

/** The beginning of the keys of all queries of users. */
export const USERS = ['users'] as const;

/** Returns the query of all users of the branch; it is not kept on the device. */
export function usersQuery() {
  return queryOptions({
    queryKey: USERS,
    queryFn: ({ signal }) =>
      request({
        method: 'GET',
        path: USERS_PATH,
        query: { no_pagination: true },
        answer: pageOf(branchUser),
        signal,
      }),
  });
}
