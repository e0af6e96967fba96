import { chakra } from '@chakra-ui/react';
import { asOf } from '#app/lib/as-of.ts';
import type { ListResult } from '#app/reads/use-records.ts';
import { messages } from './texts.en.ts';

interface StaleDataNoteProps {
  readonly reading: Pick<ListResult, 'paused' | 'updatedAt'>;
}

/** Tells how old the data behind an offline calculation is. The server's calculation is final. */
export function StaleDataNote({ reading: { paused, updatedAt } }: StaleDataNoteProps) {
  if (!paused) return null;
  return (
    <chakra.p role="status" color="waiting.fg" fontSize="sm">
      {updatedAt > 0
        ? messages.computedOfflineFrom({ age: asOf(updatedAt, Date.now()) })
        : messages.computedOffline}
    </chakra.p>
  );
}
