import { Box, chakra, Text } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { PagedList } from '../paged-list.tsx';
import { cardId, ProblemCard } from './problem-card.tsx';

interface NeedsYouProps {
  readonly rows: readonly OutboxEntry[];
  /** Wall clock, milliseconds. */
  readonly now: number;
}

/** Each card asks the server for what it is compared with: not hundreds at a time. */
const AT_ONCE = 10;

const troubledAt = ({ refusedAt, claim, createdAt }: OutboxEntry) => refusedAt ?? claim?.at ?? createdAt;

/** The newest trouble first: the person it concerns may still stand at the desk. */
function newestFirst(rows: readonly OutboxEntry[]): OutboxEntry[] {
  return [...rows].sort((one, other) => troubledAt(other) - troubledAt(one) || other.seq - one.seq);
}

/** What a screen reader is told whenever it changes. */
const countSaid = (count: number) => (count === 1 ? '1 entry needs you.' : `${count} entries need you.`);

/** Everything that needs a person, one card after the other; dealing with one leads to the next. */
export function ProblemList({ rows, now }: NeedsYouProps) {
  const cards = newestFirst(rows);
  const [had, setHad] = useState(false);
  const over = useRef<HTMLParagraphElement>(null);
  const dealt = useRef<number>(undefined);
  const before = useRef<readonly number[]>([]);
  const order = cards.map(({ seq }) => seq);
  const orderKey = order.join();

  if (order.length > 0 && !had) setHad(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the order that changes
  useEffect(() => {
    const last = before.current;
    before.current = order;
    if (dealt.current === undefined || order.includes(dealt.current)) return;
    const at = last.indexOf(dealt.current);
    dealt.current = undefined;
    const next = order.find((seq) => last.indexOf(seq) > at) ?? order[0];
    if (next === undefined) over.current?.focus();
    else document.getElementById(cardId({ seq: next }))?.focus();
  }, [orderKey]);

  return (
    <>
      <chakra.p role="status" srOnly>
        {cards.length > 0 ? countSaid(cards.length) : ''}
      </chakra.p>
      {cards.length === 0 && had && (
        <Text ref={over} tabIndex={-1} fontSize="sm" color="fg.muted">
          Nothing needs you any more.
        </Text>
      )}
      {cards.length > 0 && (
        <Box as="section" aria-label="Needs you">
          <chakra.h2 fontSize="sm" fontWeight="medium" color="fg.muted" mb="2">
            Needs you ({cards.length})
          </chakra.h2>
          <PagedList all={cards} atOnce={AT_ONCE}>
            {(shown) => (
              <chakra.ul display="grid" gap="2" listStyle="none">
                {shown.map((row, at) => (
                  <ProblemCard
                    key={row.seq}
                    row={row}
                    now={now}
                    place={cards.length > 1 ? `${at + 1} of ${cards.length}` : undefined}
                    onDealt={() => {
                      dealt.current = row.seq;
                    }}
                  />
                ))}
              </chakra.ul>
            )}
          </PagedList>
        </Box>
      )}
    </>
  );
}
