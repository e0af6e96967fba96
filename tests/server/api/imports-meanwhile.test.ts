import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IMPORT_CHECK_PATH, IMPORTS_PATH } from '#contract/imports.ts';
import { students } from './bodies.ts';
import { sendFile } from './upload.ts';
import { withBranch } from './with-server.ts';

let blocker: pg.Client;
const { server, client } = withBranch();
beforeAll(() => {
  blocker = new pg.Client(server.settings);
  return blocker.connect();
});
afterAll(() => blocker.end());

const columns = { name: 0, code: 1, phone: 2 };
const run = (content: string) =>
  sendFile(
    server,
    client,
    IMPORTS_PATH,
    { content },
    { target: 'student', columns },
    {
      'idempotency-key': randomUUID(),
    },
  );
const names = async () => (await client.listAll(students)).map(({ name }) => name);

/** Takes a code without committing: an import that wants it waits in the middle of its rows. */
async function holdCode(number: number): Promise<void> {
  await blocker.query('begin');
  await blocker.query(
    `insert into student (branch_id, code_number, code, name, folded, folded_name, created_at, effective_date)
     select $1, $2, $3, 'Held', 'held', 'held', now(), current_date`,
    [client.branchId, number, `S-00${number}`],
  );
}

async function waitUntilBlocked(): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await server.queryAsOwner(waiting)).length === 0);
}

it('a new student is created while an import is in the middle of its rows, with a code of its own', async () => {
  await holdCode(50);
  const importing = run('Name,Code,Phone\nMona,,\nOmar,S-0050,\nNour,,\n');
  await waitUntilBlocked();
  const made = await client.create(students, { name: 'Ali' });
  expect(made.code).toBe('S-0053');
  await blocker.query('rollback');
  const answer = await importing;
  expect(answer.status, answer.text).toBe(201);
  const codes = (await client.listAll(students)).map(({ name, code }) => `${name} ${code}`);
  expect(codes.sort()).toEqual(['Ali S-0053', 'Mona S-0051', 'Nour S-0052', 'Omar S-0050']);
});

it('an import whose code is given to somebody meanwhile is refused with a sentence, and nothing of it stays', async () => {
  await holdCode(60);
  const importing = run('Name,Code,Phone\nMona,,\nOmar,S-0060,\n');
  await waitUntilBlocked();
  await blocker.query('commit');
  const answer = await importing;
  expect([answer.status, answer.body.detail]).toEqual([409, expect.stringMatching(/changed/)]);
  expect(await names()).toEqual(['Held']);
  expect((await client.get(IMPORTS_PATH)).body.count).toBe(0);
});

it('thousands of rows with one name are checked in time, each against all above it', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `Ahmed,,01${String(index).padStart(9, '0')}`);
  const content = `Name,Code,Phone\n${rows.join('\n')}\nAhmed,,01000000007\nAhmed,,\n`;
  const { body } = await sendFile(
    server,
    client,
    IMPORT_CHECK_PATH,
    { content },
    { target: 'student', columns },
  );
  expect(body).toMatchObject({
    ready: 20_000,
    wrong: 0,
    doubtful: 2,
    rows: [
      { row: 20_002, reasons: [expect.stringContaining('row 9')] },
      { row: 20_003, reasons: [expect.stringContaining('row 2')] },
    ],
  });
});
