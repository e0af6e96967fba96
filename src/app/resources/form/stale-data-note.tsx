import { chakra } from '@chakra-ui/react';
import { asOf } from '#app/lib/as-of.ts';
import type { ListResult } from '#app/reads/use-records.ts';

interface StaleDataNoteProps {
  readonly reading: Pick<ListResult, 'paused' | 'updatedAt'>;
}

/** Tells how old the data behind an offline calculation is. The server's calculation is final. */
export function StaleDataNote({ reading: { paused, updatedAt } }: StaleDataNoteProps) {
  if (!paused) return null;
  const since = updatedAt > 0 ? ` from what this device had ${asOf(updatedAt, Date.now())}` : '';
  return (
    <chakra.p role="status" color="waiting.fg" fontSize="sm">
      You are offline, so this is worked out{since} and may be old. The server has the last word when it is
      sent.
    </chakra.p>
  );
}
