import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { pageOf } from '#contract/paging.ts';
import { branchUser, type NewUserBody, USERS_PATH, type UserPatch } from '#contract/users.ts';

const USERS = ['users'] as const;

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

/** Describes a change of users: a new one, or a patch of one. */
export type UserWrite =
  | { readonly id?: undefined; readonly body: NewUserBody }
  | { readonly id: string; readonly body: UserPatch };

/** Adds or changes a user, with a connection only: a password is never stored on the device (decisions 23 and 47). */
export function useSaveUser() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: UserWrite) =>
      id === undefined
        ? request({ method: 'POST', path: USERS_PATH, body, answer: branchUser })
        : request({
            method: 'PATCH',
            path: `${USERS_PATH}${encodeURIComponent(id)}/`,
            body,
            answer: branchUser,
          }),
    onSettled: () => client.invalidateQueries({ queryKey: USERS }),
  });
}
