import { beforeEach, expect, it, vi } from 'vitest';
import { ownerKey } from '#app/api/session.ts';
import { draftDb, draftLock, draftToOffer, keepDraft } from '#app/drafts/drafts.ts';
import type { FormDraft } from '#app/drafts/form-draft.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';

const mona = { ownerId: 'mona', branchId: 'b1' };
const NOW = Date.UTC(2026, 10, 22, 8);
const DAY = 24 * 3_600_000;

const draftOf = (change: Partial<FormDraft> = {}): FormDraft => ({
  id: crypto.randomUUID(),
  owner: ownerKey(mona),
  form: 'student new',
  title: 'Mona',
  values: { name: 'Mona' },
  referenced: {},
  ids: { current: crypto.randomUUID(), rejected: [] },
  startedAt: NOW,
  savedAt: NOW,
  ...change,
});

const offer = (owner = mona, now = NOW) => draftToOffer(owner, 'student new', now);

const mutationOf = (id: string): Mutation => ({
  id,
  resource: 'student',
  kind: 'create',
  body: { name: 'Mona' },
});

beforeEach(async () => {
  await draftDb().drafts.clear();
  await outboxDb().outbox.clear();
  return () => vi.unstubAllGlobals();
});

it('65 offers the newest draft of a form to its owner', async () => {
  await keepDraft(draftOf({ title: 'older', savedAt: NOW - 1_000 }));
  await keepDraft(draftOf({ title: 'newer' }));
  await keepDraft(draftOf({ title: 'another form', form: 'book new', savedAt: NOW + 1 }));
  expect(await offer()).toMatchObject({ title: 'newer' });
});

it('65 never offers a draft to another user, nor to the same user in another branch', async () => {
  await keepDraft(draftOf());
  expect(await offer({ ownerId: 'basma', branchId: 'b1' })).toBeUndefined();
  expect(await offer({ ownerId: 'mona', branchId: 'b2' })).toBeUndefined();
});

it('65 a draft whose content was saved before a crash is not offered, so that nothing is saved twice', async () => {
  const draft = draftOf();
  await keepDraft(draft);
  await enqueue(outboxDb(), mona, mutationOf(draft.ids.current), NOW);
  expect(await offer()).toBeUndefined();
  expect(await draftDb().drafts.count()).toBe(0);
});

it('65 a draft whose rejected entry still stands is offered; one whose entry was sent again is not', async () => {
  const rejected = crypto.randomUUID();
  await keepDraft(draftOf({ ids: { current: crypto.randomUUID(), rejected: [rejected] } }));
  await enqueue(outboxDb(), mona, mutationOf(rejected), NOW);
  await outboxDb().outbox.toCollection().modify({ state: 'rejected' });
  expect(await offer()).toMatchObject({ title: 'Mona' });
  await outboxDb()
    .outbox.toCollection()
    .modify({ state: 'queued', id: crypto.randomUUID(), merged: [rejected] });
  expect(await offer()).toBeUndefined();
});

it('65 a draft that is open in another tab is not offered', async () => {
  const open = draftOf();
  await keepDraft(open);
  const locks = { query: async () => ({ held: [{ name: draftLock(open.id) }] }) };
  vi.stubGlobal('navigator', { ...navigator, locks });
  expect(await offer()).toBeUndefined();
});

it('65 drafts are bounded: six days, and the newest twenty of an owner', async () => {
  await keepDraft(draftOf({ savedAt: NOW - 7 * DAY }));
  expect(await offer()).toBeUndefined();
  const other = draftOf({ owner: 'b1/basma', savedAt: NOW - DAY });
  await keepDraft(other);
  for (let count = 0; count < 25; count++) await keepDraft(draftOf({ savedAt: NOW + count }));
  const kept = await draftDb().drafts.toArray();
  expect(kept.filter(({ owner }) => owner === ownerKey(mona))).toHaveLength(20);
  expect(Math.min(...kept.filter(({ id }) => id !== other.id).map(({ savedAt }) => savedAt))).toBe(NOW + 5);
  expect(kept.map(({ id }) => id)).toContain(other.id);
});

it('65 a draft that this build cannot read is neither offered nor deleted', async () => {
  await draftDb().drafts.put({ id: 'x', owner: ownerKey(mona), form: 'student new', savedAt: NOW });
  expect(await offer()).toBeUndefined();
  expect(await draftDb().drafts.count()).toBe(1);
});
