import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import { MONTH_IN_PROGRESS, month, monthToggled } from '#contract/month.ts';
import { type profileBody, user } from '#contract/session.ts';
import { deleted, paths } from '#contract/wire.ts';
import { type Call, request } from './api-client.ts';
import { ApiFailure } from './api-failure.ts';
import { keys } from './query-keys.ts';

const NEEDS_CONNECTION = 'This needs a connection to the server. Try again when it is back.';

type Unkeyed<S extends z.ZodType> = Omit<Call<S>, 'idempotencyKey'>;

/**
 * Sends what is never queued (decision 23). While the outcome of a try is unknown, the same call again
 * carries the same key: pressing End Month twice on a bad line ends it once.
 */
function useKeyedCall() {
  const last = useRef({ what: '', key: '' });
  return async <S extends z.ZodType>(call: Unkeyed<S>): Promise<z.output<S>> => {
    const what = JSON.stringify([call.method, call.path, call.body]);
    if (last.current.what !== what) last.current = { what, key: crypto.randomUUID() };
    try {
      const answer = await request({ ...call, idempotencyKey: last.current.key });
      last.current = { what: '', key: '' };
      return answer;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      if (error.kind === 'transient') {
        throw new ApiFailure(
          'transient',
          error,
          error.status === undefined ? NEEDS_CONNECTION : error.message,
        );
      }
      last.current = { what: '', key: '' };
      throw error;
    }
  };
}

function useReadAgain(queryKey?: readonly string[]) {
  const client = useQueryClient();
  return () => client.invalidateQueries(queryKey && { queryKey });
}

function useMonthsAgain() {
  const figures = useReadAgain(keys.figures);
  const branch = useReadAgain(keys.branch);
  return () => Promise.all([figures(), branch()]);
}

/** Starts a month. @throws {ApiFailure} whose message is the host's, or the specification's (section 8) */
export function useCreateMonth() {
  const send = useKeyedCall();
  return useMutation({
    mutationFn: (body: { name: string }) =>
      send({ method: 'POST', path: paths.months, body, answer: month }).catch((error: unknown) => {
        const silent =
          error instanceof ApiFailure && error.kind === 'refused' && !error.detail && !error.fields[0];
        throw silent ? new ApiFailure('refused', error, MONTH_IN_PROGRESS) : error;
      }),
    onSuccess: useMonthsAgain(),
  });
}

/** Renames a month. */
export function useRenameMonth() {
  const send = useKeyedCall();
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      send({ method: 'PATCH', path: monthPath(id), body: { id, name }, answer: month }),
    onSuccess: useMonthsAgain(),
  });
}

/** Deletes a month without records; answers the host's sentence. */
export function useDeleteMonth() {
  const send = useKeyedCall();
  return useMutation({
    mutationFn: (id: string) => send({ method: 'DELETE', path: monthPath(id), answer: deleted }),
    onSuccess: useMonthsAgain(),
  });
}

/**
 * Ends the running month, or re-opens the newest, with a reason where one is given (a host may know no payload here); afterwards everything
 * is read again (specification, section 4).
 */
export function useToggleMonth() {
  const send = useKeyedCall();
  return useMutation({
    mutationFn: (reason: string) =>
      send({
        method: 'POST',
        path: paths.toggleMonth,
        answer: monthToggled,
        ...(reason !== '' && { body: { reason } }),
      }),
    onSuccess: useReadAgain(),
  });
}

/** Changes the signed-in person's profile. */
export function useSaveProfile() {
  const send = useKeyedCall();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof profileBody>) =>
      send({ method: 'PATCH', path: paths.user, body, answer: user }),
    onSuccess: (saved) => client.setQueryData(keys.user, saved),
  });
}

const monthPath = (id: string) => `${paths.months}${encodeURIComponent(id)}/`;
