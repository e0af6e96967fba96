import { Badge, chakra, Flex, Text } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId, useState } from 'react';
import { asOf } from '#app/lib/as-of.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { describe } from '../describe.ts';
import { DiffView } from './diff-view.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { EntryTitle } from './entry-title.tsx';
import { problemOf } from './problem-types.ts';
import { ResolutionActions, unbroken } from './resolution-actions.tsx';
import { serverMessages } from './server-messages.ts';
import { type ServerStateResult, useServerState } from './use-server-state.ts';

interface NeedsYouCardProps {
  readonly row: OutboxEntry;
  /** "2 of 3"; nothing where it is the only one. */
  readonly place: string | undefined;
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** Called as the person does something that may deal with it. */
  readonly onDealt: () => void;
}

/** One entry that needs a person: what was asked, what the server has, and what can be done. Never without a way out. */
export function ProblemCard({ row, place, now, onDealt }: NeedsYouCardProps) {
  const [asking, setAsking] = useState(false);
  const heading = useId();
  const reading = useServerState(row);
  const title = describe(row);
  const { title: trouble, todo, sides, ways, discards = false } = problemOf(row, reading.ground);
  const said = serverMessages(row);

  return (
    <chakra.li
      id={cardId(row)}
      tabIndex={-1}
      aria-labelledby={heading}
      p="4"
      bg="bg.surface"
      borderWidth="1px"
      borderRadius="md"
      borderColor="refused.line"
      scrollMarginTop="4"
    >
      <Flex align="center" justify="space-between" gap="3">
        <Badge colorPalette="refused">
          <CircleAlert size={14} aria-hidden /> Needs you
        </Badge>
        {place && (
          <Text as="span" fontSize="sm" color="fg.muted">
            {place}
          </Text>
        )}
      </Flex>
      <chakra.h3 id={heading} mt="2" fontWeight="semibold" overflowWrap="anywhere">
        <EntryTitle title={title} />
      </chakra.h3>
      <Text mt="2" fontWeight="semibold" color="refused.fg">
        {trouble}
      </Text>
      <Text mt="1">{unbroken(todo)}</Text>
      <DiffView sides={sides} />
      <Freshness reading={reading} now={now} />
      {said.map((words, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have nothing else that tells them apart
        <Text key={at} mt={at === 0 ? '2' : '0'} fontSize="sm" color="fg.muted">
          {at === 0 && 'The server said: '}
          <bdi>{unbroken(words)}</bdi>
        </Text>
      ))}
      {asking ? (
        <DiscardDialog row={row} title={title} onKeep={() => setAsking(false)} onGone={onDealt} />
      ) : (
        <ResolutionActions
          row={row}
          title={title}
          ways={ways}
          discards={discards}
          onTaken={onDealt}
          onDiscard={() => setAsking(true)}
        />
      )}
    </chakra.li>
  );
}

/** Where a card stands in the page, for what leads to it. */
export function cardId({ seq }: Pick<OutboxEntry, 'seq'>): string {
  return `needs-you-${seq}`;
}

function Freshness({ reading, now }: { readonly reading: ServerStateResult; readonly now: number }) {
  const words = freshness(reading, now);
  if (words === undefined) return null;
  return (
    <Text mt="2" fontSize="sm" color="fg.muted">
      {words}
    </Text>
  );
}

/** How old the server's side is, in words. */
function freshness({ status, readAt }: ServerStateResult, now: number): string | undefined {
  if (status === 'none') return undefined;
  if (status === 'reading') return 'Asking the server…';
  if (status === 'unread')
    return 'The server can’t be asked right now, and this device keeps nothing to compare with.';
  const at = readAt === undefined ? undefined : asOf(readAt, now);
  if (status === 'fresh') return at && `Read from the server ${at}.`;
  return at && `The server can’t be asked right now. This is what it said ${at}.`;
}
