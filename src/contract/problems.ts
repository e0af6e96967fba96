import { z } from 'zod';

/** Why the server refused a write under its locks (decision 184). */
const problemCodes = [
  /** More than remains to be paid, or than credit or salary is left. */
  'overpaid',
  /** More than was paid, or less than was paid back already. */
  'paid-back',
  'out-of-stock',
  'month-ended',
  /** The employee is paid up for the month. */
  'salary-paid',
  /** More is taken off than the salary. */
  'salary-exceeded',
  /** The student has left what the write is about. */
  'has-left',
  /** It refers to a record that does not exist any more. */
  'missing-record',
  /** The record itself does not exist any more. */
  'deleted',
  'changed-meanwhile',
  'needs-approval',
  /** Other records belong to it, so it is not deleted. */
  'still-needed',
  'reason-missing',
] as const;

/** With the name of its resource, and without fields that the user may not see. */
const seenRecord = z.looseObject({ resource: z.string(), id: z.string() });

const facts = z.object({
  code: z.enum(problemCodes),
  /** The greatest value that this field could have with the rest of the body as it is: decimal text, or a count. */
  most: z.string().optional(),
  /** The record that the value was compared with. */
  current: seenRecord.optional(),
  /** Records that stand against the write. */
  conflicts: z.array(seenRecord).optional(),
});

/** With the facts that the server saw, as an answer lists it. */
export const problem = z.object({
  /** Path of the value in the body, `payments.1.paid_amount` for a line; `non_field_errors` for the whole write. */
  field: z.string(),
  message: z.string(),
  ...facts.shape,
});

export type SeenRecord = z.output<typeof seenRecord>;
export type ProblemFacts = z.output<typeof facts>;
export type Problem = Pick<z.output<typeof problem>, 'field' | 'message'> & Partial<ProblemFacts>;

const withProblems = z.object({ problems: z.array(z.unknown()) });

/** With facts. Empty for the answer of a server without them; those that this build cannot read are left out. */
export function problemsIn(answer: unknown): readonly z.output<typeof problem>[] {
  const { problems = [] } = withProblems.safeParse(answer).data ?? {};
  return problems.flatMap((one) => problem.safeParse(one).data ?? []);
}
