import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type About, defineCall, useCall } from '#app/calls/online-call.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { USERS } from '#app/reads/people.ts';
import { displayName } from '#contract/account.ts';
import { deleted } from '#contract/http.ts';
import { RESET_FACTOR } from '#contract/second-factor.ts';
import {
  type BranchUser,
  branchUser,
  type JoinBody,
  joined,
  type NewUserBody,
  USERS_PATH,
  type UserPatch,
} from '#contract/users.ts';
import { messages } from './texts.en.ts';

const nameOf = ({ name = '' }: About) => name;

export const addUserCall = defineCall({
  name: 'user.add',
  answer: branchUser,
  kind: () => messages.addUser,
  done: (about) => messages.added({ name: nameOf(about) }),
});

export const changeUserCall = defineCall({
  name: 'user.change',
  answer: branchUser,
  kind: () => appMessages.users,
  done: (about) => messages.saved({ name: nameOf(about) }),
});

export const userPasswordCall = defineCall({
  name: 'user.password',
  answer: branchUser,
  kind: () => appMessages.users,
  done: (about) => messages.passwordSaved({ name: nameOf(about) }),
});

export const disableUserCall = defineCall({
  name: 'user.disable',
  answer: branchUser,
  kind: () => appMessages.users,
  done: (about) => messages.disabledNow({ name: nameOf(about) }),
});

export const enableUserCall = defineCall({
  name: 'user.enable',
  answer: branchUser,
  kind: () => appMessages.users,
  done: (about) => messages.enabledNow({ name: nameOf(about) }),
});

export const joinBranchCall = defineCall({
  name: 'user.join',
  answer: joined,
  kind: () => appMessages.users,
  done: (_about, { detail }) => detail,
});

export const resetFactorCall = defineCall({
  name: 'user.reset-factor',
  answer: deleted,
  kind: () => appMessages.users,
  done: (about) => messages.factorReset({ name: nameOf(about) }),
});

export function useResetFactor() {
  const send = useCall(resetFactorCall);
  return useMutation({
    mutationFn: (user: BranchUser) =>
      send({
        subject: user.id,
        method: 'POST',
        path: `${USERS_PATH}${encodeURIComponent(user.id)}/${RESET_FACTOR}`,
        about: { name: displayName(user) },
      }),
  });
}

/** Needs a connection: a password is never stored on the device (decisions 23 and 47). */
export function useAddUser() {
  const client = useQueryClient();
  const send = useCall(addUserCall);
  return useMutation({
    // A password must not stay in memory.
    gcTime: 0,
    mutationFn: (body: NewUserBody) => {
      const name = `${body.first_name} ${body.last_name}`;
      return send({ method: 'POST', path: USERS_PATH, body, about: { name } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: USERS }),
  });
}

export function useChangeUser(
  call: typeof changeUserCall | typeof userPasswordCall | typeof disableUserCall | typeof enableUserCall,
) {
  const client = useQueryClient();
  const send = useCall(call);
  return useMutation({
    gcTime: 0,
    mutationFn: ({ user, body }: { readonly user: BranchUser; readonly body: UserPatch }) =>
      send({
        subject: user.id,
        method: 'PATCH',
        body,
        path: `${USERS_PATH}${encodeURIComponent(user.id)}/`,
        about: { name: displayName({ ...user, ...body }) },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: USERS }),
  });
}

export function useJoinBranch() {
  const client = useQueryClient();
  const send = useCall(joinBranchCall);
  return useMutation({
    mutationFn: ({ user, body }: { readonly user: BranchUser; readonly body: JoinBody }) =>
      send({
        subject: user.id,
        method: 'POST',
        body,
        path: `${USERS_PATH}${encodeURIComponent(user.id)}/join/`,
        about: { name: displayName(user) },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: USERS }),
  });
}
