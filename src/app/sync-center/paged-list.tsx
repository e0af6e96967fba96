import { Button } from '@chakra-ui/react';
import { type ReactNode, useState } from 'react';

interface SomeAtOnceProps<T> {
  readonly all: readonly T[];
  /** How many are shown at first, and how many more with each press. */
  readonly atOnce: number;
  readonly children: (shown: readonly T[]) => ReactNode;
}

/** The first of many, and a button for more: an outbox may hold hundreds, and each that is shown is drawn again every second. */
export function PagedList<T>({ all, atOnce, children }: SomeAtOnceProps<T>) {
  const [most, setMost] = useState(atOnce);
  const hidden = all.length - most;
  return (
    <>
      {children(all.slice(0, most))}
      {hidden > 0 && (
        <Button mt="2" variant="outline" colorPalette="neutral" onClick={() => setMost(most + atOnce)}>
          Show {Math.min(atOnce, hidden)} more
        </Button>
      )}
    </>
  );
}
