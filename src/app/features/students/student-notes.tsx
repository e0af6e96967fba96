import { Button, chakra, Flex } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { NEVER_READ } from '#app/cache/snapshot.ts';
import { addPath, editPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { overlayNotes } from '#app/reads/debts.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { labelOf, reminderChannels } from '#contract/choices.ts';
import { displayDay } from '#contract/days.ts';
import { joinParts } from '#contract/messages.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { useDebtOfStudent } from './debt-of-student.ts';
import { studentPath } from './student-kinds.ts';
import { messages } from './texts.en.ts';

const reminder = resourceOf('reminder');
const promise = resourceOf('promise');
const planResource = resourceOf('plan');
const states = {
  open: 'promiseOpen',
  kept: 'promiseKept',
  broken: 'promiseBroken',
  withdrawn: 'promiseWithdrawn',
} as const;

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

/** Only where the server keeps reminders, promises and plans (decision 108). */
export function StudentNotes({ id }: { readonly id: string }) {
  const { rows: outbox, ids } = useOutboxView();
  const student = ids.get(id) ?? id;
  const { isKept, read } = useDebtOfStudent(student);
  if (!isKept) return null;
  const known = read?.data ?? { reminders: [], promises: [], plans: [] };
  const { reminders, promises } = overlayNotes(student, known, outbox, read ?? NEVER_READ);
  const state = { student, fallback: studentPath(id) };
  const waiting = <small data-waiting> {appMessages.waitingToBeSent}</small>;
  return (
    <Surface as="section" aria-label={messages.notes} padding="5" marginBlockStart="4">
      <chakra.h2 fontWeight="semibold">{messages.notes}</chakra.h2>
      <Items>
        {known.plans.map(({ id: plan, resource, enrolment, parts, over }) => (
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
        {promises.map(({ note, isPending }) => (
          <li key={note.id}>
            <Link to={editPath(promise, note.id)} state={state}>
              {note.amount === null
                ? messages.promised({ day: displayDay(note.due_day) })
                : messages.promisedAmount({
                    day: displayDay(note.due_day),
                    amount: formatMoney(readPiastres(note.amount) ?? 0n),
                  })}
            </Link>
            : {messages[states[note.state]]} {note.notes && <TypedText>{note.notes}</TypedText>}{' '}
            <small>{joinParts([note.created_by, displayDay(note.day)])}</small>
            {isPending && waiting}
          </li>
        ))}
        {reminders.map(({ note, isPending }) => (
          <li key={note.id}>
            {messages.reminded({ channel: labelOf(reminderChannels, note.channel) })}{' '}
            {note.notes && <TypedText>{note.notes}</TypedText>}{' '}
            <small>{joinParts([note.created_by, displayDay(note.day)])}</small>
            {isPending && waiting}
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
