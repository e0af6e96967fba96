import { Button, chakra, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { NEVER_READ } from '#app/cache/snapshot.ts';
import { addPath, editPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { debtOfStudentQuery, overlayNotes } from '#app/reads/debts.ts';
import { useIsPendingRecord, useOutboxView } from '#app/reads/use-outbox.ts';
import { Surface } from '#app/ui/surface.tsx';
import { displayDay } from '#contract/days.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { studentPath } from './student-kinds.ts';
import { messages } from './texts.en.ts';

export function useDebtOfStudent(student: string) {
  const branch = useBranch();
  const isPendingRecord = useIsPendingRecord(student);
  const isKept = branch?.debts === true;
  const {
    data: read,
    error,
    refetch,
  } = useQuery({
    ...debtOfStudentQuery(student),
    enabled: isKept && student !== '' && !isPendingRecord,
  });
  return { isKept, read, error, refetch };
}

export type StudentNotesRead = NonNullable<ReturnType<typeof useStudentNotes>>;

/** Reminders, promises and plans, pending ones included. Undefined where the server keeps none (decision 108). */
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

const reminder = resourceOf('reminder');
const promise = resourceOf('promise');
const planResource = resourceOf('plan');
const Items = chakra('ul', {
  base: {
    listStyle: 'none',
    '& > li': { paddingBlock: '1.5', fontSize: 'sm', overflowWrap: 'anywhere' },
    '& > li + li': { borderTopWidth: '1px' },
    '& small': { color: 'fg.muted' },
    '& [data-waiting]': { color: 'waiting.fg' },
    '& a': { textDecoration: 'underline' },
  },
});

interface StudentNotesProps {
  readonly id: string;
  readonly read: StudentNotesRead | undefined;
}

export function StudentNotes({ id, read }: StudentNotesProps) {
  if (!read) return null;
  const { student, plans, promises } = read;
  const open = promises.filter(({ note }) => note.state === 'open');
  const state = { student, fallback: studentPath(id) };
  return (
    <Surface as="section" aria-label={messages.notes} padding="5" marginBlockStart="4">
      <chakra.h2 fontWeight="semibold">{messages.notes}</chakra.h2>
      <Items>
        {plans.map(({ id: plan, resource, enrolment, parts, over }) => (
          <li key={plan}>
            <Link to={editPath(planResource, plan)} state={{ ...state, resource, related: enrolment }}>
              {messages.planOf({ kind: resourceOf(resource).plural })}
            </Link>
            {parts.map((part) => (
              <span key={part.due_day}>
                {'; '}
                {messages.planPart({
                  day: displayDay(part.due_day),
                  amount: formatMoney(readPiastres(part.amount) ?? 0n),
                  paid: part.paid === part.amount,
                })}
              </span>
            ))}
            {over !== '0.00' && (
              <small data-waiting> {messages.planMisfit({ over: readPiastres(over) ?? 0n })}</small>
            )}
          </li>
        ))}
        {open.map(({ note, isPending }) => (
          <li key={note.id}>
            <Link to={editPath(promise, note.id)} state={state}>
              {promiseText(note)}
            </Link>
            {isPending && <small data-waiting> {appMessages.waitingToBeSent}</small>}
          </li>
        ))}
      </Items>
      <Flex gap="2" wrap="wrap" marginBlockStart="3">
        {[promise, reminder].map((resource) => (
          <Button key={resource.name} asChild variant="outline" colorPalette="neutral">
            <Link to={addPath(resource)} state={state}>
              {resource.singular}
            </Link>
          </Button>
        ))}
      </Flex>
    </Surface>
  );
}
