import type { Draft } from '#contract/define-resource.ts';
import { paths } from '#contract/http.ts';
import { formatDecimal } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import type { Fault } from '../support/fault-proxy.ts';
import type { NetworkProfile } from './network-conditions.ts';
import {
  collectAcknowledged,
  randomIdOf,
  type SimulatedDevice,
  type Simulation,
  saveOn,
  switchUser,
  type TrackedRecord,
  visibleRecords,
} from './simulation.ts';

/** Performs one random action and returns false if it was not applicable. */
export type Operation = (simulation: Simulation, device: SimulatedDevice) => Promise<boolean>;

const kinds = ['adult-course', 'kids-course', 'home-schooling', 'summer-course', 'nursery', 'bus'] as const;
const HOUR_MS = 3_600_000;

function pickRecord(
  simulation: Simulation,
  device: SimulatedDevice,
  resource: ResourceName,
  matches: (record: TrackedRecord) => boolean = () => true,
) {
  const all = visibleRecords(simulation, device, resource).filter(matches);
  return all.length > 0 ? simulation.factory.chance.pick(all) : undefined;
}

async function create(
  simulation: Simulation,
  device: SimulatedDevice,
  resource: ResourceName,
  body: Draft,
): Promise<true> {
  await saveOn(simulation, device, { id: simulation.newId(), resource, kind: 'create', body });
  return true;
}

/** Creates a record that refers to another record, if there is one. */
const createChild =
  (
    of: ResourceName,
    resource: ResourceName,
    bodyOf: (simulation: Simulation, id: string) => Draft,
  ): Operation =>
  async (simulation, device) => {
    const parent = pickRecord(simulation, device, of);
    if (!parent) return false;
    return create(simulation, device, resource, bodyOf(simulation, randomIdOf(simulation, device, parent)));
  };

const enrol: Operation = async (simulation, device) => {
  const student = pickRecord(simulation, device, 'student');
  if (!student) return false;
  const kind = simulation.factory.chance.pick(kinds);
  return create(
    simulation,
    device,
    kind,
    simulation.factory.enrolment(kind, randomIdOf(simulation, device, student)),
  );
};

const payInstallment: Operation = async (simulation, device) => {
  const kind = simulation.factory.chance.pick(kinds);
  const enrolment = pickRecord(simulation, device, kind, ({ isInstallment }) => !isInstallment);
  if (!enrolment) return false;
  const paid = BigInt(simulation.factory.chance.whole(1, 90_000));
  return create(
    simulation,
    device,
    kind,
    simulation.factory.installment(randomIdOf(simulation, device, enrolment), paid),
  );
};

const payOut: Operation = async (simulation, device) => {
  const student = pickRecord(simulation, device, 'student');
  const book = pickRecord(simulation, device, 'book');
  if (!student || !book) return false;
  const body = simulation.factory.bookPayout(
    randomIdOf(simulation, device, book),
    randomIdOf(simulation, device, student),
    {
      quantity: String(simulation.factory.chance.whole(1, 12)),
      paid_amount: formatDecimal(BigInt(simulation.factory.chance.whole(0, 9_000))),
    },
  );
  return create(simulation, device, 'book-payout', body);
};

/** Returns a random change of one important field of the record. */
function changedFields(simulation: Simulation, record: TrackedRecord): Draft {
  const { chance } = simulation.factory;
  const amount = formatDecimal(BigInt(chance.whole(100, 40_000)));
  switch (record.resource) {
    case 'student':
      return { phone: `0100 ${chance.whole(100_000, 999_999)}` };
    case 'book':
      return { sell_price: amount };
    case 'employee':
      return { salary: formatDecimal(BigInt(chance.whole(300_000, 900_000))) };
    case 'book-order':
    case 'book-payout':
      return chance.happens(50)
        ? { quantity: String(chance.whole(1, 20)) }
        : { notes: `Note ${chance.whole(1, 9_999)}` };
    case 'deduction':
    case 'expense':
      return { amount };
    case 'salary':
      return { custom_date: `2026-11-${String(chance.whole(1, 20)).padStart(2, '0')}` };
    default:
      return chance.happens(60) ? { paid_amount: amount } : { notes: `Note ${chance.whole(1, 9_999)}` };
  }
}

function pickAnyRecord(simulation: Simulation, device: SimulatedDevice): TrackedRecord | undefined {
  const all = simulation.records.filter((record) =>
    visibleRecords(simulation, device, record.resource).includes(record),
  );
  return all.length > 0 ? simulation.factory.chance.pick(all) : undefined;
}

const edit: Operation = async (simulation, device) => {
  const record = pickAnyRecord(simulation, device);
  if (!record) return false;
  const recordId = randomIdOf(simulation, device, record);
  const body = changedFields(simulation, record);
  const previous = { ...record.body, id: recordId };
  await saveOn(simulation, device, {
    id: simulation.newId(),
    resource: record.resource,
    kind: 'update',
    recordId,
    body,
    before: previous,
  });
  return true;
};

const remove: Operation = async (simulation, device) => {
  const record = pickAnyRecord(simulation, device);
  if (!record) return false;
  const recordId = randomIdOf(simulation, device, record);
  const previous = { ...record.body, id: recordId };
  await saveOn(simulation, device, {
    id: simulation.newId(),
    resource: record.resource,
    kind: 'delete',
    recordId,
    body: {},
    before: previous,
  });
  return true;
};

const send: Operation = async (simulation, device) => {
  await device.process.send([simulation.factory.chance.pick(device.tabs)]);
  await collectAcknowledged(simulation, device);
  return true;
};

/** Lets the other device send while a request or answer of this device is in flight. */
const sendConcurrently: Operation = async (simulation, device) => {
  const { chance } = simulation.factory;
  const other = simulation.devices.find((one) => one !== device);
  if (!other) return false;
  const kind = chance.happens(50) ? 'first' : 'meanwhile';
  return withFault(simulation, device, { kind, happens: () => other.process.send(other.tabs) });
};

/** Kills and restarts the server before, during or after the processing of a write. */
export const killServer: Operation = async (simulation, device) => {
  const { server, factory } = simulation;
  const happens = async () => {
    await server.kill('SIGKILL');
    await server.start();
  };
  const kind = factory.chance.pick(['first', 'meanwhile', 'during', 'during'] as const);
  return withFault(simulation, device, { kind, happens });
};

/** Sends the device's entries with one fault; returns false if no write met it. */
async function withFault(simulation: Simulation, device: SimulatedDevice, fault: Fault): Promise<boolean> {
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

const closeTab: Operation = async (simulation, device) => {
  const tab = simulation.factory.chance.pick(device.tabs);
  await device.process.closeTab(tab);
  await reopenTab(device, tab);
  return true;
};

const killTabWhileSending: Operation = async (simulation, device) => {
  const tab = simulation.factory.chance.pick(device.tabs);
  await device.process.sendUntilKilled(tab, simulation.factory.chance.whole(1, 4));
  await reopenTab(device, tab);
  await collectAcknowledged(simulation, device);
  return true;
};

const profiles: readonly NetworkProfile[] = ['clear', 'clear', 'flaky', 'flaky', 'bad', 'offline'];

const changeNetwork: Operation = async ({ factory }, device) => {
  device.profile = factory.chance.pick(profiles);
  return true;
};

/** Moves the device's clock forward by up to 24 hours, sometimes back by up to 5. */
const moveClock: Operation = async ({ factory: { chance } }, device) => {
  const hours = chance.happens(10) ? -chance.whole(1, 5) : chance.whole(1, 24);
  await device.process.moveClock(hours * HOUR_MS);
  return true;
};

const changeUser: Operation = async (simulation, device) => {
  await switchUser(simulation, device, simulation.factory.chance.pick(simulation.users));
  return true;
};

/** Ends the running month, re-opens the last one or starts the next, as the manager. */
const toggleMonth: Operation = async ({ managerApi, factory: { chance } }) => {
  const { status } = await managerApi.newestMonth();
  if (status === 'running' || chance.happens(30)) await managerApi.post(paths.toggleMonth, {});
  else await managerApi.post(paths.months, { name: `Month ${chance.whole(1, 999_999)}` });
  return true;
};

/** Resolves a random problem: retries, discards or corrects the entry. */
const resolveProblem: Operation = async (simulation, device) => {
  const { chance } = simulation.factory;
  const entries = (await device.process.entries()).filter(
    ({ state }) => state === 'rejected' || state === 'blocked',
  );
  const entry = entries.length > 0 ? chance.pick(entries) : undefined;
  if (!entry) return false;
  if (chance.happens(30)) await device.process.retry(entry.id);
  else if (chance.happens(50))
    await discardEntry(simulation, device, entry.id, entry.seq, entry.operation.recordId);
  else await correctEntry(simulation, device, entry.id);
  await collectAcknowledged(simulation, device);
  return true;
};

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
  for (const record of simulation.records) if (record.temporaryId === recordId) record.deleted = true;
}

async function correctEntry(
  simulation: Simulation,
  device: SimulatedDevice,
  outboxId: string,
): Promise<void> {
  const mutation = await device.process.reopen(outboxId);
  if (!mutation) return;
  const corrected = 'paid_amount' in mutation.body ? { paid_amount: '1.00' } : {};
  await saveOn(simulation, device, {
    ...mutation,
    body: { ...mutation.body, ...corrected },
    id: simulation.newId(),
  });
}

/** Lists all operations with their relative frequencies. */
export const weightedOperations: readonly (readonly [share: number, name: string, operation: Operation])[] = [
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
  [3, 'expense', (simulation, device) => create(simulation, device, 'expense', simulation.factory.expense())],
  [12, 'edit', edit],
  [6, 'delete', remove],
  [16, 'send', send],
  [4, 'send concurrently', sendConcurrently],
  [3, 'tab killed while sending', killTabWhileSending],
  [2, 'close a tab', closeTab],
  [4, 'network', changeNetwork],
  [2, 'clock', moveClock],
  [1, 'user', changeUser],
  [1, 'month', toggleMonth],
  [4, 'resolve problem', resolveProblem],
];
/** Gives the average number of operations between two kills of the server. */
export const operationsPerServerKill = 150;

/** Sends everything that can be sent: clears the network and signs every user in on every device. */
export async function drainAndSettle(simulation: Simulation): Promise<void> {
  const { managerApi } = simulation;
  const { status } = await managerApi.newestMonth();
  if (status !== 'running') await managerApi.post(paths.months, { name: 'The last month' });
  for (const device of simulation.devices) {
    device.profile = 'clear';
    for (const user of [...simulation.users, ...simulation.users]) {
      await switchUser(simulation, device, user);
      const tab = await device.process.openTab();
      for (let round = 0; round < 3; round++) {
        await device.process.moveClock(2 * HOUR_MS);
        await device.process.send([tab]);
      }
      await collectAcknowledged(simulation, device);
      await device.process.closeTab(tab);
    }
  }
}
