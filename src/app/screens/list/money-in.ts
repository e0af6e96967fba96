import type { Draft } from '#contract/define-resource.ts';
import { type Piastres, piastres } from '#contract/money.ts';

/** An amount of a record in piastres; nothing where it has none. */
export function moneyIn(record: Draft | undefined, name: string): Piastres {
  const text = record?.[name];
  return typeof text === 'string' && text !== '' ? piastres(text) : 0n;
}
