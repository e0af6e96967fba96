import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { keys } from '#app/cache/query-keys.ts';
import { defineCall, useCall } from '#app/calls/online-call.ts';
import { user } from '#contract/account.ts';
import type { ProfileChange, profileBody } from '#contract/account-forms.ts';
import { deleted, paths } from '#contract/http.ts';
import { messages } from './texts.en.ts';

type Profile = z.output<typeof profileBody> & Pick<ProfileChange, 'current_password'>;
type PasswordChange = Required<Pick<ProfileChange, 'current_password' | 'new_password'>>;

/** Another email address needs the present password (decision 49). */
export const saveProfileCall = defineCall({
  name: 'profile.save',
  answer: user,
  kind: () => messages.title,
  done: ({ asked }, answer) =>
    asked && answer.pending_email ? messages.emailAsked({ email: answer.pending_email }) : messages.saved,
});

/** Ends all other sessions of the user (decision 49). */
export const savePasswordCall = defineCall({
  name: 'profile.password',
  answer: user,
  kind: () => messages.savePassword,
  done: () => messages.passwordSaved,
});

export const endSessionCall = defineCall({
  name: 'session.end',
  answer: deleted,
  kind: () => messages.signOutElsewhere,
  done: (_about, answer) => answer?.detail ?? messages.signedOut,
});

export function useSaveProfile() {
  const send = useCall(saveProfileCall);
  const client = useQueryClient();
  return useMutation({
    // A password must not stay in memory.
    gcTime: 0,
    mutationFn: (body: Profile) => {
      const { first_name, last_name, current_password } = body;
      const about = { first_name, last_name, ...(current_password && { asked: 'yes' }) };
      return send({ method: 'PATCH', path: paths.user, body, about });
    },
    onSuccess: ({ answer }) => client.setQueryData(keys.user, answer),
  });
}

export function useSavePassword() {
  const send = useCall(savePasswordCall);
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (body: PasswordChange) => send({ method: 'PATCH', path: paths.user, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
}

/** Without an id all sessions but this one end. */
interface EndedSession {
  readonly id?: string;
  readonly device?: string;
}

export function useEndSession() {
  const send = useCall(endSessionCall);
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, device }: EndedSession) =>
      send({
        subject: id ?? '',
        method: 'DELETE',
        about: { device },
        path: id === undefined ? paths.sessions : `${paths.sessions}${encodeURIComponent(id)}/`,
      }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sessions }),
  });
}
