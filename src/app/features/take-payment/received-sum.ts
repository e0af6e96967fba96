import { formatMoney, type Piastres, parseTypedAmount, sum } from '#contract/money.ts';
import { payableProblem } from '#contract/rules/payable.ts';
import { spread } from '#contract/rules/spread.ts';
import { messages } from './texts.en.ts';

export interface ReceivedSum {
  readonly amount: string;
  readonly excluded: ReadonlySet<string>;
  readonly typed: ReadonlyMap<string, string>;
}

export const emptyReceivedSum: ReceivedSum = { amount: '', excluded: new Set(), typed: new Map() };

export interface OpenDebt {
  readonly key: string;
  readonly remaining: Piastres;
}

export interface Part {
  readonly amount: Piastres;
  readonly ticked: boolean;
  readonly problem?: string;
}

export interface LaidOut {
  readonly parts: ReadonlyMap<string, Part>;
  readonly total: Piastres;
  readonly problem: string | undefined;
  readonly isRight: boolean;
}

function problemOfSum(
  received: Piastres | undefined,
  { amount }: ReceivedSum,
  { fixed, rest, left }: { readonly fixed: Piastres; readonly rest: Piastres; readonly left: Piastres },
): string | undefined {
  if (amount.trim() !== '' && received === undefined) return messages.notAnAmount;
  if (received !== undefined && fixed > received) return messages.partsTooHigh({ parts: formatMoney(fixed) });
  if (rest > 0n) return messages.tooMuch({ left: formatMoney(left), over: formatMoney(rest) });
  return undefined;
}

interface UsableCredit {
  readonly debts: readonly OpenDebt[];
  readonly others: Piastres;
  readonly maximum: Piastres;
}

/**
 * In piastres. Without an amount received it pays the typed parts and new records, or else everything (decision 131).
 */
export function creditUsed(input: ReceivedSum, { debts, others, maximum }: UsableCredit): Piastres {
  const ticked = debts.filter(({ key }) => !input.excluded.has(key));
  const partOf = ({ key }: OpenDebt) => {
    const typed = input.typed.get(key);
    return typed === undefined ? undefined : (parseTypedAmount(typed) ?? 0n);
  };
  const fixed = others + sum(ticked.map((debt) => partOf(debt) ?? 0n));
  const all = others + sum(ticked.map((debt) => partOf(debt) ?? debt.remaining));
  const hasSum = input.amount.trim() !== '';
  const received = hasSum ? (parseTypedAmount(input.amount) ?? 0n) : 0n;
  const open = (hasSum || fixed === 0n ? all : fixed) - received;
  return open <= 0n ? 0n : open < maximum ? open : maximum;
}

interface PaidByCredit {
  /** In the order in which they are sent: credit pays the first ones. */
  readonly payments: readonly { readonly student: string; readonly amount: Piastres }[];
  readonly credit: Piastres;
  readonly creditOf: (student: string) => Piastres;
}

/** Whether credit pays for another student than its owner, which a manager must agree to (decision 131). */
export function usesCreditOfOthers({ payments, credit, creditOf }: PaidByCredit): boolean {
  const used = new Map<string, Piastres>();
  let left = credit;
  for (const { student, amount } of payments) {
    const part = amount < left ? amount : left;
    used.set(student, (used.get(student) ?? 0n) + part);
    left -= part;
  }
  return [...used].some(([student, amount]) => amount > creditOf(student));
}

/**
 * Oldest debts first. Typed parts stay, the others share the rest; without a sum the typed parts are the sum.
 * @param others paid for new records on the same receipt, in piastres; taken off the sum first
 */
export function layOut(
  input: ReceivedSum,
  debts: readonly OpenDebt[],
  others: Piastres = 0n,
  credit: Piastres = 0n,
): LaidOut {
  const ticked = debts.filter(({ key }) => !input.excluded.has(key));
  const typedOf = ({ key }: OpenDebt) => input.typed.get(key);
  const spreadOver = ticked.filter((debt) => typedOf(debt) === undefined);
  const fixed = others + sum(ticked.map((debt) => parseTypedAmount(typedOf(debt) ?? '') ?? 0n));
  const hasSum = input.amount.trim() !== '' || (credit > 0n && fixed === 0n);
  const typedSum = input.amount.trim() === '' ? 0n : parseTypedAmount(input.amount);
  const received = hasSum && typedSum !== undefined ? typedSum + credit : undefined;
  const free = received === undefined || received < fixed ? 0n : received - fixed;
  const { parts: shares, rest } = spread(
    free,
    spreadOver.map(({ remaining }) => remaining),
  );
  const shareOf = new Map(spreadOver.map(({ key }, index) => [key, shares[index] ?? 0n]));
  const parts = new Map(
    debts.map((debt): [string, Part] => {
      const typed = typedOf(debt);
      if (input.excluded.has(debt.key)) return [debt.key, { amount: 0n, ticked: false }];
      if (typed === undefined) return [debt.key, { amount: shareOf.get(debt.key) ?? 0n, ticked: true }];
      const amount = typed.trim() === '' ? 0n : parseTypedAmount(typed);
      const problem = amount === undefined ? messages.notAnAmount : payableProblem(amount, debt.remaining);
      return [debt.key, { amount: amount ?? 0n, ticked: true, ...(problem && { problem }) }];
    }),
  );
  const total = others + sum([...parts.values()].map(({ amount }) => amount));
  const left = others + sum(ticked.map(({ remaining }) => remaining));
  const problem = problemOfSum(received, input, { fixed, rest, left });
  const isRight =
    problem === undefined && total > 0n && [...parts.values()].every((part) => part.problem === undefined);
  return { parts, total, problem, isRight };
}
