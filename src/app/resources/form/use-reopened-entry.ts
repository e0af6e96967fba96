import { useEffect, useState } from 'react';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { reopen } from '#app/outbox/recovery/actions.ts';
import { messages } from './texts.en.ts';

type ReopenedEntry =
  | { readonly status: 'none' | 'loading'; readonly write?: undefined; readonly error?: undefined }
  | { readonly status: 'ready'; readonly write: Mutation; readonly error?: undefined }
  | { readonly status: 'failed'; readonly write?: undefined; readonly error: string };

export function useReopenedEntry(outboxId: string | undefined): ReopenedEntry {
  const [state, setState] = useState<ReopenedEntry>({ status: outboxId === undefined ? 'none' : 'loading' });
  useEffect(() => {
    if (outboxId === undefined) return;
    let active = true;
    const update = (next: ReopenedEntry) => {
      if (active) setState(next);
    };
    reopen(outboxId).then(
      (write) => update({ status: 'ready', write }),
      (failure: unknown) =>
        update({
          status: 'failed',
          error: failure instanceof Error ? failure.message : messages.sentAlready,
        }),
    );
    return () => {
      active = false;
    };
  }, [outboxId]);
  return state;
}
