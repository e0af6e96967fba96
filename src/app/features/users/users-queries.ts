import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { USERS } from '#app/reads/on-demand/users-query.ts';
import { branchUser, type NewUserBody, USERS_PATH, type UserPatch } from '#contract/users.ts';

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
