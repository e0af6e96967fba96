import { beforeAll, describe, expect, it } from 'vitest';
import { CLOSES_PATH } from '#contract/closes.ts';
import { DEBTS_PATH } from '#contract/debts.ts';

import { HISTORY_PATH } from '#contract/history.ts';
import { paths } from '#contract/http.ts';
import { IMPORTS_PATH } from '#contract/imports.ts';
import { PRINTS_PATH } from '#contract/receipts.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { mergePath, undoMergePath } from '#contract/student-merges.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { sessionWithToken } from '../../support/access-token.ts';
import { apiRoutes } from '../../support/api-routes.ts';
import { bodyOf, collectionOf, courses, enrol, installment, printAndCancel, students } from './bodies.ts';
import { rowsOfBranch } from './branch-rows.ts';
import type { ApiClient } from './test-server.ts';
import { sendFile } from './upload.ts';
import { withServer } from './with-server.ts';

const server = withServer();
let mine: ApiClient;
let theirs: ApiClient;
/** Ids of one record of the other branch, by each path with an id. */
const foreign = new Map<string, string>();

beforeAll(async () => {
  mine = await server.newClient();
  theirs = await server.newClient();
  const factory = branchFactory(5);
  await mine.create('/month/', { name: 'Mine' });
  foreign.set('/users/{id}/', String(theirs.userId));
  foreign.set('/users/{id}/handover/', String(theirs.userId));
  foreign.set('/month/{id}/', (await theirs.create('/month/', { name: 'Theirs' })).id);
  foreign.set(`${paths.sessions}{id}/`, (await sessionWithToken(server.queryAsOwner, theirs)).session);
  await mine.create(paths.collections, await collectionOf(mine));
  const theirCollection = await theirs.create(paths.collections, await collectionOf(theirs));
  foreign.set(`${paths.collections}{id}/`, theirCollection.id);
  await printAndCancel(mine);
  foreign.set(`${PRINTS_PATH}{id}/`, (await printAndCancel(theirs)).print);
  await mine.create(CLOSES_PATH, { other: '1' });
  const theirClose = await theirs.create(CLOSES_PATH, { other: '1' });
  foreign.set('/month/{id}/writes/', foreign.get('/month/{id}/') ?? '');
  foreign.set(`${CLOSES_PATH}{id}/`, theirClose.id);
  foreign.set(`${CLOSES_PATH}{id}/finish/`, theirClose.id);
  foreign.set(`${CLOSES_PATH}{id}/recount/`, theirClose.id);
  const options = { target: 'student', columns: { name: 0 } };
  for (const of of [mine, theirs]) {
    const { body } = await sendFile(server, of, IMPORTS_PATH, { content: 'Name\nMona Adel\n' }, options);
    foreign.set(`${IMPORTS_PATH}{id}/`, String(body.id));
  }
  for (const name of allResourceNames) {
    const { path } = resourceOf(name);
    await mine.create(path, await bodyOf[name](mine, factory));
    foreign.set(`${path}{id}/`, (await theirs.create(path, await bodyOf[name](theirs, factory))).id);
  }
  foreign.set(`${DEBTS_PATH}{id}/`, foreign.get('/students/{id}/') ?? '');
});

const everything = () => rowsOfBranch(server, theirs.branchId);

beforeAll(() => {
  const student = foreign.get(`${students}{id}/`) ?? '';
  for (const path of [mergePath('{id}'), undoMergePath('{id}')]) foreign.set(path, student);
});

describe('another branch', () => {
  const withId = apiRoutes.filter(({ path }) => path.includes('{id}'));

  it.each(withId)('$method $path answers 404 for an id of another branch', async ({ method, path }) => {
    const before = await everything();
    const id = foreign.get(path);
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
    expect(ids).not.toContain(foreign.get(`${path}{id}/`));
    expect(ids.length).toBeGreaterThan(0);
    for (const word of ['student', 'month']) {
      const asked = await mine.listAll(
        `${whole}${whole === path ? '?' : '&'}${word}=${foreign.get(word === 'month' ? '/month/{id}/' : `${students}{id}/`)}`,
      );
      const leaked = asked.filter((row) => !ids.includes(row.id));
      expect(leaked).toEqual([]);
    }
  });

  it('cannot be referenced', async () => {
    const before = await everything();
    const factory = branchFactory(6);
    const student = foreign.get(`${students}{id}/`) ?? '';
    const enrolment = foreign.get(`${courses}{id}/`) ?? '';
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
