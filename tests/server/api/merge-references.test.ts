import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CANCELLED_PATH, PRINTS_PATH, RECEIPTS_PATH, receipt } from '#contract/receipts.ts';
import { mergePath, undoMergePath } from '#contract/student-merges.ts';
import { studentTransferPath } from '#contract/student-transfers.ts';
import { addBranch } from '#server/accounts/administration.ts';
import { addToBranch, personOf } from '#server/accounts/directory.ts';
import { courses, installment, payouts, stock, students } from './bodies.ts';
import type { ApiClient, TestServer } from './test-server.ts';
import { withBranch } from './with-server.ts';

/** Adds a branch in which the client's person is a manager too, and returns a client for them there. */
async function otherBranchOf(
  server: TestServer,
  { branchId, userId }: Pick<ApiClient, 'branchId' | 'userId'>,
): Promise<ApiClient> {
  const branch = await addBranch(server.db, { name: `Other ${randomUUID()}`, address: '' });
  const there = await addToBranch(server.db, await personOf(server.db, { branchId, userId }), {
    branchId: BigInt(branch.id),
    role: 'manager',
  });
  if (!there) throw new Error('The person works there already.');
  return server.clientFor(there);
}

/** Columns whose rows go to the student who stays, and come back when the merge is undone. */
const moving = [
  'book_payout.student_id',
  'collection.student_id',
  'enrolment.student_id',
  'family_pair.other_id',
  'family_pair.student_id',
  'plan.student_id',
  'promise.student_id',
  'refund.student_id',
  'reminder.student_id',
  'student_merge.student_id',
  'student_transfer.student_id',
];

/** Columns that go on naming the student who is gone, each with its reason. */
const staying: Readonly<Record<string, string>> = {
  'history.after': 'what was written then',
  'history.before': 'what was written then',
  'history.record_id': 'the history of the record itself, closed by the note whom it was merged into',
  'idempotency.answer': 'a repeated write is answered as it was',
  'movement.credit_of': 'a movement stays; its reversal and the same for the student who stays follow it',
  'movement.student_id': 'a movement stays; its reversal and the same for the student who stays follow it',
  'refund.related_record': 'whose credit was paid out, as it was named; answered with the student who stays',
  'student_transfer.other_student_id': 'how the other branch knows them; read through the merges',
  'student.id': 'the row itself: it is gone, and comes back',
  'student_merge.kept': 'how the student was before an earlier merge, to undo that one',
};

const { server, client, factory } = withBranch();

/** Lists the columns of all tables in which the id occurs, also within JSON, with the rows that hold it. */
async function occurrences(id: string): Promise<ReadonlyMap<string, number>> {
  const columns = await server.queryAsOwner(
    `select table_name as of, column_name as name from information_schema.columns join information_schema.tables
      using (table_schema, table_name) where table_schema = 'public' and table_type = 'BASE TABLE' order by 1, 2`,
  );
  const counted = await server.queryAsOwner(
    columns
      .map(
        ({ of, name }) =>
          `select '${of}.${name}' as at, count(*)::int as rows from "${of}" where "${name}"::text ~ '\\m${id}\\M'`,
      )
      .join(' union all '),
  );
  return new Map(
    counted.filter(({ rows }) => Number(rows) > 0).map(({ at, rows }) => [String(at), Number(rows)]),
  );
}

async function movedRows(id: string): Promise<ReadonlyMap<string, number>> {
  return new Map([...(await occurrences(id))].filter(([column]) => moving.includes(column)));
}

/** Makes a student whom everything that can refer to a student refers to. */
async function everythingOf(month: string): Promise<{ gone: string; cancelled: string }> {
  await client.create('/month/', { name: month });
  const third = (await client.create(students, factory.student({ name: 'Third' }))).id;
  const last = (await client.create(students, factory.student({ name: 'Fourth' }))).id;
  const gone = (await client.create(students, factory.student({ name: 'Twin' }))).id;
  await client.send('POST', mergePath(gone), { other: third });
  const owed = { price: '300', paid_amount: '100' };
  const { body: course } = await client.send('POST', courses, factory.enrolment('adult-course', gone, owed), {
    'idempotency-key': crypto.randomUUID(),
  });
  await client.create(courses, installment(String(course.id), '50'));
  await client.create('/collections/', {
    receipt_number: '64',
    payer: gone,
    payments: [{ resource: 'adult-course', related_record: course.id, paid_amount: '10' }],
  });
  await client.create('/plans/', factory.plan(String(course.id), gone));
  await client.create(payouts, factory.bookPayout(await stock(client, 3), gone, { paid_amount: '0' }));
  await client.create('/promises/', factory.promise(gone));
  await client.create('/reminders/', factory.reminder(gone));
  const back = { resource: 'adult-course', related_record: course.id, amount: '30', reason: 'Ill' };
  await client.create('/refunds/', { ...back, payment_method: 'credit' });
  await client.create('/refunds/', { ...back, resource: 'student', related_record: gone, amount: '10' });
  // One pair with a younger student, one with an older one: each names the older first.
  const younger = (await client.create(students, factory.student({ name: 'Younger' }))).id;
  for (const other of [last, younger])
    await client.send('POST', '/families/', { student: gone, other, together: true });
  const { branchId } = await otherBranchOf(server, client);
  await client.send('POST', studentTransferPath(gone), { branch: String(branchId) });
  const printed = await client.create('/bus/', factory.enrolment('bus', gone, owed));
  await client.send('POST', PRINTS_PATH, { resource: 'bus', record: printed.id });
  await client.send('DELETE', `/bus/${printed.id}/`, { reason: 'paid twice' });
  return { gone, cancelled: printed.id };
}

const cancelledOf = (student: string) => client.listAll(`${CANCELLED_PATH}?student=${student}`);
const paper = async (id: string) =>
  receipt.parse((await client.get(`${RECEIPTS_PATH}?resource=bus&id=${id}`)).body);

describe('everything that refers to a student', () => {
  it('is moved by a merge and moved back by its undo, or is named as staying', async () => {
    const { gone } = await everythingOf('March');
    const kept = (await client.create(students, factory.student({ name: 'Mona Adel' }))).id;
    const before = await occurrences(gone);
    expect([...before.keys()].sort()).toEqual([...moving, ...Object.keys(staying)].sort());
    const references = await server.queryAsOwner(
      `select conrelid::regclass || '.' || attname as at from pg_constraint join pg_attribute
        on attrelid = conrelid and attnum = any(conkey)
        where confrelid = 'student'::regclass and attname <> 'branch_id'`,
    );
    expect(moving).toEqual(expect.arrayContaining(references.map(({ at }) => at)));
    const named = await server.queryAsOwner(
      `select table_name || '.' || column_name as at from information_schema.columns
        where table_schema = 'public' and column_name ~ 'student' and data_type = 'bigint'
          and column_name like '%id'`,
    );
    expect([...before.keys()]).toEqual(expect.arrayContaining(named.map(({ at }) => at)));

    expect((await client.send('POST', mergePath(kept), { other: gone })).status).toBe(200);
    expect([...(await movedRows(gone)).keys()]).toEqual([]);
    const rowsOfKept = await movedRows(kept);
    const wanted = new Map(moving.map((column) => [column, before.get(column) ?? 0]));
    // The merge itself is a further row, and the pair that named the older one first may name the other one first now.
    wanted.set('student_merge.student_id', (before.get('student_merge.student_id') ?? 0) + 1);
    const pairs = (rows: ReadonlyMap<string, number>) =>
      (rows.get('family_pair.student_id') ?? 0) + (rows.get('family_pair.other_id') ?? 0);
    expect(pairs(rowsOfKept)).toBe(pairs(before));
    for (const column of moving.filter((one) => !one.startsWith('family_pair')))
      expect([column, rowsOfKept.get(column)]).toEqual([column, wanted.get(column)]);

    expect((await client.send('POST', undoMergePath(kept), { other: gone })).status).toBe(200);
    expect([...(await movedRows(gone))]).toEqual([...before].filter(([column]) => moving.includes(column)));
    expect([...(await movedRows(kept)).keys()]).toEqual([]);
  });
});

describe('the cancelled payments of a student who was merged', () => {
  it('are those of the one who stays, and of the other again after the undo', async () => {
    const { gone, cancelled } = await everythingOf('April');
    const kept = (await client.create(students, factory.student({ name: 'Mona Adel' }))).id;
    const [before] = await cancelledOf(gone);
    expect([before?.record, await cancelledOf(kept)]).toMatchObject([{ student: gone }, []]);
    const tag = async () => String((await client.get(`${CANCELLED_PATH}?no_pagination=true`)).headers.etag);
    const tagBefore = await tag();

    await client.send('POST', mergePath(kept), { other: gone });
    const [after, ...more] = await cancelledOf(kept);
    expect(more).toEqual([]);
    expect(after).toMatchObject({ id: before?.id, record: { id: cancelled, student: kept } });
    expect(await client.listAll(CANCELLED_PATH)).toEqual([after]);
    expect(await paper(cancelled)).toMatchObject({
      students: [{ id: kept, name: 'Mona Adel' }],
      lines: [{ record: { student: kept }, cancelled: { reason: 'paid twice' } }],
    });
    expect(await tag()).not.toBe(tagBefore);

    await client.send('POST', undoMergePath(kept), { other: gone });
    expect([await cancelledOf(gone), await cancelledOf(kept)]).toEqual([[before], []]);
    expect((await paper(cancelled)).students).toMatchObject([{ id: gone, name: 'Twin' }]);
  });
});
