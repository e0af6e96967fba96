import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { exportPath } from '#contract/exports.ts';
import { PEOPLE_PATH, people } from '#contract/people.ts';
import { REPORTS_PATH } from '#contract/reports.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { exportedLists } from '#server/exports/exports.ts';
import { bodyOf, courses, employees, expenses, installment, salaries, students } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const server = withServer();
const factory = branchFactory(5);
const FORMULA = '=HYPERLINK("http://evil";"منى")';
const NOTES = 'one, "two"\nthree';
const folder = mkdtempSync(join(tmpdir(), 'branch-desk-exports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let client: ApiClient;
let staff: ApiClient;

const file = async (path: string, of = client) => {
  const answer = await server.app.inject({ url: `/api${path}`, headers: of.authorization });
  return { status: answer.statusCode, headers: answer.headers, text: answer.payload, raw: answer.rawPayload };
};
const tableOf = (text: string) =>
  Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
const csv = async (path: string, query = '', of = client) => {
  const { status, text } = await file(`${exportPath(path)}?format=csv${query}`, of);
  expect(status, text).toBe(200);
  return text;
};
const xlsx = async (path: string, query = '') => {
  const { raw } = await file(`${exportPath(path)}?format=xlsx${query}`);
  const [sheet] = await readXlsxFile(raw);
  return sheet?.data ?? [];
};

const nameOfClient = async () => {
  const { results } = people.parse((await client.get(PEOPLE_PATH)).body);
  const [course] = await client.listAll(courses);
  return results.find(({ id }) => id === course?.recorded_by)?.name;
};

beforeAll(async () => {
  client = await server.newClient();
  staff = await server.newColleague(client, 'staff');
  await client.create('/month/', { name: 'March' });
  const mona = await client.create(
    students,
    factory.student({ name: FORMULA, phone: '+966501234567', birthdate: '2015-02-28', address: NOTES }),
  );
  await client.create(students, factory.student({ name: 'Omar _x0041_ <b>&', phone: null, birthdate: null }));
  const course = await client.create(
    courses,
    factory.enrolment('adult-course', mona.id, {
      price: '1000.30',
      paid_amount: '0.10',
      level: '3',
      custom_date: '2026-01-31',
      notes: NOTES,
    }),
  );
  await client.create(courses, installment(course.id, '0.20', { custom_date: '2026-02-01' }));
  for (const name of allResourceNames)
    if (!['student', 'adult-course'].includes(name))
      await client.create(resourceOf(name).path, await bodyOf[name](client, factory));
});

describe('a list as CSV', () => {
  it('is UTF-8 with a byte order mark, its texts are safe from formulas and its amounts are plain', async () => {
    const text = await csv(courses);
    expect(text.startsWith('\ufeff"Receipt Number"') || text.startsWith('\ufeffReceipt Number')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    const [paid, course] = tableOf(text);
    expect(course).toMatchObject({
      Student: `'${FORMULA}`,
      'Student Code': 'S-0001',
      Level: 'Level 3',
      Price: '1000.30',
      'Paid Amount': '0.10',
      'Paid so far': '0.30',
      'Remaining Amount': '1000.00',
      'Custom Date': '2026-01-31',
      Notes: NOTES,
      Installment: 'No',
      'Created At': '2026-03-10',
      'Taken by': await nameOfClient(),
      Month: 'March',
    });
    expect(paid).toMatchObject({
      Price: '',
      'Paid Amount': '0.20',
      'Paid so far': '',
      Installment: 'Yes',
    });
    expect(tableOf(await csv(students)).map((row) => row.Phone)).toContain("'+966501234567");
  });

  it('has the rows of the list in its order, with the same filters and beyond its pages', async () => {
    const person = await server.newClient();
    for (let made = 0; made < 23; made++)
      await person.create(students, factory.student({ name: `Student ${made}`, phone: `0100000${made}` }));
    for (const query of ['&search=student 1', '&ordering=-name', '&page=2&totals=true']) {
      const listed = await person.listAll(`${students}?${query.slice(1).replace('page=2&', '')}`);
      const codes = tableOf(await csv(students, query, person)).map((row) => row.Code);
      expect(codes).toEqual(listed.map((row) => row.code));
      expect(codes.length).toBeGreaterThan(10);
    }
  });

  it('has words of its language, not those of the wire', async () => {
    const headers = { ...client.authorization, 'accept-language': 'ar' };
    const { payload } = await server.app.inject({ url: `/api${exportPath('/month/')}?format=csv`, headers });
    expect(tableOf(payload)[0]).toMatchObject({ الشهر: 'March', الحالة: 'جارٍ' });
    expect(tableOf(await csv('/month/'))[0]).toMatchObject({ Status: 'Running' });
  });

  it('names its file after list, branch and day, and is not to be run by a browser', async () => {
    const { headers } = await file(`${exportPath(students)}?format=csv`);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''students-branch-1-2026-03-10.csv",
      'x-content-type-options': 'nosniff',
    });
  });
});

describe('a list as XLSX', () => {
  it('opens in another library with numbers, days and Arabic text as such', async () => {
    const [headings = [], paid = [], course = []] = await xlsx(courses);
    const at = (heading: string) => headings.indexOf(heading);
    expect(course[at('Student')]).toBe(FORMULA);
    expect(course[at('Notes')]).toBe(NOTES);
    expect(course[at('Price')]).toBe(1000.3);
    expect(course[at('Custom Date')]).toEqual(new Date('2026-01-31T00:00:00Z'));
    expect(course[at('Created At')]).toEqual(new Date('2026-03-10T00:00:00Z'));
    expect(course[at('Installment')]).toBe('No');
    expect([course[at('Paid Amount')], paid[at('Paid Amount')]]).toEqual([0.1, 0.2]);
    const names = (await xlsx(students, '&lang=ar')).map((row) => row[1]);
    expect(names).toContain('Omar _x0041_ <b>&');
  });
});

describe('every list', () => {
  const isResource = (path: string) => allResourceNames.some((name) => resourceOf(name).path === path);

  it('is exported in both formats, with the same headings', async () => {
    const needed: Readonly<Record<string, string>> = {
      '/history/': '&resource=student',
      [REPORTS_PATH]: '&from=2020-01-01&until=2099-12-31',
    };
    for (const { path } of exportedLists) {
      const filter = needed[path] ?? '';
      const rows = tableOf(await csv(path, filter));
      expect(rows.length, path).toBeGreaterThan(0);
      // One function makes the columns of all resources, so that two of them are enough in the other format.
      if (isResource(path) && path !== courses && path !== salaries) continue;
      const [headings = [], ...cells] = await xlsx(path, filter);
      expect(headings, path).toEqual(Object.keys(rows[0] ?? {}));
      expect(cells, path).toHaveLength(rows.length);
    }
  });

  it("of the history has times of the branch's zone", async () => {
    const filter = '&resource=student';
    expect(tableOf(await csv('/history/', filter))[0]?.Time).toBe('2026-03-10 11:00');
    const [headings = [], row = []] = await xlsx('/history/', filter);
    expect(row[headings.indexOf('Time')]).toEqual(new Date('2026-03-10T11:00:00Z'));
  });

  it('of debts has who owes what, as it is filtered, with amounts and days as such', async () => {
    const [headings = [], row = []] = await xlsx('/debts/', '&kind=adult-course');
    const at = (heading: string) => row[headings.indexOf(heading)];
    expect(at('Student')).toBe(FORMULA);
    expect([at('Remaining Amount'), at('Debts')]).toEqual([1000, 1]);
    expect([at('Last payment'), at('Last payment on')]).toEqual([0.2, new Date('2026-02-01T00:00:00Z')]);
    expect(tableOf(await csv('/debts/', '&minimum=99999999'))).toEqual([]);
  });

  it('shows to staff what its list does', async () => {
    expect((await file(`${exportPath(salaries)}?format=csv`, staff)).status).toBe(403);
    expect((await file(`${exportPath(expenses)}?format=csv`, server.clientWithToken(undefined))).status).toBe(
      401,
    );
    expect(Object.keys(tableOf(await csv(employees, '', client))[0] ?? {})).toContain('Salary');
    expect(Object.keys(tableOf(await csv(employees, '', staff))[0] ?? {})).not.toContain('Salary');
    expect(Object.keys(tableOf(await csv('/month/', '', staff))[0] ?? {})).toEqual([
      'Month',
      'Status',
      'Start Date',
      'End Date',
    ]);
  });

  it.each([
    ['', 400],
    ['?format=pdf', 400],
    ['?format=csv&ordering=secret', 400],
  ])('with %s is refused at the parameter', async (query, status) => {
    expect((await file(`${exportPath(students)}${query}`)).status).toBe(status);
    expect((await file(`/history/export/?format=csv`)).status).toBe(400);
  });

  it('is exported once at a time by a person; a cancelled export makes room for the next', async () => {
    const busy = await server.newClient();
    const colleague = await server.newColleague(busy, 'staff');
    await server.queryAsOwner(
      `insert into student (branch_id, code_number, code, name, address, folded, folded_name, created_at, effective_date)
       select $1, n, 'S-' || n, 'n', repeat('long address ', 150), 'n', 'n', now(), current_date from generate_series(1, 5000) as n`,
      [busy.branchId],
    );
    const socketPath = join(folder, 'server.sock');
    await server.app.listen({ path: socketPath });
    const ask = async (of: ApiClient) => {
      const path = `/api${exportPath(students)}?format=csv`;
      const asked = request({ socketPath, path, headers: of.authorization, agent: false }).end();
      const [answer]: IncomingMessage[] = await once(asked, 'response');
      if (!answer) throw new Error('No answer came');
      return answer;
    };
    const textOf = async (answer: IncomingMessage) => (await answer.setEncoding('utf8').toArray()).join('');
    const first = await ask(busy);
    expect(first.statusCode).toBe(200);
    const second = await ask(busy);
    expect([second.statusCode, JSON.parse(await textOf(second))]).toEqual([
      429,
      { detail: 'You are exporting another list. Wait until it has arrived, or cancel it.' },
    ]);
    expect((await textOf(await ask(colleague))).match(/\r\n/g)).toHaveLength(5_001);
    first.destroy();
    await vi.waitFor(
      async () => expect((await file(`${exportPath(students)}?format=csv&search=n`, busy)).status).toBe(200),
      {
        timeout: 30_000,
      },
    );
  });
});
