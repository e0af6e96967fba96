import { z } from 'zod';
import { readId, readMoney } from './fields.ts';
import { student } from './resources/student.ts';

/** POST transfers the student, GET lists where they came from and went (decision 159). */
export const studentTransferPath = (id: string): string => `${student.path}${id}/transfer/`;

export const transferBody = z.object({ branch: z.string().min(1).max(20) });

export const transferred = z.object({
  detail: z.string(),
  branch: z.string(),
  id: readId,
  code: z.string(),
});

/** 202: the other branch cannot be written at the moment, and the server finishes it. */
export const transferOnTheWay = transferred.pick({ detail: true, branch: true });

export const studentTransfers = z.object({
  /** Newest first. */
  results: z.array(
    z.object({
      direction: z.enum(['to', 'from']),
      branch_id: readId,
      branch: z.string(),
      student_id: readId,
      /** Empty while the student is on the way there for the first time. */
      code: z.string(),
      on_the_way: z.boolean().default(false),
      /** What was owed, and kept as credit, in the branch that the student left: both stay there. */
      remaining: readMoney,
      credit: readMoney,
      /** ISO 8601 in UTC. */
      at: z.string(),
      by: z.string(),
    }),
  ),
});
export type StudentTransfers = z.output<typeof studentTransfers>;
