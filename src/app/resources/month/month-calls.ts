import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, isTransient } from '#app/api/api-error.ts';
import { keys } from '#app/cache/query-keys.ts';
import { type About, type Approved, defineCall, useCall } from '#app/calls/online-call.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery, monthsQuery } from '#app/reads/branch-queries.ts';
import { deleted, paths } from '#contract/http.ts';
import { type Month, type MonthToggle, month, monthToggled } from '#contract/month.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import { messages } from './texts.en.ts';

const monthPath = (id: string) => `${paths.months}${encodeURIComponent(id)}/`;

const newestMonths = async (client: QueryClient): Promise<readonly Month[]> =>
  (await client.fetchQuery({ ...monthsQuery(1), staleTime: 0 })).results;

const nameOf = ({ name = '' }: About) => name;

export const createMonthCall = defineCall({
  name: 'month.create',
  answer: month,
  kind: () => appMessages.month,
  done: (about) => messages.created({ name: nameOf(about) }),
  isDone: async (client, { about }) =>
    (await newestMonths(client)).some(({ name, status }) => name === about?.name && status === 'running'),
});

export const renameMonthCall = defineCall({
  name: 'month.rename',
  answer: month,
  kind: () => appMessages.month,
  done: (about) => messages.saved({ name: nameOf(about) }),
});

export const deleteMonthCall = defineCall({
  name: 'month.delete',
  answer: deleted,
  kind: () => appMessages.month,
  done: (about, answer) => answer?.detail ?? messages.deleted({ name: nameOf(about) }),
  isDone: async (client, { subject }) => !(await newestMonths(client)).some(({ id }) => id === subject),
});

const endsMonth = ({ before }: About) => before === 'running';

/**
 * It names the month and the status that the person saw, so that two people who press at once do it once (decision
 * 44). Other servers end and re-open by the same call, so the status is read before a repetition (decision 5).
 */
export const toggleMonthCall = defineCall({
  name: 'month.toggle',
  answer: monthToggled,
  kind: () => appMessages.month,
  done: (about, answer) =>
    answer?.detail ?? (endsMonth(about) ? messages.ended : messages.undone)({ name: nameOf(about) }),
  isDone: async (client, { subject, about }) =>
    !(await newestMonths(client)).some(({ id, status }) => id === subject && status === about?.before),
});

function useRefetchMonths() {
  const client = useQueryClient();
  return () =>
    Promise.all([keys.figures, keys.branch].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** @throws {ApiError} with the server's message, else the specification's (section 8) */
export function useCreateMonth() {
  const send = useCall(createMonthCall);
  return useMutation({
    mutationFn: (body: { name: string }) =>
      send({ method: 'POST', path: paths.months, body, about: body }).catch((error: unknown) => {
        const withoutMessage =
          error instanceof ApiError && error.kind === 'rejected' && !error.detail && !error.fields[0];
        throw withoutMessage ? new ApiError('rejected', error, sentences.monthInProgress) : error;
      }),
    onSuccess: useRefetchMonths(),
  });
}

/**
 * Decision 41.
 * @throws {ApiError} with status 409 and the stored month in its answer, if it was renamed meanwhile
 */
export function useRenameMonth() {
  const send = useCall(renameMonthCall);
  const { data: branch } = useQuery({ ...branchQuery(), enabled: false });
  return useMutation({
    mutationFn: ({ id, name, seen }: { id: string; name: string; seen: string }) => {
      const body = { id, name, ...(branch?.merges === true && { base: { name: seen } }) };
      return send({ subject: id, method: 'PATCH', path: monthPath(id), body, about: { name } });
    },
    onSuccess: useRefetchMonths(),
  });
}

export function useDeleteMonth() {
  const send = useCall(deleteMonthCall);
  return useMutation({
    mutationFn: ({ id, name }: Pick<Month, 'id' | 'name'>) =>
      send({ subject: id, method: 'DELETE', path: monthPath(id), about: { name } }),
    onSuccess: useRefetchMonths(),
  });
}

export function isMonthConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.kind === 'rejected' && error.status === 409;
}

interface MonthToggleCall {
  readonly month: Month;
  readonly reason: string;
  /** Where pending money of the next month goes after an undo; absent where the server does not ask (decision 144). */
  readonly waiting?: MonthToggle['waiting'] | undefined;
  readonly approved?: Approved | undefined;
}

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

/** Refetches everything afterwards (specification, section 4). */
export function useToggleMonth() {
  const send = useCall(toggleMonthCall);
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries();
  return useMutation({
    mutationFn: ({ approved, ...call }: MonthToggleCall) =>
      send({
        subject: call.month.id,
        method: 'POST',
        path: paths.toggleMonth,
        approved,
        body: monthToggleOf(call),
        about: { name: call.month.name, before: call.month.status },
      }),
    onError: (error) => (isTransient(error) || isMonthConflict(error) ? refetch() : undefined),
    onSuccess: refetch,
  });
}
