import '../../support/reset-modules.ts';
import { createHash } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { resources } from '#contract/resources/registry.ts';
import { restoreBackup } from '#server/store/backup/restore-backup.ts';
import { writeBackup } from '#server/store/backup/write-backup.ts';
import { nameColumns, searchColumns } from '#server/store/lists/search-text.ts';
import { appliedMigrations, applyMigration, migrate, migrationsOnDisk } from '#server/store/migrate.ts';
import { bareDatabase } from '../../support/test-database.ts';
import { installment } from '../api/bodies.ts';
import { startTestServer } from '../api/test-server.ts';
import { highestVersion, withVersionsOfBackup } from '../backup/all-answers.ts';
import { query } from '../postgres/rows.ts';
import { temporaryFolder } from '../temporary.ts';
import { databaseOf, people, readingOf, records } from './older-database.ts';

// Compares with passwords that other processes have hashed.
vi.unmock('node:crypto');

const all = await migrationsOnDisk();

const schema = `
  select table_name || '.' || column_name || ' ' || data_type as fact from information_schema.columns where table_schema = 'public'
  union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select oid::regprocedure::text || prosrc from pg_proc where pronamespace = 'public'::regnamespace
  union all select name from migration order by 1`;

describe('a database of the first version', () => {
  it('is migrated, users can sign in, and a second migration changes nothing', async () => {
    const database = await databaseOf(1, people);
    const read = await readingOf(database);
    const before = await read();
    expect(before.length).toBeGreaterThanOrEqual(5);
    await migrate(database.settings);
    expect(await read()).toEqual(before);

    const server = await startTestServer({ database });
    const login = { email: 'head@alnour.eg', password: 'sesame-street' };
    expect((await server.clientWithToken(undefined).send('POST', '/auth/login/', login)).status).toBe(200);
    const client = await server.clientFor({ branchId: 2n, userId: 2n });
    expect((await client.get('/branch/details/')).body).toMatchObject({
      name: 'فرع الجيزة',
      current_month: null,
    });
    const facts = await server.queryAsOwner(schema);
    await migrate(database.settings);
    expect(await server.queryAsOwner(schema)).toEqual(facts);
    await server.queryAsOwner("insert into migration (name) values ('9999-of-tomorrow.sql')");
    await expect(migrate(database.settings)).rejects.toThrow(
      /^The database was changed by a newer version .*9999-of-tomorrow\.sql.*: start that version/,
    );
    await server.close();
  });
});

describe('a database of the third version, with months, students and payments', () => {
  it('is migrated with all data unchanged, correct figures and working writes', async () => {
    const database = await databaseOf(3, people, records);
    const read = await readingOf(database);
    const before = await read();
    await migrate(database.settings);
    await migrate(database.settings);
    expect(await read()).toEqual(before);

    const server = await startTestServer({ database });
    const client = await server.clientFor({ branchId: 1n, userId: 1n });
    expect((await client.get('/month/1/')).body).toMatchObject({
      name: 'January',
      status: 'ended',
      adult_course_revenue: '1500.00',
      nursery_revenue: '0.00',
      revenue: '1500.00',
      total_net_profit: '1500.00',
      debts: '1249.50',
    });
    expect((await client.get('/month/2/')).body).toMatchObject({
      revenue: '1450.50',
      expenses: '0.00',
      debts: '0.00',
    });
    expect((await client.get('/dashboard/branch/')).body).toMatchObject({
      total_income: '1450.50',
      total_profit: '1450.50',
    });
    expect((await client.get('/adult-course/1/')).body).toMatchObject({
      remaining_amount: '1249.50',
      custom_date: '2025-12-30',
      student_data: { name: 'Mona Adel' },
    });
    expect((await client.listAll('/adult-course/')).map(({ id }) => id)).toEqual(['5', '2', '4', '1']);
    expect((await client.listAll('/students/?search=mona')).map(({ code }) => code)).toEqual(['S-0001']);

    const key = { 'idempotency-key': '22222222-2222-4222-8222-222222222222' };
    const again = await client.send('POST', '/students/', { name: 'Mona Adel' }, key);
    expect([again.status, again.body]).toEqual([201, { id: '1', name: 'Mona Adel' }]);
    expect(await client.create('/students/', { name: 'New' })).toMatchObject({ id: '4', code: 'S-0004' });
    const over = await client.send('POST', '/adult-course/', installment('1', '1249.51'));
    expect(over.status).toBe(400);
    await client.create('/adult-course/', installment('1', '1249.50'));
    const other = await server.clientFor({ branchId: 2n, userId: 2n });
    expect((await other.get('/adult-course/3/')).body).toMatchObject({
      remaining_amount: '99999899.99',
      month: null,
    });
    await server.close();
  });

  it('has list totals and debts immediately after the migration', async () => {
    const database = await databaseOf(3, people, records);
    await migrate(database.settings);
    const server = await startTestServer({ database });
    const client = await server.clientFor({ branchId: 1n, userId: 1n });
    const list = async (query: string) => (await client.get(`/adult-course/?totals=true&${query}`)).body;
    expect(await list('')).toMatchObject({
      count: 4,
      totals: { price: '4200.00', paid_amount: '2950.50', remaining_amount: '1249.50' },
    });
    expect(await list('month=2')).toMatchObject({ count: 2, totals: { paid_amount: '1450.50' } });
    expect(await list('owing=true')).toMatchObject({ count: 1, totals: { remaining_amount: '1249.50' } });
    await client.create('/adult-course/', installment('1', '1249.50'));
    expect(await list('owing=true')).toMatchObject({ count: 0, totals: { remaining_amount: '0.00' } });
    await server.close();
  });

  it('gets the same schema as a new database', async () => {
    const [old, fresh] = [await databaseOf(3, people, records), await bareDatabase()];
    for (const { settings } of [old, fresh]) await migrate(settings);
    expect(await query(old.settings, schema)).toEqual(await query(fresh.settings, schema));
    await Promise.all([old.drop(), fresh.drop()]);
  });

  it('can be restored from a backup of its own version', async () => {
    const old = await databaseOf(3, people, records);
    const file = path.join(temporaryFolder(), 'old.backup');
    await writeBackup(old.settings, file, { force: false });
    const database = await bareDatabase();
    await restoreBackup(database.settings, file);
    await migrate(old.settings);
    expect(await query(database.settings, schema)).toEqual(await query(old.settings, schema));
    const changedByRestore = ['generation', 'student_counter'];
    const asBefore = await highestVersion((sql) => query(old.settings, sql));
    const leap = (await highestVersion((sql) => query(database.settings, sql))) - asBefore;
    const [restored, migrated] = await Promise.all(
      [database, old].map(async (one) => {
        const read = await readingOf(one, changedByRestore);
        const rows = (await read()).map((row) => JSON.stringify(row).replaceAll('\\"', '"'));
        return rows.map((row) => withVersionsOfBackup(row, one === database ? leap : 0));
      }),
    );
    expect(restored).toEqual(migrated);
    await old.drop();
    const server = await startTestServer({ database });
    const client = await server.clientFor({ branchId: 1n, userId: 1n });
    expect((await client.get('/month/2/')).body).toMatchObject({ revenue: '1450.50' });
    const made = await client.create('/students/', { name: 'New' });
    expect(BigInt(made.id)).toBeGreaterThanOrEqual(1_000_000_004n);
    expect(Number(String(made.code).slice(2))).toBeGreaterThanOrEqual(1004);
    await server.close();
  });

  it('is unchanged after a failed migration, and is migrated once the cause is removed', async () => {
    const inTheWay = 'create table history as select 7 as number';
    const database = await databaseOf(3, people, records, inTheWay);
    const { settings } = database;
    const read = await readingOf(database);
    const before = [await read(), await query(settings, schema)];
    await expect(migrate(settings)).rejects.toThrow(/already exists/);
    expect([await read(), await query(settings, schema)]).toEqual(before);
    await query(settings, 'drop table history');
    await migrate(settings);
    const client = new pg.Client(settings);
    await client.connect();
    expect(await appliedMigrations(client)).toEqual(all.map(({ name }) => name));
    await client.end();
    await database.drop();
  });
});

describe('a database of the ninth version, with payouts that are still owed', () => {
  it('is migrated with all data unchanged, and takes their installments', async () => {
    const payouts = `
      insert into book (branch_id, name, category, subject, level, sell_price, ordered, folded, folded_name, created_at)
        values (1, 'Starter', 'nursery', 'english', '1', 10000, 9, 'starter', 'starter', '2026-01-02');
      insert into book_payout (branch_id, book_id, student_id, quantity, unit_price, paid_amount, month_id, created_at, created_by)
        values (1, 1, 1, 2, 10000, 5000, 1, '2026-01-03', 1);`;
    const database = await databaseOf(3, people, records);
    const client = new pg.Client(database.settings);
    await client.connect();
    for (const migration of all.filter(({ name }) => name > '0004' && name < '0010'))
      await applyMigration(client, migration);
    await client.query(payouts);
    await client.end();
    const read = await readingOf(database);
    const before = await read();
    await migrate(database.settings);
    expect(await read()).toEqual(before);
    const server = await startTestServer({ database });
    const api = await server.clientFor({ branchId: 1n, userId: 1n });
    expect((await api.get('/book-payout/1/')).body).toMatchObject({
      price: '200.00',
      remaining_amount: '150.00',
      is_installment: false,
    });
    expect((await api.send('POST', '/book-payout/', installment('1', '150.01'))).status).toBe(400);
    await api.create('/book-payout/', installment('1', '150'));
    expect((await api.get('/book-payout/1/')).body.remaining_amount).toBe('0.00');
    expect((await api.get('/month/1/')).body.book_debts).toBe('0.00');
    await server.close();
  });
});

describe('a database that was searched by names and phones as they are written', () => {
  it('has the text that the server would write, in unchanged versions', async () => {
    const database = await databaseOf(all.filter(({ name }) => name < '0026').length, people);
    const student = {
      name: 'منى عبد الله',
      code: 'S-0001',
      phone: '+20 101 234-5678',
      mother_phone: '٠١١٢٢',
    };
    const employee = { name: 'Abd عبد الرحمن', job_title: 'Guard', phone: '0020 100' };
    await query(
      database.settings,
      `insert into student (branch_id, code_number, code, name, phone, mother_phone, folded, folded_name, created_at)
         values (1, 1, 'S-0001', '${student.name}', '${student.phone}', '${student.mother_phone}',
           'مني عبد الله s-0001 +20 101', 'مني عبد الله', now());
       insert into employee (branch_id, name, job_title, salary, phone, folded, folded_name, created_at)
         values (1, '${employee.name}', 'Guard', 0, '${employee.phone}', E'abd عبد الرحمن\\nguard\\n0020 100', 'abd عبد الرحمن', now())`,
    );
    await migrate(database.settings);
    const read = (table: string) =>
      query(database.settings, `select folded, folded_name, version from ${table}`);
    const written = (resource: Resource, record: Draft) => ({
      ...searchColumns(resource, record),
      ...nameColumns(record),
      version: 1,
    });
    expect(await read('student')).toEqual([written(resources.student, student)]);
    expect(await read('employee')).toEqual([written(resources.employee, employee)]);
    await database.drop();
  });
});

describe('a database that was searched without hamza on waw and ya', () => {
  it('has the text that the server would write in all tables, in unchanged versions', async () => {
    const database = await databaseOf(all.filter(({ name }) => name < '0050').length, people);
    const names = ['مؤمن عائشة', 'شيماء علی کریم', 'رؤى عبد\u200f الله', 'Ahmed Aly'];
    // As the version before folded it.
    const folded = ['مؤمن عائشه', 'شيماء علی کریم', 'رؤي عبد\u200f الله', 'ahmed aly'];
    for (const [at, name] of names.entries())
      await query(
        database.settings,
        `insert into student (branch_id, code_number, code, name, folded, folded_name, created_at)
           values (1, ${at + 1}, 'S-000${at + 1}', '${name}', E'${folded[at]}\\ns-000${at + 1}', '${folded[at]}', now());
         insert into book (branch_id, name, category, subject, level, sell_price, ordered, folded, folded_name, created_at)
           values (1, '${name}', 'nursery', 'english', '1', 10000, 9, '${folded[at]}', '${folded[at]}', now())`,
      );
    await migrate(database.settings);
    const read = (table: string, rest = '') =>
      query(database.settings, `select folded, folded_name, version${rest} from ${table} order by id`);
    expect(await read('student')).toEqual(
      names.map((name, at) => ({
        ...searchColumns(resources.student, { name, code: `S-000${at + 1}` }),
        ...nameColumns({ name }),
        version: 1,
      })),
    );
    expect(await read('book')).toEqual(
      names.map((name) => ({
        ...searchColumns(resources.book, { name }),
        ...nameColumns({ name }),
        version: 1,
      })),
    );
    await database.drop();
  });
});

describe('a database with texts that have characters that nobody sees', () => {
  it('has them as a person sees them, in unchanged versions; of two branches of one name one keeps its own', async () => {
    const database = await databaseOf(all.filter(({ name }) => name < '0069').length, people);
    const seen = (table: string, columns: string) =>
      query(database.settings, `select ${columns} from ${table} order by id`);
    await query(
      database.settings,
      `insert into student (branch_id, code_number, code, name, phone, address, folded, folded_name, created_at)
         values (1, 9, 'S-0009', U&'\\200FMona\\00A0 Adel\\200D', U&'\\202A010 / 011\\202C', U&'Giza\\200E\\000A12\\00A0St.',
           U&'mona  adel\\061C\\000As-0009', U&'mona  adel\\061C', now()),
           (1, 10, 'S-0010', U&'\\200E', null, null, '', '', now());
       insert into enrolment (branch_id, kind, student_id, price, paid_amount, receipt_number, folded, created_at, created_by)
         values (1, 'nursery', 1, 900, 100, U&'\\2066A\\200C-12\\2069', 'a-12', now(), 1);
       insert into branch (name) values (U&'Cairo\\200E'), ('Alex'), (U&'Alex\\00A0')`,
    );
    const before = await seen('enrolment', 'id, version, paid_amount, remaining');
    await migrate(database.settings);
    expect((await seen('student', 'name, phone, address, folded, folded_name, version')).slice(-2)).toEqual([
      {
        name: 'Mona Adel',
        phone: '010 / 011',
        address: 'Giza\n12 St.',
        folded: 'mona  adel\ns-0009',
        folded_name: 'mona adel',
        version: 1,
      },
      { name: '\u200e', phone: null, address: null, folded: '', folded_name: '', version: 1 },
    ]);
    expect((await seen('enrolment', 'receipt_number'))[0]).toEqual({ receipt_number: 'A-12' });
    expect(await seen('enrolment', 'id, version, paid_amount, remaining')).toEqual(before);
    expect((await seen('branch', 'name')).slice(-3)).toEqual([
      { name: 'Cairo' },
      { name: 'Alex' },
      { name: 'Alex\u00a0' },
    ]);
    await database.drop();
  });
});

describe('a migration', () => {
  it('changes nothing the second time', async () => {
    const database = await databaseOf(0);
    const client = new pg.Client(database.settings);
    await client.connect();
    const facts = async () => (await client.query(schema)).rows;
    for (const migration of all) {
      await applyMigration(client, migration);
      const once = await facts();
      await client.query('begin');
      await expect(applyMigration(client, migration), migration.name).rejects.toThrow();
      await client.query('rollback');
      expect(await facts()).toEqual(once);
    }
    await client.end();
    await database.drop();
  });

  it.each([
    ['0001-people.sql', '2c53517a80c48b90049e1cac5e475fb8f380ba50e6c332891a10adb36476159d'],
    ['0002-records.sql', 'ae40c03ba372025215f88a674f38a814b6031f5d1df73ace803e720229c74577'],
    ['0003-tally.sql', 'b1220f3c8560a7edddd77899b7d4b412e19dd82563a9bbe0a18f40e768cd79b6'],
  ])('%s is never edited after its release', (name, hash) => {
    const statements = all.find((one) => one.name === name)?.statements ?? '';
    expect(createHash('sha256').update(statements).digest('hex')).toBe(hash);
  });
});
