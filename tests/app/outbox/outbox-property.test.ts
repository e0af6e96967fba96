import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import { isTemporaryId, temporaryId } from '#app/outbox/model/ids.ts';
import { lineId } from '#app/outbox/model/lines.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { OutboxDb } from '#app/outbox/store/outbox-db.ts';
import { OutboxReader } from '#app/outbox/store/outbox-subscription.ts';
import { anyIndex, checkSequences, PROPERTY_TIMEOUT, pick } from '../../support/property.ts';
import {
  create,
  type Device,
  flush,
  freshDevice,
  newCollection,
  newCourse,
  newInstallment,
  newStudent,
  removalUnseen,
  stored,
  type Tab,
} from './device.ts';
import { FakeLocks } from './fake-locks.ts';
import type { Fault, SeenRequest } from './fake-server.ts';

const RUNS = 20;
const OPERATIONS = 20;

const mona = { ownerId: 'mona', branchId: 'b1' };

/** Lists faults after which everything must still arrive. */
const faults: readonly Fault[] = [
  'drop-before',
  'drop-after',
  'portal',
  'redirect',
  { status: 500, body: { detail: 'Oops' } },
  { status: 503 },
  { status: 429, body: { detail: 'Wait' }, headers: { 'Retry-After': '2' } },
  { status: 409, body: { detail: 'In progress' }, headers: { 'Retry-After': '1' } },
];

/**
 * Describes one action of a user, the network or the browser. `tab`, `student`, `course` and `record` are
 * indexes for `pick`.
 */
type Operation = { readonly tab: number; readonly elapsed: number } & (
  | { readonly type: 'create-student' | 'expire-tokens' | 'send' | 'send-all' | 'toggle-offline' }
  | { readonly type: 'create-course'; readonly student: number }
  | { readonly type: 'create-installment'; readonly course: number }
  | { readonly type: 'create-collection'; readonly course: number; readonly other: number }
  | { readonly type: 'edit-student'; readonly student: number; readonly name: number }
  | { readonly type: 'delete'; readonly record: number }
  | { readonly type: 'fault'; readonly fault: Fault }
  | { readonly type: 'kill-while-sending'; readonly hang: 'hang' | 'hang-after'; readonly turns: number }
);

/** Generates the milliseconds that pass after an operation. */
const elapsed = fc.noBias(fc.nat({ max: 19_999 }));
const common = { tab: anyIndex, elapsed };

/** Generates one type of operation, with a weight among them. */
const weighted = <T extends Operation['type']>(
  weight: number,
  type: T,
  more: { readonly [name: string]: fc.Arbitrary<unknown> } = {},
) => ({
  weight,
  arbitrary: fc.record({ type: fc.constant(type), ...common, ...more }) as fc.Arbitrary<
    Extract<Operation, { readonly type: T }>
  >,
});

const operation: fc.Arbitrary<Operation> = fc.oneof(
  weighted(20, 'create-student'),
  weighted(10, 'create-course', { student: anyIndex }),
  weighted(20, 'create-installment', { course: anyIndex }),
  weighted(10, 'create-collection', { course: anyIndex, other: anyIndex }),
  weighted(10, 'edit-student', { student: anyIndex, name: fc.noBias(fc.nat()) }),
  weighted(10, 'delete', { record: anyIndex }),
  weighted(10, 'fault', { fault: fc.constantFrom(...faults) }),
  weighted(10, 'toggle-offline'),
  weighted(10, 'expire-tokens'),
  weighted(10, 'kill-while-sending', {
    hang: fc.constantFrom('hang', 'hang-after'),
    turns: fc.noBias(fc.nat({ max: 59 })),
  }),
  weighted(7, 'send'),
  weighted(3, 'send-all'),
);

/** Simulates a device with two tabs, with a model of the records that the server must hold at the end. */
class Scenario {
  readonly #device: Device;
  readonly #locks: FakeLocks | undefined;
  #tabs: Tab[];
  /** Per temporary id: the name or amount that was last accepted for the record. */
  readonly expected = new Map<string, { mutation: Mutation; last: string }>();

  constructor(device: Device, locks: FakeLocks | undefined) {
    this.#device = device;
    this.#locks = locks;
    this.#tabs = [device.tab(), device.tab()];
  }

  #known(resource: string, enrolments = false): string[] {
    return [...this.expected]
      .filter(
        ([, { mutation }]) =>
          mutation.resource === resource && (!enrolments || !mutation.body.is_installment),
      )
      .map(([id]) => id);
  }

  async #create(tab: Tab, mutation: Mutation, last: string): Promise<void> {
    const { outcome } = await tab.enqueue(mutation);
    expect(outcome).toBe('stored');
    this.expected.set(temporaryId(mutation.id), { mutation, last });
  }

  /** Pays two courses with one sum, or one if both are the same. */
  async #collect(tab: Tab, courses: readonly string[]): Promise<void> {
    const parts = Object.fromEntries(courses.map((course, index) => [course, `3.0${index}`]));
    const mutation = newCollection(parts);
    const { outcome } = await tab.enqueue(mutation);
    expect(outcome).toBe('stored');
    for (const [index, [course, paid]] of Object.entries(parts).entries()) {
      const { body, ...one } = newInstallment(course, paid);
      const line = { ...one, body: { ...body, receipt_number: mutation.body.receipt_number } };
      this.expected.set(lineId(temporaryId(mutation.id), index), { mutation: line, last: paid });
    }
  }

  /** Returns the record as its form or list row shows it, with all pending changes. */
  #shown(id: string): RecordRow {
    const { mutation, last } = this.expected.get(id) ?? {};
    return { ...mutation?.body, ...(mutation?.resource === 'student' && { name: last }), id };
  }

  /** Saves a student's form, which sends all of its fields. */
  async #edit(tab: Tab, id: string, name: string): Promise<void> {
    const before = this.#shown(id);
    const mutation: Mutation = create(
      'student',
      { name, address: null, phone: null },
      { kind: 'update', recordId: id, before },
    );
    await tab.enqueue(mutation);
    const old = this.expected.get(id);
    if (old) this.expected.set(id, { ...old, last: name });
  }

  /** Deletes a record without dependents: the server refuses the others, which is another test. */
  async #remove(tab: Tab, index: number): Promise<void> {
    const mentioned = new Set(
      [...this.expected.values()].flatMap(({ mutation }) => Object.values(mutation.body)),
    );
    const free = [...this.expected.keys()].filter((id) => !mentioned.has(id));
    const id = pick(free, index);
    const old = id === undefined ? undefined : this.expected.get(id);
    if (!id || !old) return;
    const { resource } = old.mutation;
    const mutation = removalUnseen(resource, id);
    // What was paid together with others stays until that is sent.
    const { outcome } = await tab.enqueue({ ...mutation, before: this.#shown(id) });
    if (outcome === 'rejected') return;
    this.expected.delete(id);
  }

  async #killWhileSending(tab: Tab, hang: 'hang' | 'hang-after', turns: number): Promise<void> {
    // Not the refresh: all tabs of this test share one page, and so one refresh.
    const isWrite = ({ method, path }: SeenRequest) => method !== 'GET' && !path.startsWith('/auth/');
    this.#device.server.next(hang, isWrite);
    void tab.send();
    await flush(20 + turns);
    tab.kill();
    // If nothing was sent, the fault is still planned.
    this.#device.server.clearFaults();
    this.#locks?.closeHolder();
    this.#tabs = [...this.#tabs.filter((one) => one !== tab), this.#device.tab()];
  }

  /** Runs an operation. One that needs a record that does not exist yet starts a send pass instead. */
  async run(operation: Operation): Promise<void> {
    const { server } = this.#device;
    const tab = pick(this.#tabs, operation.tab);
    if (!tab) throw new Error('The device has no tab');
    const student = 'student' in operation ? pick(this.#known('student'), operation.student) : undefined;
    const course =
      'course' in operation ? pick(this.#known('adult-course', true), operation.course) : undefined;
    const { type } = operation;
    if (type === 'create-student') await this.#create(tab, newStudent('Mona'), 'Mona');
    else if (type === 'create-course' && student)
      await this.#create(tab, newCourse(student, '9000.00', '10.00'), '10.00');
    else if (type === 'create-installment' && course)
      await this.#create(tab, newInstallment(course, '25.50'), '25.50');
    else if (type === 'create-collection' && course) {
      const other = pick(this.#known('adult-course', true), operation.other) ?? course;
      await this.#collect(tab, [course, other]);
    } else if (type === 'edit-student') {
      if (student) await this.#edit(tab, student, `Edited ${operation.name}`);
    } else if (type === 'delete') await this.#remove(tab, operation.record);
    else if (type === 'fault') server.next(operation.fault);
    else if (type === 'toggle-offline') server.offline = !server.offline;
    else if (type === 'expire-tokens') server.expireTokens();
    else if (type === 'kill-while-sending')
      await this.#killWhileSending(tab, operation.hang, operation.turns);
    else if (type === 'send-all') await Promise.all(this.#tabs.map((one) => one.send()));
    else await tab.send();
    vi.setSystemTime(Date.now() + operation.elapsed);
  }

  /** Ends all faults and sends everything from one new tab. */
  async flush(): Promise<void> {
    this.#device.server.offline = false;
    this.#device.server.clearFaults();
    for (const tab of this.#tabs) tab.kill();
    this.#locks?.closeHolder();
    const tab = this.#device.tab();
    for (let round = 0; round < 4; round++) {
      vi.setSystemTime(Date.now() + 70_000);
      await tab.send();
    }
    tab.kill();
  }
}

/** Asserts that a reader used throughout shows the same as a new one. */
async function expectNoStaleEntries(screen: OutboxReader, db: OutboxDb): Promise<void> {
  const [seen, opened] = [await screen.read(), await new OutboxReader(db, mona).read()];
  expect(seen.rows).toEqual(opened.rows);
  expect(new Map(seen.ids)).toEqual(new Map(opened.ids));
}

async function expectServerMatches(device: Device, scenario: Scenario): Promise<void> {
  const entries = await stored(mona);
  expect(entries.filter(({ state }) => state !== 'done')).toEqual([]);
  expect([...device.server.timesApplied.values()].filter((times) => times > 1)).toEqual([]);
  const onServer = [...device.server.students.values(), ...device.server.courses.values()];
  const shown = onServer.map((one) => String(one.paid_amount ?? one.name)).sort();
  expect(shown).toEqual([...scenario.expected.values()].map(({ last }) => last).sort());
  expect(onServer.flatMap((one) => Object.values(one)).filter(isTemporaryId)).toEqual([]);
}

describe.each([true, false])('any sequence of operations (Web Locks: %s)', (withLocks) => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'locks');
  });

  const run = async (operations: readonly Operation[]) => {
    const device = await freshDevice();
    const locks = withLocks ? new FakeLocks() : undefined;
    if (locks) Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    const scenario = new Scenario(device, locks);
    const db = new OutboxDb();
    const screen = new OutboxReader(db, mona);
    try {
      for (const [index, operation] of operations.entries()) {
        await scenario.run(operation);
        if (index % 5 === 4) await expectNoStaleEntries(screen, db);
      }
      await scenario.flush();
      await expectNoStaleEntries(screen, db);
      await expectServerMatches(device, scenario);
    } finally {
      db.close();
      vi.clearAllTimers();
      device.close();
    }
  };

  it(
    `loses and duplicates no mutation, whatever the operations, faults and restarts (Web Locks: ${withLocks})`,
    {
      timeout: PROPERTY_TIMEOUT,
    },
    () => checkSequences(operation, { runs: RUNS, length: OPERATIONS }, run),
  );
});
