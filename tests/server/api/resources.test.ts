import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { rowShape } from '#contract/define-resource.ts';
import { HISTORY_PATH, historyEntry } from '#contract/history.ts';
import { newRecordId } from '#contract/ids.ts';
import { CASH } from '#contract/payment-methods.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { tableOf } from '#server/db/tables.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { bodyOf, changeOf } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const server = withServer();

/** Without a value of its own the server computes one (decision 133). */
const FOLLOWS: ReadonlySet<string> = new Set(['ends_on', 'drawer', 'received']);

describe.each(allResourceNames)('%s', (name) => {
  const resource = resourceOf(name);
  const { path } = resource;
  const factory = branchFactory(1);
  let client: ApiClient;
  beforeAll(async () => {
    client = await server.newClient();
  });
  const one = (id: unknown) => `${path}${id}/`;
  const historyOf = async (id: string) =>
    z.array(historyEntry).parse(await client.listAll(`${HISTORY_PATH}?resource=${name}&record=${id}`));

  it('its table has a column for every field', async () => {
    const { table } = tableOf(name);
    const columns = await server.queryAsOwner(
      'select column_name from information_schema.columns where table_name = $1',
      [table],
    );
    const existing = new Set(columns.map(({ column_name }) => column_name));
    const needed = Object.entries(resource.fields).map(([field, { kind }]) =>
      kind === 'reference' ? `${field}_id` : field,
    );
    const missing = needed.filter((column) => !existing.has(column));
    expect(missing, `Add these columns of ${table} in src/server/db/schema`).toEqual([]);
  });

  it("a created record is read back in the contract's shape", async () => {
    const body = await bodyOf[name](client, factory);
    const made = await client.send('POST', path, body);
    expect(made.status).toBe(201);
    expect(rowShape(resource).safeParse(made.body).error).toBeUndefined();
    expect(made.body.version).toBe(1);
    for (const [field, { kind }] of Object.entries(resource.fields)) {
      if (FOLLOWS.has(field)) continue;
      const nothing = kind === 'method' ? CASH : '';
      expect(made.body[field] ?? '', field).toEqual(body[field] ?? nothing);
    }
    const read = await client.get(one(made.body.id));
    expect([read.status, read.headers.etag]).toEqual([200, '"1"']);
    expect(read.body).toEqual(made.body);
    expect((await client.listAll(path)).find(({ id }) => id === made.body.id)?.version).toBe(1);
  });

  it('one field changes alone with the version, which is the ETag; what comes to nothing leaves no trace', async () => {
    const body = await bodyOf[name](client, factory);
    const made = await client.create(path, body);
    for (const same of [undefined, {}, { notes: made.notes }, { ...body, base: body }, body, made]) {
      await expectAnswer(client.send('PATCH', one(made.id), same), 200, made);
    }
    const change = changeOf(name);
    const day = 'custom_date' in change ? change.custom_date : made.day;
    for (const _time of ['first', 'again']) {
      await expectAnswer(client.send('PATCH', one(made.id), change), 200, {
        ...made,
        version: 2,
        ...change,
        day,
      });
    }
    expect((await client.get(one(made.id))).headers.etag).toBe('"2"');
    expect(await historyOf(made.id)).toMatchObject([{ action: 'changed' }, { action: 'created' }]);
  });

  it('optional fields are cleared by null and by an empty text', async () => {
    for (const nothing of [null, '']) {
      const made = await client.create(path, await bodyOf[name](client, factory));
      // A yes or no has no third state to be cleared to; what is set once is not cleared, nor a number that the server gave.
      const optional = Object.entries(resource.fields).filter(
        ([field, { optional, kind, immutable }]) =>
          optional &&
          kind !== 'flag' &&
          !immutable &&
          !FOLLOWS.has(field) &&
          !(name === 'refund' && field === 'receipt_number'),
      );
      const cleared = Object.fromEntries(optional.map(([field]) => [field, nothing]));
      const answer = await client.send('PATCH', one(made.id), cleared);
      expect(answer.status).toBe(200);
      for (const [field, { kind }] of optional)
        expect(answer.body[field], field).toBe(kind === 'method' ? CASH : null);
    }
  });

  it('read-only and unknown fields are ignored', async () => {
    const body = await bodyOf[name](client, factory);
    const computed = Object.fromEntries(Object.keys(resource.computed).map((field) => [field, 'mine']));
    const made = await client.create(path, { ...body, ...computed, id: '999999', nonsense: 1, month: '9' });
    expect(made.id).not.toBe('999999');
    for (const field of Object.keys(resource.computed)) expect(made[field], field).not.toBe('mine');
    const patched = await client.send('PATCH', one(made.id), { ...computed, id: '5', branch_id: '77' });
    expect(patched.body).toEqual(made);
  });

  it('has the id that the create gives it; repeated it answers the record, with other content it is refused', async () => {
    const id = newRecordId();
    const body = { ...(await bodyOf[name](client, factory)), id };
    const made = await client.create(path, body);
    expect(made.id).toBe(id);
    expect((await client.create(path, { ...body, id: id.toUpperCase() })).version).toBe(made.version);
    expect((await client.get(one(id))).body).toMatchObject({ id });
    expect(await historyOf(id)).toHaveLength(1);
    const other = await client.send('POST', path, { ...body, ...changeOf(name) });
    expect([other.status, other.body.detail]).toEqual([409, expect.stringContaining('this id')]);
  });

  it('is deleted only in the version that was shown, is gone then, and the history keeps every step', async () => {
    const made = await client.create(path, await bodyOf[name](client, factory));
    const { body: current } = await client.send('PATCH', one(made.id), changeOf(name));
    const key = { 'idempotency-key': randomUUID() };
    for (const _time of ['first', 'again']) {
      await expectAnswer(client.send('DELETE', one(made.id), undefined, { 'if-match': '"1"', ...key }), 412, {
        detail: expect.any(String),
        current,
      });
    }
    const deleted = await client.send('DELETE', one(made.id), undefined, { 'if-match': 'W/"2"' });
    expect(deleted.status).toBe(200);
    const title = resource.titleOf(current);
    const detail = resource.commonName
      ? `Enrolment deleted: ${resource.plural}, ${title}.`
      : `${resource.singular} deleted: ${title}.`;
    expect(deleted.body).toEqual({ detail });
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      for (const tag of ['*', '"2"']) {
        const after = await client.send(method, one(made.id), method === 'PATCH' ? {} : undefined, {
          'if-match': tag,
        });
        expect([method, after.status, after.body]).toEqual([method, 404, { detail: 'Not found.' }]);
      }
    const always = { resource: name, record: made.id, user: String(client.userId), user_name: 'Desk Staff' };
    expect(await historyOf(made.id)).toMatchObject([
      { ...always, action: 'deleted', before: current, after: null },
      { ...always, action: 'changed', before: made, after: current },
      { ...always, action: 'created', before: null, after: made, at: '2026-03-10T09:00:00Z' },
    ]);
  });
});
