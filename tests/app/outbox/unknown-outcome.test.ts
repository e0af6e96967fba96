import { describe, expect, it, vi } from 'vitest';
import { storeTokens } from '#app/api/session.ts';
import { deleteStorageKey, storageKeys } from '#app/api/storage-key.ts';
import { approvalRequest } from '#app/lib/ask-manager.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { reopen, retryNow } from '#app/outbox/recovery/actions.ts';
import { sendWithApproval } from '#app/outbox/sender/approval.ts';
import { save } from '#app/outbox/sender/save.ts';
import { startSending } from '#app/outbox/sender/sender.ts';
import { signOut } from '#app/outbox/sender/sign-out.ts';
import { decryptOwnEntries } from '#app/outbox/store/encrypted-entries.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { clearLeftData } from '#app/shell/clear-left-data.ts';
import { permissionsOf } from '#contract/permissions.ts';
import { gate } from '../../support/gate.ts';
import { advanceUntil, device, flush, openTab, rememberAnswers, stored, tab, withDevice } from './device.ts';
import type { SeenRequest } from './fake-server.ts';
import { create } from './mutations.ts';

const storageKey = (byte: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)));
const isDeduction = ({ method, path }: SeenRequest) => method === 'POST' && path === '/deductions/';

let running: () => void;
withDevice(async () => {
  for (const owned of storageKeys()) deleteStorageKey(owned);
  device.server.forbids = isDeduction;
  storeTokens({ ...device.server.signIn('mona'), storage_key: storageKey(1) });
  await load();
});

async function load(): Promise<void> {
  openTab();
  running = startSending(tab.owner, tab.sender);
  device.onClose(() => running());
  const user = { email: 'm@example.org', first_name: 'Mona', last_name: 'Adel' };
  const permissions = permissionsOf('staff');
  rememberAnswers(
    { name: 'Giza', merges: true, idempotency: true, approvals: true },
    { ...user, permissions },
  );
}

const deduction = () => create('deduction', { employee: 'e1', amount: '111.00', reason: 'Late' });
const entries = () => stored(tab.owner);
const sentKeys = () =>
  new Set(
    device.server
      .writes()
      .filter(isDeduction)
      .map(({ key }) => key),
  );
const deductions = () => device.server.others.get('deductions')?.size ?? 0;

async function asked() {
  for (let turn = 0; turn < 20 && !approvalRequest.get(); turn++) await flush(20);
  const request = approvalRequest.get();
  if (!request) throw new Error('No manager is asked');
  return { ...request, approve: () => request.send(`approval-of-${request.write.key}`) };
}

async function again(): Promise<void> {
  vi.setSystemTime(Date.now() + 90_000);
  await advanceUntil(tab.send(), 500);
}

describe('78 an approved write of a form whose answer is lost', () => {
  /** Saves the form, which a manager approves; the answer never comes. */
  async function approveAndLose(mutation: Mutation) {
    const outcome = save(mutation);
    const dialog = await asked();
    device.server.next('drop-after', isDeduction);
    expect(await advanceUntil(dialog.approve())).toMatchObject({
      problem: expect.stringMatching(/only once/),
    });
    return { outcome, dialog };
  }

  it('78 is stored, asked again under its key without the approval, and done; the closed form is saved', async () => {
    const mutation = deduction();
    const { outcome, dialog } = await approveAndLose(mutation);
    expect(await entries()).toMatchObject([{ id: mutation.id, state: 'unknown', uncertain: true }]);
    dialog.onClosed(false);
    expect(await advanceUntil(outcome)).toMatchObject({ outcome: 'queued' });
    await again();
    expect(await entries()).toMatchObject([{ id: mutation.id, state: 'done' }]);
    expect([deductions(), sentKeys().size]).toEqual([1, 1]);
  });

  it('78 is approved again in the open dialog and recorded once', async () => {
    const { outcome, dialog } = await approveAndLose(deduction());
    expect(await advanceUntil(dialog.approve(), 500)).toEqual({ done: true });
    dialog.onClosed(true);
    expect(await advanceUntil(outcome)).toMatchObject({ outcome: 'saved' });
    expect([deductions(), sentKeys().size]).toEqual([1, 1]);
  });

  it('78 that never arrived becomes a card under the same key', async () => {
    const mutation = deduction();
    const outcome = save(mutation);
    const dialog = await asked();
    device.server.next('drop-before', isDeduction);
    await advanceUntil(dialog.approve(), 500);
    dialog.onClosed(false);
    expect(await advanceUntil(outcome)).toMatchObject({ outcome: 'queued' });
    await again();
    expect(await entries()).toMatchObject([{ id: mutation.id, state: 'rejected', uncertain: true }]);
    const sent = sendWithApproval(mutation.id);
    const card = await asked();
    expect(await advanceUntil(card.approve(), 500)).toEqual({ done: true });
    card.onClosed(true);
    expect(await advanceUntil(sent)).toBe(true);
    expect([deductions(), sentKeys().size]).toEqual([1, 1]);
  });

  it('78 the approval leaves the device with the attempt, and returns if the server did not take it', async () => {
    const mutation = deduction();
    const outcome = save(mutation);
    const dialog = await asked();
    const { until, letGo } = gate();
    device.server.next({ until }, isDeduction);
    device.server.refusals.push({ status: 429, body: { detail: 'Too many at once.' } });
    const approved = dialog.approve();
    await flush();
    expect(await entries()).toMatchObject([{ id: mutation.id, state: 'sending', attempts: 1 }]);
    expect(JSON.stringify(await outboxDb().outbox.toArray())).not.toContain('approval-of-');
    letGo();
    expect(await advanceUntil(approved)).toEqual({ problem: 'Too many at once.' });
    const approval = `approval-of-${mutation.id}`;
    expect(await entries()).toMatchObject([{ id: mutation.id, state: 'queued', approval }]);
    await again();
    dialog.onClosed(false);
    expect(await advanceUntil(outcome)).toMatchObject({ outcome: 'saved' });
    expect(await entries()).toMatchObject([{ id: mutation.id, state: 'done' }]);
    expect([deductions(), sentKeys().size]).toEqual([1, 1]);
  });

  it('78 an unused approval does not outlive a log-out', async () => {
    const mutation = deduction();
    await tab.enqueue(mutation);
    await outboxDb().outbox.where({ id: mutation.id }).modify({ approval: 'a-token' });
    running();
    await signOut();
    await advanceUntil(clearLeftData(), 100);
    storeTokens({ ...device.server.signIn('mona'), storage_key: storageKey(1) });
    await decryptOwnEntries(outboxDb(), tab.owner);
    expect(await entries()).toMatchObject([{ id: mutation.id, state: 'queued', body: mutation.body }]);
    expect((await entries())[0]?.approval).toBeUndefined();
  });

  it('78 a definite refusal leaves nothing behind, and the corrected form has a new key', async () => {
    const mutation = deduction();
    const outcome = save(mutation);
    const dialog = await asked();
    device.server.refusals.push({ status: 400, body: { amount: ['Too much.'] } });
    expect(await advanceUntil(dialog.approve(), 500)).toEqual({ problem: 'Too much.' });
    dialog.onClosed(false);
    expect(await advanceUntil(outcome)).toMatchObject({ outcome: 'rejected' });
    expect([await entries(), deductions()]).toEqual([[], 0]);
    void save(mutation);
    expect((await asked()).write.key).not.toBe(mutation.id);
    approvalRequest.get()?.onClosed(false);
  });

  it('78 is not asked for while an earlier entry of the same record waits', async () => {
    const student = { id: 's1', name: 'Mona', version: 1 };
    device.server.students.set('s1', student);
    device.server.offline = true;
    const change: Mutation = create(
      'employee',
      { name: 'Hany' },
      { kind: 'update', recordId: 'e1', before: { id: 'e1', name: 'Hani' } },
    );
    await tab.enqueue(change);
    device.server.offline = false;
    device.server.next({ until: new Promise(() => undefined) }, ({ method }) => method === 'PATCH');
    void tab.send();
    await flush();
    expect(await advanceUntil(save(deduction()))).toMatchObject({
      outcome: 'rejected',
      detail: expect.stringMatching(/not sent yet/),
    });
    expect(approvalRequest.get()).toBeUndefined();
  });
});

it('78 an approved request of a refused entry that arrives late is recorded once, whatever was pressed before', async () => {
  const mutation = deduction();
  const { id } = mutation;
  await tab.enqueue(mutation);
  await advanceUntil(tab.send(), 500);
  expect(await entries()).toMatchObject([{ id, state: 'rejected', uncertain: false }]);
  const sent = sendWithApproval(id);
  const dialog = await asked();
  const { until, letGo } = gate();
  device.server.next({ until }, isDeduction);
  await advanceUntil(dialog.approve(), 1_000);
  dialog.onClosed(false);
  await sent;
  await again();
  expect(await entries()).toMatchObject([{ id, state: 'rejected', uncertain: true }]);
  await expect(reopen(id)).rejects.toThrow(/may have reached/);
  await advanceUntil(retryNow(id), 500);
  expect(await entries()).toMatchObject([{ id, state: 'rejected', uncertain: true }]);
  letGo();
  await flush();
  expect(deductions()).toBe(1);
  await advanceUntil(retryNow(id), 500);
  expect(await entries()).toMatchObject([{ id, state: 'done' }]);
  expect([deductions(), sentKeys().size]).toEqual([1, 1]);
});
