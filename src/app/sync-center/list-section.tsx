import { Box, Button, chakra } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';
import { messages } from './texts.en.ts';

interface ListSectionProps {
  readonly title: string;
  /** The visible heading, if it says more than the title. */
  readonly heading?: string;
  readonly children: ReactNode;
}

export function ListSection({ title, heading = title, children }: ListSectionProps) {
  return (
    <Box as="section" aria-label={title}>
      <chakra.h2 fontSize="sm" fontWeight="medium" color="fg.muted" mb="2">
        {heading}
      </chakra.h2>
      {children}
    </Box>
  );
}

export const EntryList = chakra('ul', { base: { display: 'grid', gap: '2', listStyle: 'none' } });

export const EntryItem = chakra('li', {
  base: { padding: '4', background: 'bg.surface', borderWidth: '1px', borderRadius: 'md' },
});

interface PagedListProps<T> {
  readonly items: readonly T[];
  readonly pageSize: number;
  readonly children: (item: T, index: number) => ReactNode;
}

/** An outbox may hold hundreds, re-rendered every second. */
export function PagedList<T>({ items, pageSize, children }: PagedListProps<T>) {
  const [limit, setLimit] = useState(pageSize);
  const hidden = items.length - limit;
  return (
    <>
      <EntryList>{items.slice(0, limit).map(children)}</EntryList>
      {hidden > 0 && (
        <Button mt="2" variant="outline" colorPalette="neutral" onClick={() => setLimit(limit + pageSize)}>
          {messages.showMore({ count: Math.min(pageSize, hidden) })}
        </Button>
      )}
    </>
  );
}
