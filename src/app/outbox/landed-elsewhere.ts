import type { Month } from '#contract/month.ts';
import type { OutboxRow } from './outbox-row.ts';

type Named = Pick<Month, 'id' | 'name' | 'status'>;

/**
 * A settled entry whose month is another than the one that ran when it was made, in a sentence (decision 30); undefined where it is the
 * same, or nobody can tell: a host that names no month, a month that was only renamed since.
 * @param months the newest months, as last read
 */
export function landedWords(row: OutboxRow, months: readonly Named[]): string | undefined {
  const { madeIn, result, state, operation } = row;
  if (state !== 'done' || operation.kind !== 'create' || madeIn === undefined) return undefined;
  const landed = result?.month;
  const ended = months.some(({ name, status }) => name === madeIn && status === 'ended');
  if (landed === undefined || !ended) return undefined;
  if (landed === null) return `Recorded for the next month: ${madeIn} had ended.`;
  const month = months.find(({ id }) => id === landed);
  if (!month || month.name === madeIn) return undefined;
  return `Recorded in ${month.name}: ${madeIn} had ended.`;
}

/** Whether a settled entry is worth asking the months about. */
export function mayHaveLandedElsewhere({ state, operation, madeIn, result }: OutboxRow): boolean {
  return (
    state === 'done' && operation.kind === 'create' && madeIn !== undefined && result?.month !== undefined
  );
}
