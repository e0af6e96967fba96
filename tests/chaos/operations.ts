import type { Draft } from '#contract/define-resource.ts';
import { paths } from '#contract/http.ts';
import { formatDecimal } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import type { Fault } from '../support/fault-proxy.ts';
import type { NetworkProfile } from './network-conditions.ts';
import {
  collectAcknowledged,
  idAt,
  type SimulatedDevice,
  type Simulation,
  saveAt,
  switchPerson,
  type TrackedRecord,
  visible,
} from './simulation.ts';

/** Something that happens in the branch. Answers false where there was nothing to do it to. */
export type Operation = (world: Simulation, desk: SimulatedDevice) => Promise<boolean>;

const kinds = ['adult-course', 'kids-course', 'home-schooling', 'summer-course', 'nursery', 'bus'] as const;
const HOUR_MS = 3_600_000;

function anyOf(
  world: Simulation,
  desk: SimulatedDevice,
  resource: ResourceName,
  suits: (one: TrackedRecord) => boolean = () => true,
) {
  const all = visible(world, desk, resource).filter(suits);
  return all.length > 0 ? world.factory.chance.pick(all) : undefined;
}

async function create(
  world: Simulation,
  desk: SimulatedDevice,
  resource: ResourceName,
  body: Draft,
): Promise<true> {
  await saveAt(world, desk, { id: world.newId(), resource, kind: 'create', body });
  return true;
}

/** Creates something that belongs to another record, where there is one. */
const createFor =
  (of: ResourceName, resource: ResourceName, bodyOf: (world: Simulation, id: string) => Draft): Operation =>
  async (world, desk) => {
    const parent = anyOf(world, desk, of);
    if (!parent) return false;
    return create(world, desk, resource, bodyOf(world, idAt(world, desk, parent)));
  };

const enrol: Operation = async (world, desk) => {
  const student = anyOf(world, desk, 'student');
  if (!student) return false;
  const kind = world.factory.chance.pick(kinds);
  return create(world, desk, kind, world.factory.enrolment(kind, idAt(world, desk, student)));
};

const payInstallment: Operation = async (world, desk) => {
  const kind = world.factory.chance.pick(kinds);
  const enrolment = anyOf(world, desk, kind, ({ isInstallment }) => !isInstallment);
  if (!enrolment) return false;
  const paid = BigInt(world.factory.chance.whole(1, 90_000));
  return create(world, desk, kind, world.factory.installment(idAt(world, desk, enrolment), paid));
};

const payOut: Operation = async (world, desk) => {
  const student = anyOf(world, desk, 'student');
  const book = anyOf(world, desk, 'book');
  if (!student || !book) return false;
  const body = world.factory.bookPayout(idAt(world, desk, book), idAt(world, desk, student), {
    quantity: String(world.factory.chance.whole(1, 12)),
    paid_amount: formatDecimal(BigInt(world.factory.chance.whole(0, 9_000))),
  });
  return create(world, desk, 'book-payout', body);
};

/** Field → what it is changed to, for one field of each resource that matters most. */
function changeOf(world: Simulation, one: TrackedRecord): Draft {
  const { chance } = world.factory;
  const amount = formatDecimal(BigInt(chance.whole(100, 40_000)));
  switch (one.resource) {
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

function anyKnown(world: Simulation, desk: SimulatedDevice): TrackedRecord | undefined {
  const all = world.known.filter((one) => visible(world, desk, one.resource).includes(one));
  return all.length > 0 ? world.factory.chance.pick(all) : undefined;
}

const edit: Operation = async (world, desk) => {
  const one = anyKnown(world, desk);
  if (!one) return false;
  const recordId = idAt(world, desk, one);
  const body = changeOf(world, one);
  const before = { ...one.body, id: recordId };
  await saveAt(world, desk, {
    id: world.newId(),
    resource: one.resource,
    kind: 'update',
    recordId,
    body,
    before,
  });
  return true;
};

const remove: Operation = async (world, desk) => {
  const one = anyKnown(world, desk);
  if (!one) return false;
  const recordId = idAt(world, desk, one);
  const before = { ...one.body, id: recordId };
  await saveAt(world, desk, {
    id: world.newId(),
    resource: one.resource,
    kind: 'delete',
    recordId,
    body: {},
    before,
  });
  return true;
};

const drainOne: Operation = async (world, desk) => {
  await desk.device.drain([world.factory.chance.pick(desk.tabs)]);
  await collectAcknowledged(world, desk);
  return true;
};

/** The other device sends all it has while a request of this one is on its way there, or its answer on its way back. */
const overtaken: Operation = async (world, desk) => {
  const { chance } = world.factory;
  const other = world.desks.find((one) => one !== desk);
  if (!other) return false;
  const kind = chance.happens(50) ? 'first' : 'meanwhile';
  return withFault(world, desk, { kind, happens: () => other.device.drain(other.tabs) });
};

/** The server is killed while it is at a write, before it hears of one, or after it has answered one; and started again. */
export const killServer: Operation = async (world, desk) => {
  const { server, factory } = world;
  const happens = async () => {
    await server.kill('SIGKILL');
    await server.start();
  };
  const kind = factory.chance.pick(['first', 'meanwhile', 'during', 'during'] as const);
  return withFault(world, desk, { kind, happens });
};

/** Sends from this desk, where one of the next writes meets this fault. Answers false where nothing was written. */
async function withFault(world: Simulation, desk: SimulatedDevice, fault: Fault): Promise<boolean> {
  const sky = desk.sky;
  desk.sky = 'clear';
  desk.proxy.next({ path: /^\/api\/(?!auth|branch)/ }, fault);
  await desk.device.drain(desk.tabs);
  const met = desk.proxy.left() === 0;
  desk.proxy.forget();
  desk.sky = sky;
  for (const one of world.desks) await collectAcknowledged(world, one);
  return met;
}

const reopenTab = async (desk: SimulatedDevice, closed: number) => {
  desk.tabs.splice(desk.tabs.indexOf(closed), 1, await desk.device.openTab());
};

const closeTab: Operation = async (world, desk) => {
  const tab = world.factory.chance.pick(desk.tabs);
  await desk.device.closeTab(tab);
  await reopenTab(desk, tab);
  return true;
};

const dieSending: Operation = async (world, desk) => {
  const tab = world.factory.chance.pick(desk.tabs);
  await desk.device.dieSending(tab, world.factory.chance.whole(1, 4));
  await reopenTab(desk, tab);
  await collectAcknowledged(world, desk);
  return true;
};

const skies: readonly NetworkProfile[] = ['clear', 'clear', 'gusty', 'gusty', 'storm', 'dead'];

const changeWeather: Operation = async ({ factory }, desk) => {
  desk.sky = factory.chance.pick(skies);
  return true;
};

/** Forward by up to a day, and now and then back, as when somebody sets the tablet's clock. */
const passTime: Operation = async ({ factory: { chance } }, desk) => {
  const hours = chance.happens(10) ? -chance.whole(1, 5) : chance.whole(1, 24);
  await desk.device.moveClock(hours * HOUR_MS);
  return true;
};

const changePerson: Operation = async (world, desk) => {
  await switchPerson(world, desk, world.factory.chance.pick(world.people));
  return true;
};

/** Ends the running month, re-opens the last one, or starts the next: what the manager does in the office, with a connection of its own. */
const turnMonth: Operation = async ({ office, factory: { chance } }) => {
  const { status } = await office.newestMonth();
  if (status === 'running' || chance.happens(30)) await office.post(paths.toggleMonth, {});
  else await office.post(paths.months, { name: `Month ${chance.whole(1, 999_999)}` });
  return true;
};

/** A person looks at what needs them: tries again, discards, or corrects the amount. */
const attend: Operation = async (world, desk) => {
  const { chance } = world.factory;
  const rows = (await desk.device.rows()).filter(({ state }) => state === 'rejected' || state === 'blocked');
  const row = rows.length > 0 ? chance.pick(rows) : undefined;
  if (!row) return false;
  if (chance.happens(30)) await desk.device.retry(row.id);
  else if (chance.happens(50)) await discardRow(world, desk, row.id, row.seq, row.operation.recordId);
  else await correct(world, desk, row.id);
  await collectAcknowledged(world, desk);
  return true;
};

async function discardRow(
  world: Simulation,
  desk: SimulatedDevice,
  id: string,
  seq: number,
  recordId: string,
): Promise<void> {
  if ((await desk.device.discard(id)) !== undefined) return;
  const left = (await desk.device.rows()).some((row) => row.seq === seq);
  const place = world.ledger.at(desk.number, seq);
  if (left || !place) return;
  place.gone = 'discarded';
  for (const one of world.known) if (one.temporaryId === recordId) one.gone = true;
}

async function correct(world: Simulation, desk: SimulatedDevice, outboxId: string): Promise<void> {
  const write = await desk.device.takeBack(outboxId);
  if (!write) return;
  const corrected = 'paid_amount' in write.body ? { paid_amount: '1.00' } : {};
  await saveAt(world, desk, { ...write, body: { ...write.body, ...corrected }, id: world.newId() });
}

/** What may happen, with how often. */
export const weightedOperations: readonly (readonly [share: number, name: string, deed: Operation])[] = [
  [7, 'student', (world, desk) => create(world, desk, 'student', world.factory.student())],
  [9, 'enrolment', enrol],
  [12, 'installment', payInstallment],
  [2, 'book', (world, desk) => create(world, desk, 'book', world.factory.book())],
  [2, 'order', createFor('book', 'book-order', ({ factory }, id) => factory.bookOrder(id))],
  [5, 'payout', payOut],
  [2, 'employee', (world, desk) => create(world, desk, 'employee', world.factory.employee())],
  [2, 'deduction', createFor('employee', 'deduction', ({ factory }, id) => factory.deduction(id))],
  [2, 'salary', createFor('employee', 'salary', (_, employee) => ({ employee }))],
  [3, 'expense', (world, desk) => create(world, desk, 'expense', world.factory.expense())],
  [12, 'edit', edit],
  [6, 'delete', remove],
  [16, 'drain', drainOne],
  [4, 'overtaken', overtaken],
  [3, 'die while sending', dieSending],
  [2, 'close a tab', closeTab],
  [4, 'weather', changeWeather],
  [2, 'time', passTime],
  [1, 'person', changePerson],
  [1, 'month', turnMonth],
  [4, 'attend', attend],
];
/** The server is killed after this many deeds, on the average. */
export const killEvery = 150;

/** The day is over: the sky is clear, everyone signs in once more on every tablet, and all that can be sent is. */
export async function drainAndSettle(world: Simulation): Promise<void> {
  const { office } = world;
  const { status } = await office.newestMonth();
  if (status !== 'running') await office.post(paths.months, { name: 'The last month' });
  for (const desk of world.desks) {
    desk.sky = 'clear';
    for (const person of [...world.people, ...world.people]) {
      await switchPerson(world, desk, person);
      const tab = await desk.device.openTab();
      for (let round = 0; round < 3; round++) {
        await desk.device.moveClock(2 * HOUR_MS);
        await desk.device.drain([tab]);
      }
      await collectAcknowledged(world, desk);
      await desk.device.closeTab(tab);
    }
  }
}
