import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import { ApiError, isTransient } from '#app/api/api-error.ts';
import { type ApiCall, request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { user } from '#contract/account.ts';
import type { ProfileChange, profileBody } from '#contract/account-forms.ts';
import { deleted, paths } from '#contract/http.ts';
import { MONTH_IN_PROGRESS, type Month, type MonthToggle, month, monthToggled } from '#contract/month.ts';
import { branchQuery, monthsQuery } from '../branch-queries.ts';
import { messages } from '../messages.ts';

type Profile = z.output<typeof profileBody> & Pick<ProfileChange, 'current_password'>;
type PasswordChange = Required<Pick<ProfileChange, 'current_password' | 'new_password'>>;

/**
 * Returns a function that sends requests that are never queued (decision 23). While the outcome of an attempt
 * is unknown, the same call repeats its idempotency key: pressing End Month twice on a bad connection ends it
 * once. A call that brings a key, as an approved one does, is sent with that.
 */
function useIdempotentCall() {
  const last = useRef({ fingerprint: '', key: '' });
  return async <S extends z.ZodType>(call: ApiCall<S>): Promise<z.output<S>> => {
    const fingerprint = JSON.stringify([call.method, call.path, call.body]);
    if (call.idempotencyKey !== undefined) last.current = { fingerprint, key: call.idempotencyKey };
    if (last.current.fingerprint !== fingerprint) last.current = { fingerprint, key: crypto.randomUUID() };
    try {
      const answer = await request({ ...call, idempotencyKey: last.current.key });
      last.current = { fingerprint: '', key: '' };
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.kind === 'transient') {
        throw new ApiError(
          'transient',
          error,
          error.status === undefined ? messages.needsConnection : error.message,
        );
      }
      last.current = { fingerprint: '', key: '' };
      throw error;
    }
  };
}

function useRefetch(queryKey?: readonly string[]) {
  const client = useQueryClient();
  return () => client.invalidateQueries(queryKey && { queryKey });
}

function useRefetchMonths() {
  const figures = useRefetch(keys.figures);
  const branch = useRefetch(keys.branch);
  return () => Promise.all([figures(), branch()]);
}

/**
 * Starts a month.
 * @throws {ApiError} with the server's message, else the specification's (section 8)
 */
export function useCreateMonth() {
  const send = useIdempotentCall();
  return useMutation({
    mutationFn: (body: { name: string }) =>
      send({ method: 'POST', path: paths.months, body, answer: month }).catch((error: unknown) => {
        const withoutMessage =
          error instanceof ApiError && error.kind === 'rejected' && !error.detail && !error.fields[0];
        throw withoutMessage ? new ApiError('rejected', error, MONTH_IN_PROGRESS) : error;
      }),
    onSuccess: useRefetchMonths(),
  });
}

/**
 * Renames a month upon the name that was seen (decision 41), where the server merges changes.
 * @throws {ApiError} with status 409 and the stored month in its answer, if it was renamed meanwhile
 */
export function useRenameMonth() {
  const send = useIdempotentCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name, seen }: { id: string; name: string; seen: string }) => {
      const merges = client.getQueryData(branchQuery().queryKey)?.merges === true;
      const body = { id, name, ...(merges && { base: { name: seen } }) };
      return send({ method: 'PATCH', path: monthPath(id), body, answer: month });
    },
    onSuccess: useRefetchMonths(),
  });
}

/** Deletes a month without records; returns the server's message. */
export function useDeleteMonth() {
  const send = useIdempotentCall();
  return useMutation({
    mutationFn: (id: string) => send({ method: 'DELETE', path: monthPath(id), answer: deleted }),
    onSuccess: useRefetchMonths(),
  });
}

/**
 * Returns the month from the server if its status has changed since. Called after an attempt of unknown
 * outcome.
 */
async function toggledSince(client: QueryClient, before: Month): Promise<Month | undefined> {
  const { results } = await client.fetchQuery({ ...monthsQuery(1), staleTime: 0 });
  return results.find(({ id, status }) => id === before.id && status !== before.status);
}

/** Returns whether the month was ended, re-opened or replaced by somebody else meanwhile (decision 44). */
export function isMonthConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'rejected' && error.status === 409;
}

/** Describes the call that ends or re-opens a month. */
interface MonthToggleCall {
  readonly month: Month;
  readonly reason: string;
  /** Where what waits for the next month belongs after an undo; absent where the server does not ask (decision 144). */
  readonly waiting?: MonthToggle['waiting'] | undefined;
  /** A manager's approval, with the key that it is for (decision 46). */
  readonly approved?: { readonly token: string; readonly key: string };
}

/** Returns the body of the call that ends or re-opens a month. */
export const monthToggleOf = ({
  month: { id, status },
  reason,
  waiting,
}: Omit<MonthToggleCall, 'approved'>) => ({
  expect: status,
  month: id,
  ...(reason !== '' && { reason }),
  ...(waiting && { waiting }),
});

/**
 * Ends the running month or re-opens the newest, with an optional reason. Afterwards everything is refetched
 * (specification, section 4). It names the month and the status that the person saw, so that two people who
 * press at once do it once (decision 44). On other servers the same call ends and re-opens: after an attempt of unknown outcome, a server without idempotency keys is
 * first asked for the month's status (decision 5).
 */
export function useToggleMonth() {
  const send = useIdempotentCall();
  const client = useQueryClient();
  const refetch = useRefetch();
  const unknownOutcomeOf = useRef<string>(undefined);
  return useMutation({
    mutationFn: async ({ month: before, reason, waiting, approved }: MonthToggleCall) => {
      const knowsKeys = client.getQueryData(branchQuery().queryKey)?.idempotency === true;
      const toggled =
        unknownOutcomeOf.current === before.id && !knowsKeys ? await toggledSince(client, before) : undefined;
      const answer: z.output<typeof monthToggled> =
        toggled ??
        (await send({
          method: 'POST',
          path: paths.toggleMonth,
          answer: monthToggled,
          ...(approved && { idempotencyKey: approved.key, approval: approved.token }),
          body: monthToggleOf({ month: before, reason, waiting }),
        }));
      unknownOutcomeOf.current = undefined;
      return answer;
    },
    onError: (error, { month: before }) => {
      if (isTransient(error)) unknownOutcomeOf.current = before.id;
      return isTransient(error) || isMonthConflict(error) ? refetch() : undefined;
    },
    onSuccess: refetch,
  });
}

/** Updates the signed-in user's names and address; another address needs the present password (decision 49). */
export function useSaveProfile() {
  const send = useIdempotentCall();
  const client = useQueryClient();
  return useMutation({
    // A password must not stay in memory.
    gcTime: 0,
    mutationFn: (body: Profile) => send({ method: 'PATCH', path: paths.user, body, answer: user }),
    onSuccess: (saved) => client.setQueryData(keys.user, saved),
  });
}

/** Changes the signed-in user's password, which ends all other sessions (decision 49). */
export function useSavePassword() {
  const send = useIdempotentCall();
  return useMutation({
    gcTime: 0,
    mutationFn: (body: PasswordChange) => send({ method: 'PATCH', path: paths.user, body, answer: user }),
    onSuccess: useRefetch(keys.sessions),
  });
}

/** Ends a session of the signed-in user by its id; without one all but this one (decision 48). */
export function useEndSession() {
  const send = useIdempotentCall();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      send({
        method: 'DELETE',
        path: id === undefined ? paths.sessions : `${paths.sessions}${encodeURIComponent(id)}/`,
        answer: deleted,
      }),
    onSettled: useRefetch(keys.sessions),
  });
}

const monthPath = (id: string) => `${paths.months}${encodeURIComponent(id)}/`;
