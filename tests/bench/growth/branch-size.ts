/** How much a branch of the bench has written down. */
export interface BranchSize {
  readonly payments: number;
  readonly students: number;
  /** All but the last have ended. */
  readonly months: number;
}

/** A branch in its second year, every list of which fills a page. */
export const small: BranchSize = { payments: 1_000, students: 50, months: 20 };

/** Ten years of a very large branch. */
export const large: BranchSize = { payments: 1_000_000, students: 45_000, months: 120 };

/** How many of each kind of payment there are. */
export function sharesOf({ payments }: BranchSize) {
  const part = (percent: number) => Math.round((payments * percent) / 100);
  const enrolments = part(27);
  const [payouts, orders, salaries, deductions, expenses] = [part(11), part(2), part(2), part(1), part(3)];
  const others = payouts + orders + salaries + deductions + expenses;
  // Two installments for each enrolment.
  if (3 * enrolments + others !== payments) throw new Error(`${payments} payments can not be divided.`);
  return { enrolments, payouts, orders, salaries, deductions, expenses };
}
