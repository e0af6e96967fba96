import { useEffect, useState } from 'react';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { reopen } from '#app/outbox/recovery/actions.ts';

type TakenBack =
  | { readonly status: 'none' | 'loading'; readonly write?: undefined; readonly error?: undefined }
  | { readonly status: 'ready'; readonly write: Mutation; readonly error?: undefined }
  | { readonly status: 'failed'; readonly write?: undefined; readonly error: string };

/** Loads a pending or rejected entry into its form again, or tells why it cannot be changed. */
export function useReopenedEntry(outboxId: string | undefined): TakenBack {
  const [taken, setTaken] = useState<TakenBack>({ status: outboxId === undefined ? 'none' : 'loading' });
  useEffect(() => {
    if (outboxId === undefined) return;
    let wanted = true;
    const show = (next: TakenBack) => {
      if (wanted) setTaken(next);
    };
    reopen(outboxId).then(
      (write) => show({ status: 'ready', write }),
      (failure: unknown) =>
        show({
          status: 'failed',
          error: failure instanceof Error ? failure.message : 'It was sent already.',
        }),
    );
    return () => {
      wanted = false;
    };
  }, [outboxId]);
  return taken;
}
