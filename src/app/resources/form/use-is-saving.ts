import type { RefObject } from 'react';
import { useOutboxView } from '#app/reads/use-outbox.ts';

/**
 * Returns whether the outbox still applies what this form has saved, so that its record shows the form's own
 * values.
 * @param ids ids under which the form was saved
 * @param enabled false for a new record
 */
export function useIsSaving(ids: RefObject<ReadonlySet<string>>, enabled: boolean): boolean {
  const { rows } = useOutboxView(enabled);
  if (ids.current.size === 0) return false;
  return rows.some(
    ({ id, merged, state }) => state !== 'rejected' && [id, ...merged].some((one) => ids.current.has(one)),
  );
}
