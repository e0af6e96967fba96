import { formatMoney, type Piastres, sum } from '../money.ts';
import { sentences } from '../texts/sentences.en.ts';

/** Piastres: what one employee's salary of a month consists of (decisions 15 and 134). */
export interface NetSalary {
  /** As it was at the first part of the month; a raise counts from the next month on (decision 35). */
  readonly base: Piastres;
  readonly bonus: Piastres;
  readonly deducted: Piastres;
  readonly advanced: Piastres;
  /** By earlier parts of the same month. */
  readonly paidBefore: Piastres;
  /** Left to pay. Negative when more is taken off than there is, which is refused. */
  readonly net: Piastres;
}

/** Amounts in piastres of what no salary has settled yet. */
export interface OpenPay {
  readonly deductions: readonly Piastres[];
  readonly advances: readonly Piastres[];
  readonly bonuses: readonly Piastres[];
}

export interface PaidPart extends Omit<NetSalary, 'net'> {
  readonly amount: Piastres;
}

const netOf = (one: Omit<NetSalary, 'net'>): NetSalary => ({
  ...one,
  net: one.base + one.bonus - one.deducted - one.advanced - one.paidBefore,
});

/** Left of a month's salary after a part, in piastres. */
export const leftAfter = (part: PaidPart): Piastres => netOf(part).net - part.amount;

const ascending = (one: Piastres, other: Piastres) => (one < other ? -1 : Number(one > other));

/**
 * What the next part settles. A later part of a month leaves deductions that exceed what is left of it to the next
 * salary; the smallest are taken off first, so that they are the same in any order.
 * @param last part of the month that was paid; absent for the first
 */
export function settledNow({ deductions, advances, bonuses }: OpenPay, last?: PaidPart): OpenPay {
  if (!last) return { deductions, advances, bonuses };
  let room = leftAfter(last) + sum(bonuses) - sum(advances);
  const fitting = deductions.toSorted(ascending).filter((amount) => {
    if (amount > room) return false;
    room -= amount;
    return true;
  });
  return { deductions: fitting, advances, bonuses };
}

/**
 * The next part of this month.
 * @param salary of the employee, in piastres
 * @param last part of the month that was paid; absent for the first
 */
export function netSalary(salary: Piastres, open: OpenPay, last?: PaidPart): NetSalary {
  const { deductions, advances, bonuses } = settledNow(open, last);
  return netOf({
    base: last?.base ?? salary,
    bonus: (last?.bonus ?? 0n) + sum(bonuses),
    deducted: (last?.deducted ?? 0n) + sum(deductions),
    advanced: (last?.advanced ?? 0n) + sum(advances),
    paidBefore: last ? last.paidBefore + last.amount : 0n,
  });
}

/** Nothing of the month's salary is left, and no bonus was added since. */
export const isPaidUp = (last: PaidPart | undefined, { bonuses }: OpenPay): boolean =>
  last !== undefined && leftAfter(last) + sum(bonuses) <= 0n;

/** Deductions and advances must not exceed the salary (decision 35); undefined for a correct salary. */
export function salaryProblem(employee: string, salary: NetSalary): string | undefined {
  const { base, bonus, deducted, advanced, paidBefore, net } = salary;
  if (net >= 0n) return undefined;
  if (advanced === 0n && bonus === 0n && paidBefore === 0n)
    return sentences.deductionsAboveSalary({
      name: employee,
      deducted: formatMoney(deducted),
      salary: formatMoney(base),
    });
  return sentences.takenAboveSalary({
    name: employee,
    taken: formatMoney(deducted + advanced),
    left: formatMoney(base + bonus - paidBefore),
  });
}

/** @param amount of one part, in piastres */
export function partProblem(amount: Piastres, { net }: NetSalary): string | undefined {
  if (amount > net) return sentences.onlyLeftOfSalary({ amount: formatMoney(net) });
  return amount === 0n && net > 0n ? sentences.nothingPaid : undefined;
}

/** The salary that open advances and deductions are taken off: the rest of this month's, else the next one. */
export function nextSalary(salary: Piastres, open: OpenPay, last?: PaidPart): NetSalary {
  return netSalary(salary, open, last && leftAfter(last) > 0n ? last : undefined);
}

/**
 * @param amount of the advance, in piastres
 * @param next salary without this advance
 * @param before amount of a stored one, which may be lowered even where that is not enough yet
 */
export function advanceProblem(amount: Piastres, next: NetSalary, before = 0n): string | undefined {
  if (amount <= next.net || amount < before) return undefined;
  return next.net > 0n
    ? sentences.onlyLeftForAdvance({ amount: formatMoney(next.net) })
    : sentences.nothingLeftForAdvance;
}

/**
 * A further deduction, or a bonus less, must leave enough for the advances that were paid.
 * @param next salary with the change
 * @param now without it; what makes it no worse is right even where that is not enough yet
 */
export function uncoveredAdvances(
  next: NetSalary,
  { advances }: OpenPay,
  now?: NetSalary,
): string | undefined {
  const advanced = sum(advances);
  if (advanced === 0n || next.net >= 0n || (now && next.net >= now.net)) return undefined;
  return sentences.advancesUncovered({ advanced: formatMoney(advanced), missing: formatMoney(-next.net) });
}
