import { balanceOf, effectOn } from './effects.ts';
import type { Entry } from './entries.ts';

/** A row of the ledger. It is never changed, but for its month and its close, which are set once. */
export interface Movement extends Omit<Entry, 'countedBy'> {
  readonly id: string;
  readonly reverses: string | null;
  /** The close that counted it, or counted what it corrects; null before that, and where no drawer holds it. */
  readonly close: string | null;
  readonly corrects: boolean;
}

export function standing<M extends Pick<Movement, 'id' | 'reverses'>>(movements: readonly M[]): M[] {
  const reversed = new Set(movements.map(({ reverses }) => reverses));
  return movements.filter(({ id, reverses }) => reverses === null && !reversed.has(id));
}

export type NewMovement = Omit<Movement, 'id'>;

const compared = [
  'type',
  'amount',
  'resource',
  'payable',
  'student',
  'creditOf',
  'category',
  'method',
  'reference',
  'collection',
  'recordedBy',
  'holder',
  'day',
  'month',
] as const satisfies readonly (keyof Entry)[];

type Compared = Pick<Entry, (typeof compared)[number]>;

const isSame = (one: Compared, other: Compared) => compared.every((name) => one[name] === other[name]);

/** A changed payment stays in the drawer and in the close in which it was counted (decision 176). */
function closeOf(movements: readonly Movement[], entry: Pick<Entry, 'type' | 'holder'>): string | null {
  if (effectOn('money', entry.type) === 0n) return null;
  const counted = movements.filter(({ holder, corrects }) => holder === entry.holder && !corrects);
  const closes = new Set(counted.flatMap(({ close }) => close ?? []));
  const ofClose = (close: string) => counted.filter((movement) => movement.close === close);
  return [...closes].find((close) => balanceOf('money', ofClose(close)) !== 0n) ?? null;
}

/**
 * What is written when a record becomes another, or is deleted: reversals of what does not hold any more, and what
 * holds now. A record that says the same writes nothing.
 * @param movements all that the record has in the ledger, in their order
 * @param entries all that it says now
 */
export function movementsOf(movements: readonly Movement[], entries: readonly Entry[]): NewMovement[] {
  const added = [...entries];
  const reversals = standing(movements).flatMap(({ id, ...movement }) => {
    const place = added.findIndex((entry) => isSame(movement, entry));
    if (place < 0)
      return [{ ...movement, amount: -movement.amount, reverses: id, corrects: movement.close !== null }];
    added.splice(place, 1);
    return [];
  });
  return [
    ...reversals,
    ...added.map(({ countedBy, ...entry }) => {
      // The close that makes it corrects nothing: it has not counted it as a line.
      if (countedBy !== null)
        return { ...entry, reverses: null, close: entry.holder && countedBy, corrects: false };
      const close = closeOf(movements, entry);
      return { ...entry, reverses: null, close, corrects: close !== null };
    }),
  ];
}
