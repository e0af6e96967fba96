import { Button } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { messages } from './texts.en.ts';

interface PagedListProps<T> {
  readonly items: readonly T[];
  /** The number of items shown at first and added with each press. */
  readonly pageSize: number;
  readonly children: (shown: readonly T[]) => ReactNode;
}

/** Renders the first items and a "Show more" button: an outbox may hold hundreds, re-rendered every second. */
export function PagedList<T>({ items, pageSize, children }: PagedListProps<T>) {
  const [limit, setLimit] = useState(pageSize);
  const hidden = items.length - limit;
  return (
    <>
      {children(items.slice(0, limit))}
      {hidden > 0 && (
        <Button mt="2" variant="outline" colorPalette="neutral" onClick={() => setLimit(limit + pageSize)}>
          {messages.showMore({ count: Math.min(pageSize, hidden) })}
        </Button>
      )}
    </>
  );
}
