import { parseArgs } from 'node:util';
import { z } from 'zod';
import { createRandom, type Random } from '#server/demo/branch-factory.ts';
import { type NetworkProfile, networkConditions } from '../chaos/network-conditions.ts';
import { prepareEnrolment } from '../e2e/prepared-enrolment.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { prepareEngines } from '../support/find-engines.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import { Desk } from './desk.ts';
import { startFirefox } from './firefox.ts';
import { startWebKit } from './webkit.ts';

const engines = { webkit: startWebKit, firefox: startFirefox };

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'webkit' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    operations: { type: 'string', default: '500' },
    log: { type: 'boolean', default: false },
  },
});
const engine = z.enum(['webkit', 'firefox']).parse(values.engine);
const seed = Number(values.seed);
const operations = Number(values.operations);
const print = (text: string) => process.stdout.write(`${text}\n`);

/** The student whose only enrolment both devices take installments for. */
const PAYER = 'Mona Adel';

/** What the app said it has saved, by its receipt number or name; amounts are in piastres. */
interface Saved {
  readonly payments: Map<string, bigint>;
  readonly students: Set<string>;
  /** The session ended in between: the user cannot know whether they were saved. */
  readonly unknown: Set<string>;
}

interface Device {
  readonly number: number;
  readonly desk: Desk;
  readonly proxy: FaultProxy;
  readonly saved: Saved;
  profile: NetworkProfile;
  reconnect: (() => void) | undefined;
}

interface Branch {
  readonly server: RunningServer;
  readonly chance: Random;
  readonly late: (() => Promise<void>)[];
  count: number;
}

type Operation = (branch: Branch, device: Device) => Promise<void>;

const takePayment: Operation = async (branch, { number, desk, saved }) => {
  const receipt = `${number}-${branch.count}`;
  const piastres = branch.chance.whole(1, 100_000);
  const amount = `${Math.floor(piastres / 100)}.${String(piastres % 100).padStart(2, '0')}`;
  await desk.takeInstallment(PAYER, receipt, amount);
  saved.payments.set(receipt, BigInt(piastres));
};

const addStudent: Operation = async (branch, { number, desk, saved }) => {
  const name = `Student ${number}-${branch.count}`;
  await desk.goTo('Students');
  await desk.follow('Add Student');
  await desk.type({ role: 'textbox', name: 'Name' }, name);
  await desk.save('Add Student', '/students');
  saved.students.add(name);
};

const cutOrRestore: Operation = async (_, device) => {
  if (device.reconnect) device.reconnect();
  device.reconnect = device.reconnect ? undefined : device.proxy.cut();
};

const changeNetwork: Operation = async ({ chance }, device) => {
  device.profile = chance.pick(['clear', 'flaky', 'flaky', 'bad'] as const);
};

const reload: Operation = async (_, { desk }) => {
  await desk.driver.reload();
  await desk.sees({ role: 'navigation', name: 'Main' });
};

const killServer: Operation = async ({ server }) => {
  await server.kill('SIGKILL');
  await server.start();
};

const deliverLate: Operation = async ({ late }) => {
  for (const deliver of late.splice(0)) await deliver();
};

const choices: readonly (readonly [share: number, name: string, operation: Operation])[] = [
  [46, 'payment', takePayment],
  [16, 'student', addStudent],
  [12, 'line cut or restored', cutOrRestore],
  [12, 'network', changeNetwork],
  [7, 'reload', reload],
  [3, 'server killed', killServer],
  [4, 'late requests delivered', deliverLate],
];

const shares = choices.flatMap(([share, ...choice]) => Array.from({ length: share }, () => choice));

async function openDevice(branch: Branch, number: number): Promise<Device> {
  const network: { profile: NetworkProfile } = { profile: 'clear' };
  const conditions = networkConditions(
    seed + number,
    () => network.profile,
    (deliver) => branch.late.push(deliver),
  );
  const proxy = await startFaultProxy(branch.server.origin, conditions);
  const desk = new Desk(await engines[engine](), proxy.origin);
  await desk.signIn();
  await desk.installed();
  // Reads ahead, so that the pickers have their records without a connection.
  await desk.goTo('Adult Courses');
  await desk.sees(desk.row(PAYER));
  return {
    number,
    desk,
    proxy,
    saved: { payments: new Map(), students: new Set(), unknown: new Set() },
    reconnect: undefined,
    get profile() {
      return network.profile;
    },
    set profile(profile) {
      network.profile = profile;
    },
  };
}

/** The server may end a session; the same user signs in again, over a line that works. */
async function signInAgain(device: Device): Promise<void> {
  const { desk } = device;
  const profile = device.profile;
  device.profile = 'clear';
  device.reconnect?.();
  device.reconnect = undefined;
  await desk.signIn();
  device.profile = profile;
}

const isSignedOut = async ({ desk }: Device): Promise<boolean> =>
  (await desk.driver.evaluate('return location.pathname;', null)) === '/auth';

/** @returns false if the session ended meanwhile */
async function perform(operation: Operation, branch: Branch, device: Device): Promise<boolean> {
  if (await isSignedOut(device)) await signInAgain(device);
  try {
    await operation(branch, device);
    return true;
  } catch (error) {
    if (!(await isSignedOut(device))) throw error;
    const names = [`${device.number}-${branch.count}`, `Student ${device.number}-${branch.count}`];
    for (const name of names) device.saved.unknown.add(name);
    return false;
  }
}

/** Clears the network and waits until nothing waits. */
async function drain(branch: Branch, devices: readonly Device[]): Promise<void> {
  for (const device of devices) {
    device.reconnect?.();
    device.profile = 'clear';
  }
  await deliverLate(branch, devices[0] as Device);
  for (const device of devices) {
    await device.desk.driver.reload();
    if (await isSignedOut(device)) await signInAgain(device);
    await device.desk.online();
  }
}

const piastresOf = (amount: unknown) => BigInt(String(amount).replace('.', ''));

/** Compares what the devices said with what the server has. @returns the problems */
async function audit(api: Api, devices: readonly Device[]): Promise<string[]> {
  const problems: string[] = [];
  const unknown = new Set(devices.flatMap(({ saved }) => [...saved.unknown]));
  const compare = (things: string, said: readonly string[], stored: readonly string[]) => {
    const count = (name: string) => stored.filter((one) => one === name).length;
    for (const name of said) if (count(name) === 0) problems.push(`lost: ${things} ${name}`);
    for (const name of new Set(stored)) {
      if (count(name) > 1) problems.push(`recorded ${count(name)} times: ${things} ${name}`);
      if (!said.includes(name) && !unknown.has(name))
        problems.push(`recorded and never said to be saved: ${things} ${name}`);
    }
  };
  const students = (await api.all('/students/')).map(({ name }) => String(name));
  compare(
    'student',
    devices.flatMap(({ saved }) => [...saved.students]),
    students.filter((name) => name !== PAYER),
  );
  const payments = (await api.all('/adult-course/')).filter((one) => one.is_installment === true);
  const said = new Map(devices.flatMap(({ saved }) => [...saved.payments]));
  compare(
    'payment',
    [...said.keys()],
    payments.map((one) => String(one.receipt_number)),
  );
  for (const one of payments) {
    const amount = said.get(String(one.receipt_number));
    if (amount !== undefined && amount !== piastresOf(one.paid_amount))
      problems.push(`payment ${one.receipt_number} of ${amount} piastres is recorded as ${one.paid_amount}`);
  }
  const total = payments.reduce((sum, one) => sum + piastresOf(one.paid_amount), 0n);
  const { revenue } = await api.newestMonth();
  if (piastresOf(revenue) !== total)
    problems.push(`the month has ${revenue}, its payments ${total} piastres`);
  for (const { number, proxy } of devices) {
    const bodies = new Map<string, Set<string>>();
    for (const { method, key, body } of proxy.passages) {
      if (method === 'POST' && key) bodies.set(key, (bodies.get(key) ?? new Set()).add(body));
    }
    for (const [key, sent] of bodies)
      if (sent.size > 1) problems.push(`device ${number} sent ${key} with ${sent.size} bodies`);
  }
  return problems;
}

print(`Chaos in ${engine} with seed ${seed}, ${operations} operations.`);
prepareEngines();
const started = performance.now();
const server = await startServer({ ACCESS_TOKEN_SECONDS: '120' });
const api = await signedInApi(server.origin);
await prepareEnrolment(api, { student: PAYER, receipt: '1', price: '9000000', paid: '0' });
const branch: Branch = { server, chance: createRandom(seed), late: [], count: 0 };
const devices: Device[] = [];
try {
  for (const number of [0, 1]) devices.push(await openDevice(branch, number));
  const counts = new Map<string, number>();
  for (branch.count = 1; branch.count <= operations; branch.count += 1) {
    const device = branch.chance.pick(devices);
    const [name, operation] = branch.chance.pick(shares);
    if (values.log)
      print(
        `${branch.count} device ${device.number} (${device.profile}${device.reconnect ? ', cut' : ''}): ${name}`,
      );
    const outcome = (await perform(operation, branch, device)) ? name : 'session ended';
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  print(`  ${[...counts].map(([name, count]) => `${count} × ${name}`).join(', ')}`);
  await drain(branch, devices);
  const problems = await audit(api, devices);
  for (const problem of problems) print(`  ✗ ${problem}`);
  const seconds = Math.round((performance.now() - started) / 1000);
  print(
    problems.length > 0
      ? `${problems.length} problems (${seconds} s).`
      : `Nothing lost, nothing duplicated (${seconds} s).`,
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  for (const { desk, proxy } of devices) {
    await desk.driver.close();
    await proxy.close();
  }
  await server.remove();
}
