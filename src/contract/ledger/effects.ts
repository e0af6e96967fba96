import type { Piastres } from '../money.ts';

/**
 * What a movement adds to or takes from, for one piastre of its amount.
 * - `owed`: of a student for a payable, an enrolment or a book payout; never below zero.
 * - `money`: in a drawer, in the office, or by another method.
 * - `credit`: kept for a student; never below zero.
 * - `revenue`, `spent`: of a month, a report, the dashboard.
 * - `given_up`: discounts, and debts that are not owed any more.
 */
export const balances = ['owed', 'money', 'credit', 'revenue', 'spent', 'given_up'] as const;
export type Balance = (typeof balances)[number];

type Effect = Readonly<Partial<Record<Balance, 1 | -1>>>;

/** The types of movements and their effects, as a bookkeeper checks them. Generated columns of the table `movement` are the same. */
export const movementTypes = {
  price: { owed: 1 },
  discount: { owed: -1, given_up: 1 },
  forgiven: { owed: -1, given_up: 1 },
  payment: { owed: -1, money: 1, revenue: 1 },
  credit_payment: { owed: -1, credit: -1, revenue: 1 },
  refund: { owed: 1, money: -1, revenue: -1 },
  credit_refund: { owed: 1, credit: 1, revenue: -1 },
  credit_payout: { money: -1, credit: -1 },
  expense: { money: -1, spent: 1 },
  order_payment: { money: -1, spent: 1 },
  salary: { money: -1, spent: 1 },
  advance: { money: -1, spent: 1 },
  // Cash leaves one holder and comes to another: always both, of one amount.
  cash_out: { money: -1 },
  cash_in: { money: 1 },
} as const satisfies Readonly<Record<string, Effect>>;

export type MovementType = keyof typeof movementTypes;

/** Types that stand on the account of a student: they move what is owed, or credit. */
export const typesOfAccounts = [
  'price',
  'discount',
  'forgiven',
  'payment',
  'credit_payment',
  'refund',
  'credit_refund',
  'credit_payout',
] as const satisfies readonly MovementType[];

export const effectOn = (balance: Balance, type: MovementType): bigint => {
  const effect: Effect = movementTypes[type];
  return BigInt(effect[balance] ?? 0);
};

export function balanceOf(
  balance: Balance,
  movements: Iterable<{ readonly type: MovementType; readonly amount: Piastres }>,
): Piastres {
  let total = 0n;
  for (const { type, amount } of movements) total += effectOn(balance, type) * amount;
  return total;
}
