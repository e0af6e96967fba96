import { beforeAll, describe, expect, it } from 'vitest';
import { HISTORY_PATH } from '#contract/history.ts';
import { IMPORTS_PATH } from '#contract/imports.ts';
import { MONTH_PATH } from '#contract/month.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { apiRoutes } from '../../support/api-routes.ts';
import { courses, enrol, installment, students } from './bodies.ts';
import { rowsOfBranch } from './branch-rows.ts';
import { fillBranch } from './filled-branch.ts';
import type { ApiClient } from './test-server.ts';
import { sendFile } from './upload.ts';
import { withServer } from './with-server.ts';

const server = withServer();
let mine: ApiClient;
let theirs: ApiClient;
/** Ids of one record of the other branch, by the path of its list. */
let foreign: Map<string, string>;

beforeAll(async () => {
  mine = await server.newClient();
  theirs = await server.newClient();
  await fillBranch(server, mine, 5);
  foreign = await fillBranch(server, theirs, 6);
  const options = { target: 'student', columns: { name: 0 } };
  for (const of of [mine, theirs]) {
    const { body } = await sendFile(server, of, IMPORTS_PATH, { content: 'Name\nMona Adel\n' }, options);
    foreign.set(IMPORTS_PATH, String(body.id));
  }
});

const everything = () => rowsOfBranch(server, theirs.branchId);

describe('another branch', () => {
  const withId = apiRoutes.filter(({ path }) => path.includes('{id}'));

  it.each(withId)('$method $path answers 404 for an id of another branch', async ({ method, path }) => {
    const before = await everything();
    const id = foreign.get(path.replace(/\{id\}\/.*$/, ''));
    expect(id).toBeDefined();
    const body = method === 'PATCH' ? { name: 'Mine now', notes: 'mine', paid_amount: '1' } : undefined;
    const answer = await mine.send(method, path.replace('{id}', id ?? ''), body);
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ detail: 'Not found.' });
    expect(await everything()).toEqual(before);
  });

  it.each(apiRoutes.filter(({ list }) => list))('$path lists no records of another branch', async ({
    path,
  }) => {
    const whole = path === HISTORY_PATH ? `${path}?resource=month` : path;
    const ids = (await mine.listAll(whole)).map((row) => row.id);
    expect(ids).not.toContain(foreign.get(path));
    expect(ids.length).toBeGreaterThan(0);
    for (const word of ['student', 'month']) {
      const asked = await mine.listAll(
        `${whole}${whole === path ? '?' : '&'}${word}=${foreign.get(word === 'month' ? MONTH_PATH : students)}`,
      );
      const leaked = asked.filter((row) => !ids.includes(row.id));
      expect(leaked).toEqual([]);
    }
  });

  it('cannot be referenced', async () => {
    const before = await everything();
    const factory = branchFactory(6);
    const student = foreign.get(students) ?? '';
    const enrolment = foreign.get(courses) ?? '';
    const own = await enrol(mine, '100');
    for (const [field, answer] of [
      ['student', await mine.send('POST', courses, factory.enrolment('adult-course', student))],
      ['student', await mine.send('PATCH', `${courses}${own.id}/`, { student })],
      ['related_record', await mine.send('POST', courses, installment(enrolment, '1'))],
    ] as const) {
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body)).toEqual([field]);
    }
    expect(await everything()).toEqual(before);
  });

  it('is not affected by toggling months', async () => {
    const before = await everything();
    await mine.send('POST', '/month/end-undo/');
    await mine.create('/month/', { name: 'Another of mine' });
    expect(await everything()).toEqual(before);
  });

  it('has users that cannot be changed from here', async () => {
    const before = await everything();
    const [me] = await server.queryAsOwner('select email from app_user where branch_id = $1', [
      theirs.branchId,
    ]);
    const taken = await mine.send('PATCH', '/auth/user/', { email: String(me?.email).toUpperCase() });
    expect(taken.status).toBe(400);
    expect(Object.keys(taken.body)).toEqual(['current_password']);
    expect(await everything()).toEqual(before);
  });
});
