import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKUPS_PATH } from '#contract/backups.ts';
import { GENERATION, paths } from '#contract/http.ts';
import { studentTransferPath } from '#contract/student-transfers.ts';
import { joinBranch } from '#server/accounts/administration.ts';
import { addToBranch, personOf } from '#server/accounts/directory.ts';
import { readCommand } from '#server/admin/commands.ts';
import { runCommand } from '#server/admin/run-command.ts';
import { listBackups } from '#server/backups/backup-folder.ts';
import { endedAccesses, storedTables } from '#server/backups/backup-tables.ts';
import { travellingTables } from '#server/backups/branch-tables.ts';
import { verifyBackup } from '#server/backups/restore-backup.ts';
import { type RestoredBranch, restoreBranch } from '#server/backups/restore-branch.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { createBranchScopeFactory } from '#server/db/branch-scope-factory.ts';
import { withClient } from '#server/db/connections.ts';
import { migrate } from '#server/db/migrate.ts';
import { ledger } from '#server/ledger/ledger.ts';
import { readConfig } from '#server/platform/config.ts';
import { deliverDue } from '#server/transfers/deliveries.ts';
import { invariantViolations } from '../../crash/invariants.ts';
import { addressOf, bareDatabase } from '../../support/test-database.ts';
import { courses, enrol, installment, students } from '../api/bodies.ts';
import { rowsOfBranch } from '../api/branch-rows.ts';
import {
  type ApiClient,
  type StartedTestServer,
  startTestServer,
  type TestServer,
} from '../api/test-server.ts';
import { withServer } from '../api/with-server.ts';
import { temporaryFolder } from '../temporary.ts';
import { allAnswers } from './all-answers.ts';
import { type KeyedWrite, runScriptedHistory } from './scripted-history.ts';

const server = withServer();
const folder = temporaryFolder();
let branch: ApiClient;
let neighbour: ApiClient;
let writes: KeyedWrite[];
/** Another database, with a branch of its own. */
let other: StartedTestServer;
let resident: ApiClient;

const fileOf = (name: string) => path.join(folder, `${name}.backup`);
const nothing = async () => undefined;

beforeAll(async () => {
  branch = await server.newClient();
  neighbour = await server.newClient();
  writes = await runScriptedHistory(server, branch, 1);
  await enrol(neighbour, '100', '10');
  // Not a copy of the template, which has its numbers.
  const database = await bareDatabase();
  await migrate(database.settings);
  other = await startTestServer({ database });
  resident = await other.newClient();
  await enrol(resident, '500', '50');
  other.clock.now = server.clock.now;
  // As salted hashes are: one of each person.
  for (const { queryAsOwner } of [server, other])
    await queryAsOwner("update person set password_hash = id || 'salted'");
});
afterAll(() => other?.close());

async function restored(
  target: Pick<TestServer, 'settings'>,
  file: string,
  options: Partial<Parameters<typeof restoreBranch>[2]> = {},
): Promise<RestoredBranch> {
  const backup = await verifyBackup(file);
  return restoreBranch(target.settings, backup, { join: false, beforeChange: nothing, ...options });
}

const versionOf = async ({ queryAsOwner }: Pick<TestServer, 'queryAsOwner'>, { branchId }: ApiClient) => {
  const [row] = await queryAsOwner('select max(version) as highest from student where branch_id = $1', [
    branchId,
  ]);
  return Number(row?.highest);
};

async function answersOf(client: ApiClient, leap = 0): Promise<Map<string, string>> {
  const answers = await allAnswers(client, leap);
  for (const changed of [paths.branch, paths.changes, paths.sessions, BACKUPS_PATH]) answers.delete(changed);
  return answers;
}

const generationOf = async (client: ApiClient) => (await client.get(paths.branch)).body.generation;

describe('the tables', () => {
  it('each belong to a branch or to the server, and travel with a branch unless they end with their server', async () => {
    const tables = await withClient(server.settings, async (client) => ({
      travelling: await travellingTables(client, await storedTables(client)),
      all: (
        await client.query<{ name: string }>(
          "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
        )
      ).rows,
    }));
    const ofDatabase = ['migration', 'generation', 'first_run', 'stored_backup', 'backup_report'];
    const ofPresentDevices = ['branch_change', 'branch_generation', 'device_store'];
    const travelling = tables.travelling.map(({ name }) => name);
    const left = tables.all.map(({ name }) => name).filter((name) => !travelling.includes(name));
    expect(left.sort()).toEqual([...ofDatabase, ...ofPresentDevices, ...endedAccesses].sort());
  });
});

describe('a branch that is moved to another database', () => {
  it('is refused while its name or the address of a user is somebody else’s there, and nothing changes', async () => {
    const file = fileOf('moved');
    await writeBackup(server.settings, file, { force: true, branch: String(branch.branchId) });
    const before = await rowsOfBranch(other, resident.branchId);
    await expect(restored(other, file)).rejects.toThrow(/^A branch named Branch 1 is here already/);
    await other.queryAsOwner("update branch set name = 'The one of here'");
    await expect(restored(other, file)).rejects.toThrow(
      /^Somebody signs in here already with desk1@example\.com\. .* repeat this with --join/,
    );
    await expect(restored(other, file, { name: 'Branch 2' })).rejects.toThrow(
      /holds no branch Branch 2, but Branch 1\.$/,
    );
    await other.queryAsOwner("update person set email = 'resident@example.com'");
    expect((await other.queryAsOwner('select from branch')).length).toBe(1);
    const after = await rowsOfBranch(other, resident.branchId);
    const unchanged = (rows: Record<string, unknown>[]) =>
      rows.filter(({ of_table }) => of_table !== 'branch' && of_table !== 'branch_user');
    expect(unchanged(after)).toEqual(unchanged(before));
  });

  it('answers every read with the same bytes, repeats old keys, and leaves the branch of there alone', async () => {
    const before = await rowsOfBranch(other, resident.branchId);
    const result = await restored(other, fileOf('moved'));
    expect(result).toMatchObject({ name: 'Branch 1', wasHere: false, joined: [], transfers: 0 });
    expect(result.rows).toBeGreaterThan(500);
    expect(await rowsOfBranch(other, resident.branchId)).toEqual(before);

    const moved = await other.clientFor(branch);
    const leap = (await versionOf(other, branch)) - (await versionOf(server, branch));
    expect(leap).toBeGreaterThan(999_999);
    const answers = await answersOf(branch);
    expect(answers.size).toBeGreaterThan(200);
    expect(await answersOf(moved, leap)).toEqual(answers);
    const [hash] = await other.queryAsOwner(
      'select person_id, password_hash from branch_user where id = $1',
      [branch.userId],
    );
    expect(hash?.password_hash).toBe(`${hash?.person_id}salted`);

    const untouched = await rowsOfBranch(other, branch.branchId);
    for (const { method, path: to, body, key, answer } of writes) {
      const again = await moved.send(method, to, body, { 'idempotency-key': key });
      expect([again.status, again.text], `${method} ${to}`).toEqual([answer.status, answer.text]);
    }
    expect(await rowsOfBranch(other, branch.branchId)).toEqual(untouched);
    const codeOf = async (client: ApiClient) => (await client.create(students, { name: 'Next' })).code;
    const [here, there] = [await codeOf(branch), await codeOf(moved)].map((code) =>
      Number(String(code).slice(2)),
    );
    expect(there).toBeGreaterThan((here ?? 0) + 900);
  });

  it('brings people whose home stays elsewhere, and finds them again when that branch follows', async () => {
    const person = await personOf(server.db, neighbour);
    const user = await addToBranch(server.db, person, { branchId: branch.branchId, role: 'staff' });
    await server.queryAsOwner("insert into totp (person_id, secret, last_step) values ($1, '\\x01', 7)", [
      person,
    ]);
    await writeBackup(server.settings, fileOf('person'), { force: true, branch: String(branch.branchId) });
    await restored(other, fileOf('person'));
    const users = 'select home_branch_id, person_id, password_hash from branch_user where id = $1';
    const atHome = [
      {
        home_branch_id: String(branch.branchId),
        person_id: String(person),
        password_hash: `${person}salted`,
      },
    ];
    expect(await other.queryAsOwner(users, [user?.userId])).toEqual(atHome);
    expect(await other.queryAsOwner('select person_id from totp')).toEqual([{ person_id: String(person) }]);

    // From a backup of all branches, as the nightly one is.
    await writeBackup(server.settings, fileOf('all'), { force: true });
    await expect(restored(other, fileOf('all'))).rejects.toThrow(
      /holds several branches: say with --name which one, Branch 1, Branch 2\.$/,
    );
    expect(await restored(other, fileOf('all'), { name: 'branch 2' })).toMatchObject({
      wasHere: false,
      joined: ['desk2@example.com'],
    });
    expect(await other.queryAsOwner(users, [neighbour.userId])).toEqual(atHome);
    const known = await (await other.clientFor(neighbour)).listAll(students);
    expect(known).toHaveLength((await neighbour.listAll(students)).length);
  });

  it('gives somebody of there with the same address a user in it, with the password of there, if it is said so', async () => {
    const database = await bareDatabase();
    await migrate(database.settings);
    const another = await startTestServer({ database });
    const namesake = await personOf(another.db, await another.newClient());
    await another.queryAsOwner("update branch set name = 'The one of there'");
    const joined = await restored(another, fileOf('moved'), { join: true });
    expect(joined).toMatchObject({ wasHere: false, joined: ['desk1@example.com'] });
    const [user] = await another.queryAsOwner('select * from branch_user where id = $1', [branch.userId]);
    expect(user).toMatchObject({ person_id: String(namesake), password_hash: '', disabled_at: null });
    await another.close();
  });

  it('is refused where another branch has its number', async () => {
    const twin = await startTestServer();
    await twin.queryAsOwner(
      "insert into branch (id, name) overriding system value values (7, 'In use'), ($1, 'A twin')",
      [branch.branchId],
    );
    await expect(restored(twin, fileOf('moved'))).rejects.toThrow(
      /^Another branch, A twin, has the number of this one in this database\./,
    );
    await twin.close();
  });
});

describe('a student on the way to another branch', () => {
  it('arrives once after a restore of the branch that they left, and waits where the other one is missing', async () => {
    await joinBranch(server.db, { email: 'desk1@example.com', branch: 'Branch 2', accountType: 'manager' });
    const { id } = await branch.create(students, { name: 'On the way' });
    const ofNeighbour = `new.branch_id = ${neighbour.branchId}`;
    await server.queryAsOwner(`
      create function is_down() returns trigger language plpgsql as $$ begin raise exception 'the node is down'; end $$;
      create trigger is_down before insert on student_transfer for each row when (${ofNeighbour}) execute function is_down()`);
    const sent = await branch.send('POST', studentTransferPath(id), { branch: String(neighbour.branchId) });
    await server.queryAsOwner('drop function is_down cascade');
    expect(sent.status).toBe(202);
    const files = [branch, neighbour].map(({ branchId }) => fileOf(`on-the-way-${branchId}`));
    for (const [at, { branchId }] of [branch, neighbour].entries())
      await writeBackup(server.settings, files[at] ?? '', { force: true, branch: String(branchId) });

    const arrivalsIn = async ({ db, clock, queryAsOwner }: TestServer) => {
      await queryAsOwner("update student_transfer set deliver_at = 'yesterday' where deliver_at is not null");
      const scopes = createBranchScopeFactory(db, () => clock.now, ledger);
      await deliverDue(db, scopes, (error) => expect(error).toBeUndefined());
      const rows = await queryAsOwner(
        `select deliver_at is null as arrived, (select count(*)::int from student where name = 'On the way') as records
          from student_transfer where student_id = $1`,
        [id],
      );
      return rows[0];
    };
    const once = { arrived: true, records: 2 };
    expect(await arrivalsIn(server)).toEqual(once);
    expect(await restored(server, files[0] ?? '')).toMatchObject({ wasHere: true, transfers: 0 });
    expect(await arrivalsIn(server)).toEqual(once);

    const database = await bareDatabase();
    await migrate(database.settings);
    const empty = await startTestServer({ database });
    await restored(empty, files[0] ?? '');
    expect(await arrivalsIn(empty)).toEqual({ arrived: false, records: 1 });
    await restored(empty, files[1] ?? '');
    expect(await arrivalsIn(empty)).toEqual(once);
    await empty.close();
  });
});

describe('the undo of a mistake in one branch', () => {
  it('takes back its records while other branches are in use, and only its devices notice', async () => {
    const file = fileOf('undo');
    await writeBackup(server.settings, file, { force: true, branch: String(branch.branchId) });
    const wanted = await answersOf(branch);
    const [version, generations] = [
      await versionOf(server, branch),
      await Promise.all([branch, neighbour].map(generationOf)),
    ];
    const { id: enrolment } = await enrol(branch, '1000');
    const late = await branch.create(courses, installment(enrolment, '100'));
    const before = await branch.create(students, { name: 'Entered since' });
    const person = await personOf(server.db, branch);
    await server.queryAsOwner("update person set password_hash = 'changed since' where id = $1", [person]);
    const sessions = await server.queryAsOwner('select * from session order by id');

    let goesOn = true;
    const inUse = async (work: () => Promise<number>) => {
      const statuses: number[] = [];
      while (goesOn) statuses.push(await work());
      return new Set(statuses);
    };
    const newKey = () => ({ 'idempotency-key': randomUUID() });
    const created: string[] = [];
    const busy = Promise.all([
      inUse(async () => {
        const { status, body } = await neighbour.send('POST', students, { name: 'Meanwhile' }, newKey());
        created.push(String(body.id));
        return status;
      }),
      inUse(
        async () => (await branch.send('POST', courses, installment(enrolment, '0.05'), newKey())).status,
      ),
    ]);
    let kept = '';
    const result = await restored(server, file, {
      beforeChange: async (of) => {
        kept = fileOf('before-undo');
        await writeBackup(server.settings, kept, { force: true, branch: of });
      },
    });
    goesOn = false;
    const [ofNeighbour, ofBranch] = await busy;
    expect(result).toMatchObject({ wasHere: true, joined: [], transfers: 0 });
    expect(ofNeighbour).toEqual(new Set([201]));
    // Before the restore, during it, and after it, when the enrolment is no more.
    expect(ofBranch).toEqual(new Set([201, 503, 400]));
    expect(created.length).toBeGreaterThan(3);
    expect(await invariantViolations(server.queryAsOwner)).toEqual([]);

    expect(await answersOf(branch, (await versionOf(server, branch)) - version)).toEqual(wanted);
    expect((await branch.get(`${courses}${late.id}/`)).status).toBe(404);
    const listed = (await neighbour.listAll(students)).map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining(created));
    expect(await server.queryAsOwner('select * from session order by id')).toEqual(sessions);
    const [user] = await server.queryAsOwner('select password_hash from person where id = $1', [person]);
    expect(user?.password_hash).toBe('changed since');

    const [ours, theirs] = await Promise.all([branch, neighbour].map(generationOf));
    expect([ours === generations[0], theirs === generations[1]]).toEqual([false, true]);
    const [next, elsewhere] = [
      await branch.send('POST', students, { name: 'Next' }, { 'idempotency-key': randomUUID() }),
      await neighbour.send('POST', students, { name: 'Next' }, { 'idempotency-key': randomUUID() }),
    ];
    const named = GENERATION.toLowerCase();
    expect([next.headers[named], elsewhere.headers[named]]).toEqual([ours, theirs]);
    const numberOf = (code: unknown) => Number(String(code).slice(2));
    expect(numberOf(next.body.code)).toBeGreaterThan(numberOf(before.code) + 999);

    // The undo can be undone.
    await restored(server, kept);
    expect((await branch.get(`${courses}${late.id}/`)).status).toBe(200);
  });

  it('is done by commands, which say what became of what was there', async () => {
    const config = readConfig({
      DATABASE_URL: addressOf(server.settings),
      DATA_DIR: temporaryFolder(),
      BACKUP_DIR: path.join(temporaryFolder(), 'backups'),
    });
    const say = async (...words: string[]) => {
      const command = readCommand(words);
      if ('problem' in command) throw new Error(command.problem);
      return runCommand(command, config);
    };
    const file = fileOf('by-command');
    expect(await say('backup', '--branch', 'branch 2', file)).toMatch(
      /^Backed up Branch 2, \d+ rows, to .*by-command\.backup \(\d+ KB\)\. It was restored into a scratch database and compared\.$/,
    );
    await expect(say('backup', '--branch', 'Nowhere', file)).rejects.toThrow(
      'There is no branch named Nowhere.',
    );
    const { id } = await neighbour.create(students, { name: 'A mistake' });
    expect(await say('restore', '--branch', file)).toMatch(
      /^Branch 2 has the \d+ rows of the backup of .* UTC again\. What was there is in .*branch-\d+-before-restore-\w+\.backup\.$/,
    );
    expect((await neighbour.get(`${students}${id}/`)).status).toBe(404);
    expect(await listBackups(config.backups.folder), 'one branch is no backup of the database').toEqual([]);
  });
});
