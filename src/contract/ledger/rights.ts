import type { May } from '../record-permissions.ts';
import { resourceOf } from '../resources/registry.ts';
import { type Percent, percentOf } from '../rules/discounts.ts';
import { balanceOf, effectOn } from './effects.ts';
import { type Movement, standing } from './movements.ts';

export interface MadeMovement
  extends Pick<
    Movement,
    'id' | 'type' | 'amount' | 'reverses' | 'resource' | 'payable' | 'student' | 'creditOf' | 'method'
  > {
  readonly record: string;
  readonly isNew: boolean;
  readonly isOfToday: boolean;
  /** The person wrote it today, for a record of their own, and no close has counted it. */
  readonly isOwn: boolean;
  /** A receipt was printed of its record, which is still there. */
  readonly isPrinted: boolean;
  /** What is forgiven by it came back as copies of a book. */
  readonly returnsCopies: boolean;
}

export interface MoneyWrite {
  /** Of every record that the write is about, and of all payables that these name; the new ones included. */
  readonly movements: readonly MadeMovement[];
  /** Up to which staff give up the price of a resource with discounts; undefined is any. Of others they give up none. */
  readonly limit: Percent | undefined;
}

export const moneyPermissions = ['money.remove-any', 'refunds.any', 'discounts.any'] as const;

/** The permission without which the write is refused, and the rule where the permission's own sentence does not say it. */
export interface MoneyProblem {
  readonly lacks: (typeof moneyPermissions)[number];
  readonly rule?: 'printed' | 'other method' | "a sibling's credit";
}

type Movements = readonly MadeMovement[];

const comesIn = ({ type, amount }: MadeMovement) => effectOn('revenue', type) * amount > 0n;
const goesBack = ({ type, amount }: MadeMovement) =>
  effectOn('revenue', type) * amount < 0n || (type === 'credit_payout' && amount > 0n);

/** Less is owed, though neither money nor credit was given for it: only what the person recorded today, within the limit. */
function givenUp(movements: Movements, { limit }: MoneyWrite): MoneyProblem | undefined {
  const changed = movements.filter(
    ({ isNew, type }) => isNew && (type === 'price' || effectOn('given_up', type) !== 0n),
  );
  if (balanceOf('owed', changed) >= 0n) return undefined;
  const forgives = changed.some(({ type, amount }) => type === 'forgiven' && amount > 0n);
  const priced = new Set(movements.filter(({ type }) => type === 'price').map(({ record }) => record));
  const isOwn = movements.every((one) => one.isNew || one.isOwn || !priced.has(one.record));
  if (!isOwn) return { lacks: forgives ? 'refunds.any' : 'money.remove-any' };
  const [first] = movements;
  const allowed = first && resourceOf(first.resource).cash?.discount ? limit : 0n;
  if (!forgives || allowed === undefined) return undefined;
  const price = balanceOf(
    'owed',
    movements.filter(({ type }) => type === 'price'),
  );
  const off = balanceOf(
    'given_up',
    movements.filter(({ returnsCopies }) => !returnsCopies),
  );
  return off > percentOf(price, allowed) ? { lacks: 'discounts.any' } : undefined;
}

/** What others recorded, or of another day, or a close has counted, stays; so does what was printed. */
function reversed({ movements }: MoneyWrite): MoneyProblem | undefined {
  const reversals = movements.filter(
    ({ isNew, reverses, type }) => isNew && reverses !== null && type !== 'price' && type !== 'discount',
  );
  for (const { record } of reversals)
    if (movements.some((one) => one.record === record && !one.isNew && !one.isOwn))
      return { lacks: 'money.remove-any' };
  const isPrinted = reversals.some((one) => one.isPrinted && effectOn('money', one.type) !== 0n);
  return isPrinted ? { lacks: 'money.remove-any', rule: 'printed' } : undefined;
}

/** What goes back to a parent, or becomes credit, comes out of what the person took in today for the same, by the same method. */
function paidBack(movements: Movements): MoneyProblem | undefined {
  const out = movements.filter((one) => one.isNew && goesBack(one));
  if (out.length === 0) return undefined;
  const today = standing(movements).filter((one) =>
    comesIn(one) ? one.isOwn && one.type !== 'credit_payment' : goesBack(one) && one.isOfToday,
  );
  const left = (counted: Movements) => balanceOf('revenue', counted);
  if (left(today) < 0n || out.some(({ type }) => type === 'credit_payout')) return { lacks: 'refunds.any' };
  const isOtherwise = out.some(
    ({ type, method }) =>
      effectOn('money', type) !== 0n && left(today.filter((one) => one.method === method)) < 0n,
  );
  return isOtherwise ? { lacks: 'refunds.any', rule: 'other method' } : undefined;
}

/** Anybody types families and numbers, so they spend no credit of another student. */
function creditOfOthers({ movements }: MoneyWrite): MoneyProblem | undefined {
  const used = movements.filter(
    ({ isNew, type, student, creditOf }) => isNew && type === 'credit_payment' && student !== creditOf,
  );
  return balanceOf('credit', used) < 0n ? { lacks: 'refunds.any', rule: "a sibling's credit" } : undefined;
}

function ofEachPayable(movements: Movements, rule: (ofOne: Movements) => MoneyProblem | undefined) {
  const groups = new Map<string, MadeMovement[]>();
  for (const one of movements) {
    const payable = one.payable === null ? one.record : `${one.resource}/${one.payable}`;
    groups.set(payable, [...(groups.get(payable) ?? []), one]);
  }
  return [...groups.values()].map(rule);
}

/** Movements of these types can be refused, and every reversal; money that comes in or is spent is not asked about. */
export const isAskedAbout = ({
  type,
  amount,
  reverses,
}: Pick<Movement, 'type' | 'amount' | 'reverses'>): boolean =>
  reverses !== null ||
  type === 'credit_payment' ||
  type === 'credit_payout' ||
  type === 'forgiven' ||
  effectOn('revenue', type) * amount < 0n;

/**
 * Why a person may not do what moves money so (decision 170): the same for every write, whatever operation it is.
 * @returns undefined if they may
 */
export function rightsProblem(write: MoneyWrite, may: May): MoneyProblem | undefined {
  const { movements } = write;
  return [
    creditOfOthers(write),
    reversed(write),
    ...ofEachPayable(movements, (ofOne) => givenUp(ofOne, write)),
    ...ofEachPayable(movements, paidBack),
  ].find((problem) => problem !== undefined && !may(problem.lacks));
}
