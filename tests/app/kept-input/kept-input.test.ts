import { beforeEach, expect, it, vi } from 'vitest';
import { clearTokens, storeTokens } from '#app/api/session.ts';
import type { FormInput } from '#app/kept-input/form-input.ts';
import { formInputsOf, inputLock, inputToOffer, keepFormInput } from '#app/kept-input/form-input.ts';
import { clearInput, keepInput, pruneInput, readInput, readInputs } from '#app/kept-input/kept-input.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';

const mona = { ownerId: 'mona', branchId: 'b1' };
const basma = { ownerId: 'basma', branchId: 'b1' };
const NOW = Date.UTC(2026, 10, 22, 8);
const DAY = 24 * 3_600_000;

const inputOf = (change: Partial<FormInput> = {}): FormInput => ({
  id: crypto.randomUUID(),
  form: 'student new',
  title: 'Mona',
  values: { name: 'Mona' },
  referenced: {},
  ids: { current: crypto.randomUUID(), rejected: [] },
  startedAt: NOW,
  ...change,
});

const offer = (owner = mona, now = NOW) => inputToOffer(owner, 'student new', now);
const signIn = ({ ownerId, branchId }: typeof mona) =>
  storeTokens({
    access: `e30.${btoa(JSON.stringify({ sub: ownerId, branch: branchId }))}.sig`,
    refresh: 'refresh',
  });

const mutationOf = (id: string): Mutation => ({
  id,
  resource: 'student',
  kind: 'create',
  body: { name: 'Mona' },
});

beforeEach(async () => {
  localStorage.clear();
  signIn(mona);
  await outboxDb().outbox.clear();
  return () => vi.unstubAllGlobals();
});

it('65 offers the newest input of a form to its owner', async () => {
  keepFormInput(mona, inputOf({ title: 'older' }), NOW - 1_000);
  keepFormInput(mona, inputOf({ title: 'newer' }), NOW);
  keepFormInput(mona, inputOf({ title: 'another form', form: 'book new' }), NOW + 1);
  expect(await offer()).toMatchObject({ title: 'newer' });
});

it('65 never offers input to another user, nor to the same user in another branch', async () => {
  keepFormInput(mona, inputOf(), NOW);
  expect(await offer(basma)).toBeUndefined();
  expect(await offer({ ownerId: 'mona', branchId: 'b2' })).toBeUndefined();
});

it('65 input that was saved before a crash is not offered, so that nothing is saved twice', async () => {
  const input = inputOf();
  keepFormInput(mona, input, NOW);
  await enqueue(outboxDb(), mona, mutationOf(input.ids.current), NOW);
  expect(await offer()).toBeUndefined();
  expect(formInputsOf(mona, 'student new', NOW)).toEqual([]);
});

it('65 input whose rejected entry still stands is offered; one whose entry was sent again is not', async () => {
  const rejected = crypto.randomUUID();
  keepFormInput(mona, inputOf({ ids: { current: crypto.randomUUID(), rejected: [rejected] } }), NOW);
  await enqueue(outboxDb(), mona, mutationOf(rejected), NOW);
  await outboxDb().outbox.toCollection().modify({ state: 'rejected' });
  expect(await offer()).toMatchObject({ title: 'Mona' });
  await outboxDb()
    .outbox.toCollection()
    .modify({ state: 'queued', id: crypto.randomUUID(), merged: [rejected] });
  expect(await offer()).toBeUndefined();
});

it('65 input that is open in another tab is not offered', async () => {
  const open = inputOf();
  keepFormInput(mona, open, NOW);
  const locks = { query: async () => ({ held: [{ name: inputLock(open.id) }] }) };
  vi.stubGlobal('navigator', { ...navigator, locks });
  expect(await offer()).toBeUndefined();
});

it('65 kept input is bounded: six days, and the newest twenty of a user', () => {
  keepInput(mona, 'count', 'old', NOW - 7 * DAY);
  expect(readInput(mona, 'count', NOW)).toBeUndefined();
  for (let count = 0; count < 25; count++) keepInput(mona, `form ${count}`, count, NOW + count);
  const kept = readInputs(mona, '', NOW + 25);
  expect(kept.map(({ input }) => input)).toEqual(Array.from({ length: 20 }, (_, index) => 24 - index));
  pruneInput(NOW + 7 * DAY);
  expect(readInputs(mona, '', NOW)).toEqual([]);
});

it('65 input that this build cannot read is neither offered nor deleted', async () => {
  keepInput(mona, 'form student new x', { form: 'student new' }, NOW);
  expect(await offer()).toBeUndefined();
  expect(readInput(mona, 'form student new x', NOW)).toBeDefined();
});

it('66 nothing is kept for a user who is not signed in, and the input of another user goes', () => {
  keepInput(mona, 'count', '1750', NOW);
  clearTokens();
  keepInput(mona, 'form student new', 'typed', NOW);
  expect(readInputs(mona, 'form', NOW)).toEqual([]);
  signIn(basma);
  keepInput(basma, 'count', '20', NOW);
  clearInput(new Set(['b1/basma']));
  expect(readInputs(mona, '', NOW)).toEqual([]);
  expect(readInput(basma, 'count', NOW)?.input).toBe('20');
});
