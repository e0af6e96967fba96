import { useQuery } from '@tanstack/react-query';
import { NEVER_READ } from '#app/cache/snapshot.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { debtOfStudentQuery, overlayNotes } from '#app/reads/debts.ts';
import { useIsUnsent, useOutboxView } from '#app/reads/use-outbox.ts';
import { displayDay } from '#contract/days.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { messages } from './texts.en.ts';

export function useDebtOfStudent(student: string) {
  const branch = useBranch();
  const isUnsent = useIsUnsent(student);
  const isKept = branch?.debts === true;
  const {
    data: read,
    error,
    refetch,
  } = useQuery({
    ...debtOfStudentQuery(student),
    enabled: isKept && student !== '' && !isUnsent,
  });
  return { isKept, read, error, refetch };
}

export type StudentNotesRead = NonNullable<ReturnType<typeof useStudentNotes>>;

/** Reminders, promises and plans, unsent ones included. Undefined where the server keeps none (decision 108). */
export function useStudentNotes(student: string) {
  const { rows: outbox } = useOutboxView();
  const { isKept, read } = useDebtOfStudent(student);
  if (!isKept) return undefined;
  const known = read?.data ?? { reminders: [], promises: [], plans: [] };
  const { reminders, promises } = overlayNotes(student, known, outbox, read ?? NEVER_READ);
  return { student, reminders, promises, plans: known.plans };
}

const states = {
  open: 'promiseOpen',
  kept: 'promiseKept',
  broken: 'promiseBroken',
  withdrawn: 'promiseWithdrawn',
} as const;

type PromiseNote = StudentNotesRead['promises'][number]['note'];

/** "Will pay L.E. 200.00 on 5/12/2026: open" */
export function promiseText({ amount, due_day, state }: PromiseNote): string {
  const day = displayDay(due_day);
  const promised =
    amount === null
      ? messages.promised({ day })
      : messages.promisedAmount({ day, amount: formatMoney(readPiastres(amount) ?? 0n) });
  return messages.promiseIs({ promised, state: messages[states[state]] });
}

interface NextPart {
  readonly day: string;
  readonly amount: bigint;
}

export function nextPart({ plans }: Pick<StudentNotesRead, 'plans'>): NextPart | undefined {
  const open = plans.flatMap(({ parts }) =>
    parts.flatMap(({ due_day, amount, paid }): NextPart[] => {
      const left = (readPiastres(amount) ?? 0n) - (readPiastres(paid) ?? 0n);
      return left > 0n ? [{ day: due_day, amount: left }] : [];
    }),
  );
  return open.reduce<NextPart | undefined>(
    (first, part) => (first && first.day <= part.day ? first : part),
    undefined,
  );
}
