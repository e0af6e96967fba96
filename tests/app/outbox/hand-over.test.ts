import { expect, it } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { clearTokens, storeTokens } from '#app/api/session.ts';
import { deleteStorageKey, storageKeys } from '#app/api/storage-key.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import {
  connectedEntries,
  discardForUser,
  leftByOthers,
  openEncryptedEntries,
  sendForUser,
} from '#app/outbox/recovery/hand-over.ts';
import { signOut } from '#app/outbox/sender/sign-out.ts';
import { discardedBy } from '#app/outbox/store/discarded.ts';
import { decryptOwnEntries } from '#app/outbox/store/encrypted-entries.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { clearLeftData } from '#app/shell/clear-left-data.ts';
import { advanceUntil, device, expectAllArrived, flush, stored, withDevice } from './device.ts';
import { newCourse, newStudent } from './mutations.ts';

const keyOf = (byte: number) => btoa(String.fromCharCode(...new Uint8Array(32).fill(byte)));
const mona = { id: 'mona', name: 'Mona Adel' };
const monasOwner = { ownerId: 'mona', branchId: 'b1' };
const manager = { ownerId: 'hany', branchId: 'b1' };

withDevice(async () => {
  await outboxDb().discarded.clear();
  for (const owned of storageKeys()) deleteStorageKey(owned);
  signIn('mona', 1);
  const facts = ['idempotency', 'merges'].map((name) => ({ key: `${name} b1/hany`, value: true }));
  await outboxDb().facts.bulkPut(facts);
});

const signIn = (user: string, key: number, branch = 'b1') =>
  storeTokens({ ...device.server.signIn(user, branch), storage_key: keyOf(key) });

/** Saves mutations as Mona, who then signs out; the manager signs in on the device. */
async function leave(...mutations: readonly Mutation[]): Promise<void> {
  const tab = device.tab();
  for (const mutation of mutations) await tab.enqueue(mutation);
  await leaveDevice();
}

async function leaveDevice(): Promise<void> {
  await signOut();
  await advanceUntil(clearLeftData(), 100);
  signIn('hany', 2);
}
const disable = () => device.server.disabled.set('mona', keyOf(1));
const open = () => advanceUntil(openEncryptedEntries(mona));
/** Sends what the manager has by now, as often as it takes. */
async function sent(): Promise<void> {
  const tab = device.tab();
  for (let run = 0; run < 3; run++) await advanceUntil(tab.send());
}
/** Leaves `student` by Mona, disables her, and takes the entry over on a device that is offline. */
async function takeOverAndSignOut(student: Mutation): Promise<void> {
  await leave(student);
  disable();
  const left = await open();
  device.server.offline = true;
  await sendForUser(mona, left);
  await flush();
  await signOut();
  await advanceUntil(clearLeftData(), 100);
}
const namesOf = (records: ReadonlyMap<string, Record<string, unknown>>) =>
  [...records.values()].map(({ name }) => name);

it('shows a manager what a disabled user left, and stores nothing of it readable', async () => {
  const [student, other] = [newStudent('Nadia Fahmy'), newStudent('Karim Sabry')];
  await leave(student, other);
  disable();
  expect(await leftByOthers(outboxDb(), manager)).toEqual([{ ownerId: 'mona', count: 2 }]);
  const left = await open();
  expect(left.map(({ entry }) => [entry.id, entry.body, entry.state])).toEqual([
    [student.id, { name: 'Nadia Fahmy' }, 'queued'],
    [other.id, { name: 'Karim Sabry' }, 'queued'],
  ]);
  expect(JSON.stringify([await outboxDb().outbox.toArray(), localStorage])).not.toMatch(/Nadia|Karim|AQEBAQ/);
  expect(device.server.students.size).toBe(0);
});

it('a user who is active, of another branch, or signed in here is never opened', async () => {
  await leave(newStudent('Nadia Fahmy'));
  await expect(open()).rejects.toThrow(ApiError);
  expect(await leftByOthers(outboxDb(), monasOwner)).toEqual([]);
  clearTokens();
  signIn('amr', 3, 'b2');
  expect(await leftByOthers(outboxDb(), { ownerId: 'amr', branchId: 'b2' })).toEqual([]);
  disable();
  expect(await open()).toEqual([]);
});

it('sends a student and the payment that waits for it in the name of the manager, once, naming who entered them', async () => {
  const student = newStudent('Nadia Fahmy');
  const course = newCourse(student.id, '100.00', '60.00');
  await leave(student, course);
  disable();
  const left = await open();
  expect(await sendForUser(mona, left)).toBe(2);
  await sent();
  await expectAllArrived(device, manager, [student, course]);
  const [id] = [...device.server.students.keys()];
  expect([...device.server.courses.values()]).toMatchObject([{ student: id, paid_amount: '60.00' }]);
  expect(
    device.server
      .writes()
      .slice(1)
      .map(({ enteredBy }) => enteredBy),
  ).toEqual(['mona', 'mona']);
  expect(await leftByOthers(outboxDb(), manager)).toEqual([]);
});

it('an entry that had arrived before its owner was disabled, and whose answer was lost, is recorded once', async () => {
  const student = newStudent('Nadia Fahmy');
  const tab = device.tab();
  await tab.enqueue(student);
  device.server.next('drop-after');
  await tab.send();
  expect(device.server.timesApplied.get(student.id)).toBe(1);
  await leaveDevice();
  disable();
  const [left] = await open();
  expect(left?.entry).toMatchObject({ state: 'unknown', uncertain: true });
  await sendForUser(mona, left ? [left] : []);
  await sent();
  await expectAllArrived(device, manager, [student]);
  expect(namesOf(device.server.students)).toEqual(['Nadia Fahmy']);
});

it('an entry that was being sent when its owner was signed out goes on as one of unknown outcome', async () => {
  const student = newStudent('Nadia Fahmy');
  const tab = device.tab();
  await tab.enqueue(student);
  const [row] = await outboxDb().outbox.toArray();
  const claim = { token: 'of a tab that is gone', at: Date.now() };
  const path = { method: 'POST', path: '/students/', body: '{"name":"Nadia Fahmy"}' } as const;
  await outboxDb().outbox.update(row?.seq ?? 0, { state: 'sending', claim, sent: path, attempts: 1 });
  await leaveDevice();
  disable();
  await sendForUser(mona, await open());
  expect((await stored(manager))[0]).toMatchObject({ state: 'unknown', uncertain: true });
  await sent();
  await expectAllArrived(device, manager, [student]);
});

it('what belongs together is sent together, and what others depend on is not discarded', async () => {
  const [student, other] = [newStudent('Nadia Fahmy'), newStudent('Karim Sabry')];
  const course = newCourse(student.id, '100.00', '60.00');
  await leave(student, other, course);
  disable();
  const left = await open();
  const connected = (at: number) => {
    const one = left[at];
    return one ? connectedEntries(one.entry, left).map(({ entry }) => entry.id) : [];
  };
  expect([connected(0), connected(2)]).toEqual([
    [student.id, course.id],
    [student.id, course.id],
  ]);
  expect(connected(1)).toEqual([other.id]);
  const [first, , third] = left;
  if (!first || !third) throw new Error('Not everything was read');
  await expect(discardForUser(mona, first, left, { reason: 'twice' })).rejects.toThrow(/belongs to this/);
  await discardForUser(mona, third, left, { reason: 'other', words: 'Money given back' });
  expect(await leftByOthers(outboxDb(), manager)).toEqual([{ ownerId: 'mona', count: 2 }]);
  expect(await discardedBy(outboxDb(), manager)).toMatchObject([
    { reason: 'other', words: 'Money given back', row: { id: course.id, enteredBy: mona } },
  ]);
});

it('two windows that send the same entries send them once', async () => {
  const student = newStudent('Nadia Fahmy');
  await leave(student);
  disable();
  const [one, other] = [await open(), await open()];
  expect(await sendForUser(mona, one)).toBe(1);
  expect(await sendForUser(mona, other)).toBe(0);
  await sent();
  await expectAllArrived(device, manager, [student]);
});

it('a user who is enabled again finds what was not handed over, and no copy of the rest', async () => {
  const [student, other] = [newStudent('Nadia Fahmy'), newStudent('Karim Sabry')];
  await leave(student, other);
  disable();
  const [first] = await open();
  await sendForUser(mona, first ? [first] : []);
  await sent();
  device.server.disabled.clear();
  clearTokens();
  signIn('mona', 1);
  await decryptOwnEntries(outboxDb(), monasOwner);
  expect((await stored(monasOwner)).map((entry) => entry.id)).toEqual([other.id]);
  await advanceUntil(device.tab().send());
  expect(namesOf(device.server.students)).toEqual(['Nadia Fahmy', 'Karim Sabry']);
});

it('names who entered an entry also after the manager who had taken it over was disabled', async () => {
  await takeOverAndSignOut(newStudent('Nadia Fahmy'));
  device.server.offline = false;
  signIn('basma', 3);
  device.server.disabled.set('hany', keyOf(2));
  const hany = { id: 'hany', name: 'Hany Samir' };
  expect(await sendForUser(hany, await advanceUntil(openEncryptedEntries(hany)))).toBe(1);
  await sent();
  expect(namesOf(device.server.students)).toEqual(['Nadia Fahmy']);
  expect(device.server.writes().at(-1)?.enteredBy).toBe('mona');
});

it('what the manager leaves pending is encrypted with their own key when they sign out', async () => {
  const student = newStudent('Nadia Fahmy');
  await takeOverAndSignOut(student);
  expect(JSON.stringify(await outboxDb().outbox.toArray())).not.toMatch(/Nadia|Mona/);
  device.server.offline = false;
  signIn('hany', 2);
  await decryptOwnEntries(outboxDb(), manager);
  await sent();
  await expectAllArrived(device, manager, [student]);
  expect(device.server.writes().at(-1)?.enteredBy).toBe('mona');
});
