export interface BranchSize {
  readonly payments: number;
  readonly students: number;
  readonly months: number;
}

/** Is a branch in its second year whose lists fill a page. */
export const small: BranchSize = { payments: 1_000, students: 50, months: 20 };

export const large: BranchSize = { payments: 100_000, students: 4_500, months: 120 };

/** The other branches on the server of the large one, with a tenth of its students each: ten million payments in all. */
export const NEIGHBOURS = 999;

export function sharesOf({ payments }: BranchSize) {
  const part = (percent: number) => Math.round((payments * percent) / 100);
  const enrolments = part(27);
  const [payouts, orders, salaries, deductions, expenses] = [part(11), part(2), part(2), part(1), part(3)];
  const others = payouts + orders + salaries + deductions + expenses;
  // Each enrolment has two installments.
  if (3 * enrolments + others !== payments) throw new Error(`${payments} payments cannot be divided.`);
  return { enrolments, payouts, orders, salaries, deductions, expenses };
}
