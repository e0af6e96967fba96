import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { courses, enrol, installment } from './bodies.ts';
import { withServer } from './with-server.ts';

/** No more are open: requests came one after the other. */
const CONNECTIONS = 6;

const server = withServer();

async function rowsWritten(): Promise<Map<string, number>> {
  // Each connection holds its counts back, and tells them after its next transaction if asked. None asks before all are in use, so each is asked.
  await server.queryAsOwner('select pg_stat_force_next_flush()');
  let connections = 0;
  let proceed: () => void;
  const allInUse = new Promise<void>((resolve) => (proceed = resolve));
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      server.db.connection().execute(async (connection) => {
        connections += 1;
        if (connections === CONNECTIONS) proceed();
        await allInUse;
        await sql`select pg_stat_force_next_flush()`.execute(connection);
      }),
    ),
  );
  const rows = await server.queryAsOwner(
    'select relname, (n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_user_tables',
  );
  return new Map(rows.map(({ relname, rows: written }) => [String(relname), Number(written)]));
}

it('an installment writes six rows', async () => {
  const client = await server.newClient();
  await client.create('/month/', { name: 'March' });
  const { id } = await enrol(client, '100', '40');
  const pay = (amount: string) =>
    client.send('POST', courses, installment(id, amount), { 'idempotency-key': crypto.randomUUID() });
  expect(await pay('10')).toMatchObject({ status: 201 });
  const before = await rowsWritten();
  expect(await pay('10')).toMatchObject({ status: 201 });
  const after = await rowsWritten();
  const written = [...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)] as const);
  expect(Object.fromEntries(written.filter(([, rows]) => rows > 0))).toEqual({
    // The installment, and what was paid of its enrolment.
    enrolment: 2,
    movement: 1,
    history: 1,
    idempotency: 1,
    branch_change: 1,
  });
});
