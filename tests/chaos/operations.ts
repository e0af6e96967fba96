import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangedMeanwhile, OutboxEntry } from '#app/outbox/model/entry.ts';
import { paths } from '#contract/http.ts';
import { allResourceNames, RECEIPT_PRINT } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { administer } from '../support/extra-users.ts';
import type { ProxyFault } from '../support/fault-proxy.ts';
import { edit, openForm, remove, saveOpenForm } from './form-operations.ts';
import type { NetworkProfile } from './network-conditions.ts';
import {
  type ChaosOperation,
  create,
  createChild,
  enrol,
  payableKinds,
  payInstallment,
  payOut,
  pickRecord,
} from './record-operations.ts';
import {
  collectAcknowledged,
  type SimulatedDevice,
  type Simulation,
  saveOn,
  signInOn,
  signOutOn,
} from './simulation.ts';

/** How long a user waits at log-out for what is pending, in seconds, as the app does; some do not wait. */
const LOG_OUT_SECONDS = [0, 10] as const;

/** Logs the user out with entries that may wait, and signs the same or another one in. */
const changeUser: ChaosOperation = async (simulation, device) => {
  const { chance } = simulation.factory;
  await signOutOn(simulation, device, chance.pick(LOG_OUT_SECONDS));
  await signInOn(simulation, device, chance.pick(simulation.users));
  return true;
};

const logOut: ChaosOperation = async (simulation, device) => {
  if (!(await device.process.isSignedIn())) return false;
  await signOutOn(simulation, device, simulation.factory.chance.pick(LOG_OUT_SECONDS));
  return true;
};

/** Ends the session at the server, or only its access token; the app finds out when it asks the server next. */
const endSession: ChaosOperation = async ({ factory: { chance } }, device) =>
  device.process.endSession(chance.happens(50) ? 'session' : 'access');

/** Signs a user in where nobody is: mostly the one who was there before. */
const signIn: ChaosOperation = async (simulation, device) => {
  if (await device.process.isSignedIn()) return false;
  const { users, factory } = simulation;
  const last = users.find(({ email }) => email === device.user);
  await signInOn(simulation, device, last && factory.chance.happens(70) ? last : factory.chance.pick(users));
  await collectAcknowledged(simulation, device);
  return true;
};

const backupFile = ({ server }: Simulation) => join(server.dataDir, 'chaos.backup');

/** Backs the running server up; the file of the last time is replaced. */
const backUp: ChaosOperation = async (simulation) => {
  for (const device of simulation.devices) await collectAcknowledged(simulation, device);
  administer(simulation.server, ['backup', backupFile(simulation), '--force']);
  simulation.hasBackup = true;
  simulation.log.backedUp();
  return true;
};

/** Restores the last backup into a new database, as after the loss of the server's disk. */
const restoreBackup: ChaosOperation = async (simulation) => {
  if (!simulation.hasBackup) return false;
  const { server, managerApi, log, records } = simulation;
  for (const device of simulation.devices) await collectAcknowledged(simulation, device);
  await server.kill();
  // Its connections are gone.
  simulation.late.length = 0;
  rmSync(join(server.dataDir, 'database'), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  administer(server, ['restore', backupFile(simulation)]);
  await server.start();
  const rows = new Map(
    await Promise.all(
      allResourceNames.map(async (name) => [name, await managerApi.all(resourceOf(name).path)] as const),
    ),
  );
  log.restored(rows);
  // The backup may not know the sessions of today: who signs in next does so with a password.
  for (const device of simulation.devices) device.tokens.clear();
  for (const record of records) {
    if (!record.isAcknowledged) continue;
    const isThere = rows.get(record.resource)?.some(({ id }) => id === record.id) ?? false;
    if (isThere) delete record.deleted;
    else if (!record.deleted) record.isAcknowledged = false;
  }
  return true;
};

const printReceipt: ChaosOperation = async (simulation, device) => {
  const resource = simulation.factory.chance.pick(payableKinds);
  const payment = pickRecord(simulation, device, resource);
  if (!payment) return false;
  await saveOn(simulation, device, {
    id: simulation.newId(),
    resource: RECEIPT_PRINT,
    kind: 'create',
    body: {
      resource,
      record: payment.id,
      printed_at: '2026-11-05T10:00:00.000Z',
    },
  });
  return true;
};

/** Enrols a student for a price of which half is paid, and plans the rest; both may wait on the device, one for the other. */
const planRest: ChaosOperation = async (simulation, device) => {
  const { factory, newId } = simulation;
  const student = pickRecord(simulation, device, 'student');
  if (!student) return false;
  const [id, of] = [newId(), student.id];
  const prices = { price: '400.00', paid_amount: '200.00' };
  const body = factory.enrolment('adult-course', of, prices);
  await saveOn(simulation, device, { id, resource: 'adult-course', kind: 'create', body });
  const plan = factory.plan(id, of);
  await saveOn(simulation, device, { id: newId(), resource: 'plan', kind: 'create', body: plan });
  return true;
};

const HOUR_MS = 3_600_000;

const send: ChaosOperation = async (simulation, device) => {
  await device.process.send([simulation.factory.chance.pick(device.tabs)]);
  await collectAcknowledged(simulation, device);
  return true;
};

/** Lets the other device send while a request or answer of this device is in flight. */
const sendConcurrently: ChaosOperation = async (simulation, device) => {
  const { chance } = simulation.factory;
  const others = simulation.devices.filter((one) => one !== device);
  if (others.length === 0) return false;
  const other = chance.pick(others);
  const kind = chance.happens(50) ? 'first' : 'meanwhile';
  return withFault(simulation, device, { kind, happens: () => other.process.send(other.tabs) });
};

/** Kills the server before or after it processes a write, whose answer may be lost; the crash test kills it in the middle. */
const killServer: ChaosOperation = async (simulation, device) => {
  const { server, factory } = simulation;
  const isLost = factory.chance.happens(50);
  const happens = async () => {
    await server.kill('SIGKILL');
    await server.start();
    if (isLost) throw new Error('The answer is lost.');
  };
  const kind = factory.chance.pick(['first', 'meanwhile', 'meanwhile'] as const);
  return withFault(simulation, device, { kind, happens });
};

const deliverLate: ChaosOperation = async ({ late, factory: { chance } }) => {
  const [deliver] = late.splice(chance.whole(0, Math.max(0, late.length - 1)), 1);
  await deliver?.();
  return deliver !== undefined;
};

/** Sends the device's entries with one fault; returns false if no write met it. */
async function withFault(
  simulation: Simulation,
  device: SimulatedDevice,
  fault: ProxyFault,
): Promise<boolean> {
  const profile = device.profile;
  device.profile = 'clear';
  device.proxy.next({ path: /^\/api\/(?!auth|branch)/ }, fault);
  await device.process.send(device.tabs);
  const wasHit = device.proxy.remainingFaults() === 0;
  device.proxy.forget();
  device.profile = profile;
  for (const one of simulation.devices) await collectAcknowledged(simulation, one);
  return wasHit;
}

const reopenTab = async (device: SimulatedDevice, closed: number) => {
  device.tabs.splice(device.tabs.indexOf(closed), 1, await device.process.openTab());
};

const closeTab: ChaosOperation = async (simulation, device) => {
  const tab = simulation.factory.chance.pick(device.tabs);
  await device.process.closeTab(tab);
  await reopenTab(device, tab);
  return true;
};

const killTabWhileSending: ChaosOperation = async (simulation, device) => {
  const tab = simulation.factory.chance.pick(device.tabs);
  await device.process.sendUntilKilled(tab, simulation.factory.chance.whole(1, 4));
  await reopenTab(device, tab);
  await collectAcknowledged(simulation, device);
  return true;
};

const profiles: readonly NetworkProfile[] = ['clear', 'clear', 'flaky', 'flaky', 'bad', 'offline'];

const changeNetwork: ChaosOperation = async ({ factory }, device) => {
  device.profile = factory.chance.pick(profiles);
  return true;
};

/** Lets the device sleep for up to 24 hours. */
const passTime: ChaosOperation = async ({ factory: { chance } }, device) => {
  await device.process.passTime(chance.whole(1, 24) * HOUR_MS);
  return true;
};

/** Sets the device's clock wrong, by hours or by days, or right. */
const setClock: ChaosOperation = async ({ factory: { chance } }, device) => {
  const hours = chance.pick([0, 0, 0, chance.whole(-5, 5), chance.whole(-24 * 20, 24 * 20)]);
  await device.process.setClockError(hours * HOUR_MS);
  return true;
};

const toggleMonth: ChaosOperation = async ({ managerApi, factory: { chance } }) => {
  const { status } = await managerApi.newestMonth();
  if (status === 'running' || chance.happens(30)) await managerApi.post(paths.toggleMonth, {});
  else await managerApi.post(paths.months, { name: `Month ${chance.whole(1, 999_999)}` });
  return true;
};

/** Resolves a random problem: retries, discards or corrects the entry. */
const resolveProblem: ChaosOperation = async (simulation, device) => {
  const { chance } = simulation.factory;
  const entries = (await device.process.entries()).filter(
    ({ state, asksPerson }) => state === 'rejected' || state === 'blocked' || asksPerson,
  );
  const entry = entries.length > 0 ? chance.pick(entries) : undefined;
  if (!entry) return false;
  const { changedMeanwhile } = entry;
  if (entry.asksPerson) await decideUnknown(simulation, device, entry);
  else if (changedMeanwhile && chance.happens(70))
    await resolveConflict(simulation, device, { ...entry, changedMeanwhile });
  else if (chance.happens(30)) await device.process.retry(entry.id);
  else if (chance.happens(50))
    await discardEntry(simulation, device, entry.id, entry.seq, entry.operation.recordId);
  else await correctEntry(simulation, device, entry.id);
  await collectAcknowledged(simulation, device);
  return true;
};

/** Keeps what was entered, or what is on the server, as the card offers. */
async function resolveConflict(
  simulation: Simulation,
  device: SimulatedDevice,
  entry: OutboxEntry & { readonly changedMeanwhile: ChangedMeanwhile },
): Promise<void> {
  const { id, seq, operation, body, changedMeanwhile } = entry;
  if (simulation.factory.chance.happens(50))
    return discardEntry(simulation, device, id, seq, operation.recordId);
  const mutation = await device.process.reopen(id);
  if (!mutation) return;
  const before = changedMeanwhile.current;
  const replacement = operation.kind === 'delete' ? {} : body;
  await saveOn(simulation, device, { ...mutation, id: simulation.newId(), body: replacement, before });
}

/** Sends an entry again whose outcome is unknown, or that a restore has undone; some of these are given up. */
async function decideUnknown(
  simulation: Simulation,
  device: SimulatedDevice,
  { id, seq, operation, lostInRestore }: OutboxEntry,
): Promise<void> {
  if (!lostInRestore || simulation.factory.chance.happens(85)) await device.process.retry(id);
  else await discardEntry(simulation, device, id, seq, operation.recordId);
}

async function discardEntry(
  simulation: Simulation,
  device: SimulatedDevice,
  id: string,
  seq: number,
  recordId: string,
): Promise<void> {
  if ((await device.process.discard(id)) !== undefined) return;
  const isStored = (await device.process.entries()).some((entry) => entry.seq === seq);
  const saved = simulation.log.at(device.number, seq);
  if (isStored || !saved) return;
  saved.removed = 'discarded';
  for (const record of simulation.records) if (record.id === recordId) record.deleted = true;
}

async function correctEntry(
  simulation: Simulation,
  device: SimulatedDevice,
  outboxId: string,
): Promise<void> {
  const mutation = await device.process.reopen(outboxId);
  if (!mutation) return;
  const corrected = {
    ...('paid_amount' in mutation.body && { paid_amount: '1.00' }),
    // A clock that ran back leaves the day to the user.
    ...('custom_date' in mutation.body && { custom_date: '2026-11-05' }),
  };
  await saveOn(simulation, device, {
    ...mutation,
    body: { ...mutation.body, ...corrected },
    id: simulation.newId(),
  });
}

const weightedOperations: readonly (readonly [share: number, name: string, operation: ChaosOperation])[] = [
  [7, 'student', (simulation, device) => create(simulation, device, 'student', simulation.factory.student())],
  [9, 'enrolment', enrol],
  [12, 'installment', payInstallment],
  [2, 'book', (simulation, device) => create(simulation, device, 'book', simulation.factory.book())],
  [2, 'order', createChild('book', 'book-order', ({ factory }, id) => factory.bookOrder(id))],
  [5, 'payout', payOut],
  [
    2,
    'employee',
    (simulation, device) => create(simulation, device, 'employee', simulation.factory.employee()),
  ],
  [2, 'deduction', createChild('employee', 'deduction', ({ factory }, id) => factory.deduction(id))],
  [2, 'salary', createChild('employee', 'salary', (_, employee) => ({ employee }))],
  [1, 'part', createChild('employee', 'salary', (_, employee) => ({ employee, amount: '900.00' }))],
  [1, 'advance', createChild('employee', 'advance', ({ factory }, id) => factory.advance(id))],
  [1, 'bonus', createChild('employee', 'bonus', ({ factory }, id) => factory.bonus(id))],
  [3, 'expense', (simulation, device) => create(simulation, device, 'expense', simulation.factory.expense())],
  [3, 'reminder', createChild('student', 'reminder', ({ factory }, id) => factory.reminder(id))],
  [3, 'promise', createChild('student', 'promise', ({ factory }, id) => factory.promise(id))],
  [5, 'print', printReceipt],
  [3, 'plan', planRest],
  [6, 'edit', edit],
  [9, 'open a form', openForm],
  [9, 'save an open form', saveOpenForm],
  [4, 'delete', remove],
  [16, 'send', send],
  [4, 'send concurrently', sendConcurrently],
  [3, 'tab killed while sending', killTabWhileSending],
  [2, 'close a tab', closeTab],
  [4, 'network', changeNetwork],
  [4, 'late request', deliverLate],
  [2, 'hours pass', passTime],
  [1, 'clock', setClock],
  [1, 'user', changeUser],
  [1, 'log out', logOut],
  [1, 'session ends', endSession],
  [9, 'sign in', signIn],
  [1, 'backup', backUp],
  [1, 'month', toggleMonth],
  [4, 'resolve problem', resolveProblem],
];
const OPERATIONS_PER_KILL = 150;
/** Gives the average number of operations between two restores of the server from a backup. */
const OPERATIONS_PER_RESTORE = 300;

const totalWeight = weightedOperations.reduce((total, [share]) => total + share, 0);

/** Returns the operation at a number from 0 up to `totalWeight * OPERATIONS_PER_KILL`, in proportion to the weights. */
export function operationAt(number: number): { readonly name: string; readonly operation: ChaosOperation } {
  if (number % OPERATIONS_PER_KILL === 0) return { name: 'server killed', operation: killServer };
  if (number % OPERATIONS_PER_RESTORE === 1) return { name: 'server restored', operation: restoreBackup };
  let draw = Math.floor(number / OPERATIONS_PER_KILL) % totalWeight;
  for (const [share, name, operation] of weightedOperations) {
    draw -= share;
    if (draw < 0) return { name, operation };
  }
  throw new RangeError(`No operation at ${number}`);
}

export const OPERATION_RANGE = totalWeight * OPERATIONS_PER_KILL;

/** Sends everything that can be sent: clears the network and signs every user in on every device. */
export async function drainAndSettle(simulation: Simulation): Promise<void> {
  const { managerApi } = simulation;
  const { status } = await managerApi.newestMonth();
  if (status !== 'running') await managerApi.post(paths.months, { name: 'The last month' });
  for (const deliver of simulation.late.splice(0)) await deliver();
  for (const device of simulation.devices) {
    device.profile = 'clear';
    for (const user of [...simulation.users, ...simulation.users]) {
      await signOutOn(simulation, device, 0);
      await signInOn(simulation, device, user);
      const tab = await device.process.openTab();
      for (let round = 0; round < 3; round++) {
        await device.process.passTime(2 * HOUR_MS);
        await device.process.send([tab]);
        for (const entry of await device.process.entries())
          if (entry.asksPerson) await device.process.retry(entry.id);
      }
      await collectAcknowledged(simulation, device);
      await device.process.closeTab(tab);
    }
  }
}
