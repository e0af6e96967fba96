import { Badge, chakra, Flex, Text } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId, useState } from 'react';
import { asOf } from '#app/screens/as-of.ts';
import { describe } from '../describe.ts';
import type { OutboxRow } from '../outbox-row.ts';
import { DiscardQuestion } from './discard-question.tsx';
import { EntryTitle } from './entry-title.tsx';
import { serverWords } from './server-words.ts';
import { SideBySide } from './side-by-side.tsx';
import { troubleWith } from './troubles.ts';
import { type GroundReading, useGround } from './use-ground.ts';
import { unbroken, WaysOut } from './ways-out.tsx';

interface NeedsYouCardProps {
  readonly row: OutboxRow;
  /** "2 of 3"; nothing where it is the only one. */
  readonly place: string | undefined;
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** Called as the person does something that may deal with it. */
  readonly onDealt: () => void;
}

/** One entry that needs a person: what was asked, what the server has, and what can be done. Never without a way out. */
export function NeedsYouCard({ row, place, now, onDealt }: NeedsYouCardProps) {
  const [asking, setAsking] = useState(false);
  const heading = useId();
  const reading = useGround(row);
  const title = describe(row);
  const { title: trouble, todo, sides, ways, discards = false } = troubleWith(row, reading.ground);
  const said = serverWords(row);

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
      <SideBySide sides={sides} />
      <Freshness reading={reading} now={now} />
      {said.map((words, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences have nothing else that tells them apart
        <Text key={at} mt={at === 0 ? '2' : '0'} fontSize="sm" color="fg.muted">
          {at === 0 && 'The server said: '}
          <bdi>{unbroken(words)}</bdi>
        </Text>
      ))}
      {asking ? (
        <DiscardQuestion row={row} title={title} onKeep={() => setAsking(false)} onGone={onDealt} />
      ) : (
        <WaysOut
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
export function cardId({ seq }: Pick<OutboxRow, 'seq'>): string {
  return `needs-you-${seq}`;
}

function Freshness({ reading, now }: { readonly reading: GroundReading; readonly now: number }) {
  const words = freshness(reading, now);
  if (words === undefined) return null;
  return (
    <Text mt="2" fontSize="sm" color="fg.muted">
      {words}
    </Text>
  );
}

/** How old the server's side is, in words. */
function freshness({ status, readAt }: GroundReading, now: number): string | undefined {
  if (status === 'none') return undefined;
  if (status === 'reading') return 'Asking the server…';
  if (status === 'unread')
    return 'The server can’t be asked right now, and this device keeps nothing to compare with.';
  const at = readAt === undefined ? undefined : asOf(readAt, now);
  if (status === 'fresh') return at && `Read from the server ${at}.`;
  return at && `The server can’t be asked right now. This is what it said ${at}.`;
}
