import { chakra, Text } from '@chakra-ui/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { ListSection, PagedList } from '../list-section.tsx';
import { cardId, ProblemCard } from './problem-card.tsx';
import { messages } from './texts.en.ts';

interface ProblemListProps {
  readonly entries: readonly OutboxEntry[];
}

const PAGE_SIZE = 10;

const problemSince = ({ refusedAt, claim, createdAt }: OutboxEntry) => refusedAt ?? claim?.at ?? createdAt;

/** Newest problem first: the customer may still be present. */
function newestFirst(entries: readonly OutboxEntry[]): OutboxEntry[] {
  return [...entries].sort((a, b) => problemSince(b) - problemSince(a) || b.seq - a.seq);
}

/** Resolving one moves the focus to the next. */
export function ProblemList({ entries }: ProblemListProps) {
  const cards = newestFirst(entries);
  const [hadProblems, setHadProblems] = useState(false);
  const emptyMessage = useRef<HTMLParagraphElement>(null);
  const handled = useRef<number>(undefined);
  const previousOrder = useRef<readonly number[]>([]);
  const order = cards.map(({ seq }) => seq);
  const orderKey = order.join();

  if (order.length > 0 && !hadProblems) setHadProblems(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: orderKey stands for the order
  useLayoutEffect(() => {
    const previous = previousOrder.current;
    previousOrder.current = order;
    if (handled.current === undefined || order.includes(handled.current)) return;
    const at = previous.indexOf(handled.current);
    handled.current = undefined;
    const next = order.find((seq) => previous.indexOf(seq) > at) ?? order[0];
    if (next === undefined) emptyMessage.current?.focus();
    else document.getElementById(cardId({ seq: next }))?.focus();
  }, [orderKey]);

  return (
    <>
      <chakra.p role="status" srOnly>
        {cards.length > 0 ? messages.needsYouAnnouncement({ count: cards.length }) : ''}
      </chakra.p>
      {cards.length === 0 && hadProblems && (
        <Text ref={emptyMessage} tabIndex={-1} fontSize="sm" color="fg.muted">
          {messages.nothingNeedsYou}
        </Text>
      )}
      {cards.length > 0 && (
        <ListSection title={appMessages.needsYou} heading={messages.needsYouCount({ count: cards.length })}>
          <PagedList items={cards} pageSize={PAGE_SIZE}>
            {(entry, index) => (
              <ProblemCard
                key={entry.seq}
                entry={entry}
                position={
                  cards.length > 1 ? messages.position({ at: index + 1, count: cards.length }) : undefined
                }
                onHandled={() => {
                  handled.current = entry.seq;
                }}
              />
            )}
          </PagedList>
        </ListSection>
      )}
    </>
  );
}
