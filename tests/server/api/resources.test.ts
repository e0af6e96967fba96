import { beforeAll, describe, expect, it } from 'vitest';
import { rowShape } from '#contract/define-resource.ts';
import { CASH } from '#contract/payment-methods.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { tableOf } from '#server/db/tables.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { bodyOf, changeOf } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const server = withServer();

/** Without a value of its own the server computes one (decision 133). */
const FOLLOWS: ReadonlySet<string> = new Set(['ends_on']);

describe.each(allResourceNames)('%s', (name) => {
  const resource = resourceOf(name);
  const { path } = resource;
  const factory = branchFactory(1);
  let client: ApiClient;
  beforeAll(async () => {
    client = await server.newClient();
  });
  const one = (id: unknown) => `${path}${id}/`;

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
    expect(missing, `Add these columns of ${table} in a new file of src/server/db/migrations`).toEqual([]);
  });

  it("a created record is read back in the contract's shape", async () => {
    const body = await bodyOf[name](client, factory);
    const made = await client.send('POST', path, body);
    expect(made.status).toBe(201);
    expect(rowShape(resource).safeParse(made.body).error).toBeUndefined();
    for (const [field, { kind }] of Object.entries(resource.fields)) {
      if (FOLLOWS.has(field)) continue;
      const nothing = kind === 'method' ? CASH : '';
      expect(made.body[field] ?? '', field).toEqual(body[field] ?? nothing);
    }
    const read = await client.get(one(made.body.id));
    expect(read.status).toBe(200);
    expect(read.body).toEqual(made.body);
    expect((await client.listAll(path)).map((row) => row.id)).toContain(made.body.id);
  });

  it('a PATCH with equal values changes nothing, one field changes alone', async () => {
    const made = await client.create(path, await bodyOf[name](client, factory));
    expect((await client.send('PATCH', one(made.id), made)).body).toEqual(made);
    const change = changeOf(name);
    const changed = await client.send('PATCH', one(made.id), change);
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...made, version: 2, ...change });
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

  it('a deleted record is gone, and the message names it', async () => {
    const made = await client.create(path, await bodyOf[name](client, factory));
    const deleted = await client.send('DELETE', one(made.id));
    expect(deleted.status).toBe(200);
    const title = resource.titleOf(made);
    const detail = resource.commonName
      ? `Enrolment deleted: ${resource.plural}, ${title}.`
      : `${resource.singular} deleted: ${title}.`;
    expect(deleted.body).toEqual({ detail });
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const after = await client.send(method, one(made.id), method === 'PATCH' ? {} : undefined);
      expect(after.status, method).toBe(404);
      expect(after.body).toEqual({ detail: 'Not found.' });
    }
  });
});
