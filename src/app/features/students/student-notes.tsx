import { Button, chakra, Flex } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { addPath, editPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { Surface } from '#app/ui/surface.tsx';
import { displayDay } from '#contract/days.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { promiseText, type StudentNotesRead } from './notes.ts';
import { studentPath } from './student-kinds.ts';
import { messages } from './texts.en.ts';

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
