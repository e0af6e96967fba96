import { sql } from 'kysely';
import { holdToRules, parseCreate, parsePatch } from './body.ts';
import type { BranchScope } from './branch-scope.ts';
import { toColumns } from './columns.ts';
import { type Counted, countedAs, refuseWhileHanging } from './hanging.ts';
import { isOfKind, referrersOf, type WireRecord } from './record-reader.ts';
import { type Repository, requireRecord } from './repository.ts';
import { nameColumns, searchColumns } from './search-text.ts';
import type { TableFacts } from './tables.ts';

/** The branch's next number; the row of the counter makes two at the same time wait for each other. */
async function nextNumber(scope: BranchScope): Promise<bigint> {
  const counter = await scope.insert(
    'student_counter',
    { last: 1n },
    sql<{
      last: bigint;
    }>`on conflict (branch_id) do update set last = student_counter.last + 1 returning last`,
  );
  if (!counter) throw new Error('the counter of codes gave none');
  return counter.last;
}

/** "S-0001" (decision 10). */
function codeOf(number: bigint): string {
  return `S-${String(number).padStart(4, '0')}`;
}

async function create(scope: BranchScope, facts: TableFacts, body: unknown): Promise<WireRecord> {
  const draft = parseCreate(facts.resource, body);
  const number = await nextNumber(scope);
  const code = codeOf(number);
  const values = {
    ...toColumns(facts.resource.fields, draft),
    ...searchColumns(facts.resource, { ...draft, code }),
    ...nameColumns(draft),
    code_number: number,
    code,
    created_at: scope.now,
  };
  const made = await scope.insert(facts.table, values, sql<{ id: bigint }>`returning id`);
  return requireRecord(scope, facts, String(made?.id));
}

async function update(scope: BranchScope, facts: TableFacts, id: string, body: unknown): Promise<WireRecord> {
  const before = await lockRecord(scope, facts, id);
  const patch = parsePatch(facts.resource, body);
  const merged = { ...before, ...patch };
  holdToRules(facts.resource, merged);
  await scope.update(facts.table, sql`id = ${before.id}`, {
    ...toColumns(facts.resource.fields, patch),
    ...searchColumns(facts.resource, merged),
    ...nameColumns(merged),
  });
  return requireRecord(scope, facts, id);
}

/** Found first without a lock, so that an unknown id locks nothing; read again under the lock. */
async function lockRecord(scope: BranchScope, facts: TableFacts, id: string): Promise<WireRecord> {
  const { id: found } = await requireRecord(scope, facts, id);
  await scope.all(sql`select id from ${scope.rows(facts.table)} as r where id = ${found} for update`);
  return requireRecord(scope, facts, id);
}

async function hangingOn(scope: BranchScope, facts: TableFacts, id: string): Promise<Counted[]> {
  const hanging: Counted[] = [];
  for (const { referrer, column } of referrersOf(facts)) {
    const isInstallment = referrer.resource.installment ? sql`r.related_id is not null` : sql`false`;
    const rows = await scope.all(sql<{ installment: boolean; count: number }>`
      select ${isInstallment} as installment, count(*)::float8 as count
      from ${scope.rows(referrer.table)} as r where ${sql.ref(column)} = ${id} and ${isOfKind(referrer)}
      group by 1 order by 1`);
    hanging.push(...rows.map((row) => countedAs(referrer, row.installment, row.count)));
  }
  return hanging;
}

async function remove(scope: BranchScope, facts: TableFacts, id: string): Promise<WireRecord> {
  const record = await lockRecord(scope, facts, id);
  refuseWhileHanging(facts, record, await hangingOn(scope, facts, record.id));
  await scope.remove(facts.table, sql`id = ${record.id}`);
  return record;
}

/** Records that stand for themselves and get a code of the branch: students. */
export const numberedRecords: Repository = { create, update, remove };
