import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

export interface DueTransfer {
  readonly branch_id: bigint;
  readonly id: string;
  readonly transferred_by: bigint;
  readonly deliver_at: string;
}

/** Longest due first. A transfer to a branch that is not in this database waits until it is (decision 200). */
export async function readDueTransfers(db: Kysely<Database>): Promise<readonly DueTransfer[]> {
  const { rows } = await sql<DueTransfer>`
    select sent.branch_id, sent.id::text, sent.transferred_by, sent.deliver_at
    from student_transfer as sent join branch as other on other.id = sent.other_branch_id
    where sent.deliver_at < now() order by sent.deliver_at limit 100`.execute(db);
  return rows;
}
