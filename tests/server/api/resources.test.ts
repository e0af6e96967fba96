import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowShape } from '#contract/define-resource.ts';
import type { FieldKind } from '#contract/fields.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { bodyOf } from './bodies.ts';
import { type Desk, type ServerUnderTest, serverUnderTest } from './server-under-test.ts';

let server: ServerUnderTest;
beforeAll(async () => {
  server = await serverUnderTest();
});
afterAll(() => server.close());

describe.each(resourceNames)('%s', (name) => {
  const resource = resourceOf(name);
  const { path } = resource;
  const factory = branchFactory(1);
  let desk: Desk;
  beforeAll(async () => {
    desk = await server.newDesk();
  });
  const one = (id: unknown) => `${path}${id}/`;

  test('what is created is what is read, in the contract’s shape', async () => {
    const body = await bodyOf[name](desk, factory);
    const made = await desk.send('POST', path, body);
    expect(made.status).toBe(201);
    expect(rowShape(resource).safeParse(made.body).error).toBeUndefined();
    for (const field of Object.keys(resource.fields)) {
      expect(made.body[field] ?? '', field).toBe(body[field] ?? '');
    }
    const read = await desk.get(one(made.body.id));
    expect(read.status).toBe(200);
    expect(read.body).toEqual(made.body);
    expect((await desk.all(path)).map((row) => row.id)).toContain(made.body.id);
  });

  test('each required field is asked for by its message', async () => {
    const refused = await desk.send('POST', path, {});
    expect(refused.status).toBe(400);
    const required = Object.entries(resource.fields).filter(([, field]) => !field.optional);
    expect(Object.keys(refused.body).sort()).toEqual(required.map(([field]) => field).sort());
  });

  test('a PATCH of the whole record changes nothing, one of a field changes that alone', async () => {
    const made = await desk.make(path, await bodyOf[name](desk, factory));
    expect((await desk.send('PATCH', one(made.id), made)).body).toEqual(made);
    const changes: Partial<Record<FieldKind, string>> = { text: 'Changed', date: '2026-01-31' };
    const [field = '', value] =
      Object.entries(resource.fields)
        .map(([key, { kind }]) => [key, changes[kind]] as const)
        .find(([, change]) => change !== undefined) ?? [];
    const changed = await desk.send('PATCH', one(made.id), { [field]: value });
    expect(changed.status).toBe(200);
    expect(changed.body).toEqual({ ...made, [field]: value });
  });

  test('optional fields are cleared by null and by nothing', async () => {
    for (const nothing of [null, '']) {
      const made = await desk.make(path, await bodyOf[name](desk, factory));
      const optional = Object.entries(resource.fields).filter(([, field]) => field.optional);
      const cleared = Object.fromEntries(optional.map(([field]) => [field, nothing]));
      const answer = await desk.send('PATCH', one(made.id), cleared);
      expect(answer.status).toBe(200);
      for (const [field] of optional) expect(answer.body[field], field).toBeNull();
    }
  });

  test('read-only and unknown fields are ignored', async () => {
    const body = await bodyOf[name](desk, factory);
    const computed = Object.fromEntries(Object.keys(resource.computed).map((field) => [field, 'mine']));
    const made = await desk.make(path, { ...body, ...computed, id: '999999', nonsense: 1, month: '9' });
    expect(made.id).not.toBe('999999');
    for (const field of Object.keys(resource.computed)) expect(made[field], field).not.toBe('mine');
    const patched = await desk.send('PATCH', one(made.id), { ...computed, id: '5', branch_id: '77' });
    expect(patched.body).toEqual(made);
  });

  test('a deleted record is gone, and its sentence names it', async () => {
    const made = await desk.make(path, await bodyOf[name](desk, factory));
    const deleted = await desk.send('DELETE', one(made.id));
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({ detail: `${resource.singular} ${resource.titleOf(made)} deleted.` });
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const after = await desk.send(method, one(made.id), method === 'PATCH' ? {} : undefined);
      expect(after.status, method).toBe(404);
      expect(after.body).toEqual({ detail: 'Not found.' });
    }
  });

  test('texts that cannot be stored are refused at their field', async () => {
    const body = await bodyOf[name](desk, factory);
    for (const [field, { kind }] of Object.entries(resource.fields)) {
      if (!['text', 'long-text', 'phone'].includes(kind)) continue;
      for (const bad of ['x'.repeat(2001), 'null\0byte', 'lone \ud800 surrogate', 5, ['x'], { x: 1 }]) {
        const refused = await desk.send('POST', path, { ...body, [field]: bad });
        expect(refused.status, `${field} ${JSON.stringify(bad).slice(0, 30)}`).toBe(400);
        expect(Object.keys(refused.body)).toEqual([field]);
      }
    }
  });

  test('a list is not sent again while it is the same', async () => {
    await desk.make(path, await bodyOf[name](desk, factory));
    for (const address of [path, one((await desk.all(path))[0]?.id)]) {
      const first = await desk.get(address);
      const again = await desk.get(address, { 'if-none-match': String(first.headers.etag) });
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
    }
    const stale = String((await desk.get(path)).headers.etag);
    await desk.make(path, await bodyOf[name](desk, factory));
    expect((await desk.get(path, { 'if-none-match': stale })).status).toBe(200);
  });
});
