import { afterEach, describe, expect, it, vi } from 'vitest';
import { isTemporaryId, temporaryId } from '#app/outbox/ids.ts';
import { OutboxDb } from '#app/outbox/outbox-db.ts';
import { OutboxReader } from '#app/outbox/outbox-reader.ts';
import type { Write } from '#app/outbox/write.ts';
import { seeded } from '../../support/seeded.ts';
import {
  calm,
  type Device,
  freshDevice,
  newCourse,
  newInstallment,
  newStudent,
  stored,
  type Tab,
} from './device.ts';
import type { Fault, Seen } from './fake-host.ts';
import { FakeLocks } from './fake-locks.ts';

const BATCHES = 6;
const SEQUENCES = 20;
const STEPS = 20;

const mona = { ownerId: 'mona', branchId: 'b1' };

/** Troubles after which everything must arrive all the same. */
const troubles: readonly Fault[] = [
  'drop-before',
  'drop-after',
  'portal',
  'redirect',
  { status: 500, body: { detail: 'Oops' } },
  { status: 503 },
  { status: 429, body: { detail: 'Wait' }, headers: { 'Retry-After': '2' } },
  { status: 409, body: { detail: 'In progress' }, headers: { 'Retry-After': '1' } },
];

/** A day at the desk, made of random steps, with what must be true at the end of it. */
class Day {
  readonly #device: Device;
  readonly #random: () => number;
  readonly #locks: FakeLocks | undefined;
  #tabs: Tab[];
  /** Record (as the desk knows it) → the name or amount that was last accepted for it. */
  readonly expected = new Map<string, { write: Write; last: string }>();

  constructor(device: Device, random: () => number, locks: FakeLocks | undefined) {
    this.#device = device;
    this.#random = random;
    this.#locks = locks;
    this.#tabs = [device.tab(), device.tab()];
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }

  #tab(): Tab {
    const tab = this.#pick(this.#tabs);
    if (!tab) throw new Error('No tab');
    return tab;
  }

  #known(resource: string, enrolments = false): string[] {
    return [...this.expected]
      .filter(([, { write }]) => write.resource === resource && (!enrolments || !write.body.is_installment))
      .map(([id]) => id);
  }

  async #create(write: Write, last: string): Promise<void> {
    const { outcome } = await this.#tab().enqueue(write);
    expect(outcome).toBe('stored');
    this.expected.set(temporaryId(write.id), { write, last });
  }

  async #edit(): Promise<void> {
    const id = this.#pick(this.#known('student'));
    if (!id) return;
    const name = `Edited ${this.#random()}`;
    const write: Write = {
      id: crypto.randomUUID(),
      resource: 'student',
      kind: 'update',
      recordId: id,
      body: { name },
    };
    await this.#tab().enqueue(write);
    const old = this.expected.get(id);
    if (old) this.expected.set(id, { ...old, last: name });
  }

  /** Only what nothing hangs on: the host refuses the rest, which is another test. */
  async #remove(): Promise<void> {
    const mentioned = new Set([...this.expected.values()].flatMap(({ write }) => Object.values(write.body)));
    const free = [...this.expected.keys()].filter((id) => !mentioned.has(id));
    const id = this.#pick(free);
    const old = id === undefined ? undefined : this.expected.get(id);
    if (!id || !old) return;
    const { resource, body } = old.write;
    const write = { id: crypto.randomUUID(), resource, kind: 'delete', recordId: id, body: {} } as const;
    await this.#tab().enqueue({ ...write, before: { ...body, id } });
    this.expected.delete(id);
  }

  async #dieWhileSending(): Promise<void> {
    const tab = this.#tab();
    // Not the refresh: all tabs of this test share one page, and with it one refresh.
    const write = ({ method, path }: Seen) => method !== 'GET' && !path.startsWith('/auth/');
    this.#device.host.next(this.#random() < 0.5 ? 'hang' : 'hang-after', write);
    void tab.drain();
    await calm(20 + Math.floor(this.#random() * 60));
    tab.kill();
    // Where nothing was sent, nothing hangs.
    this.#device.host.calmDown();
    this.#locks?.closeHolder();
    this.#tabs = [...this.#tabs.filter((one) => one !== tab), this.#device.tab()];
  }

  async step(): Promise<void> {
    const { host } = this.#device;
    const chance = Math.floor(this.#random() * 12);
    const course = this.#pick(this.#known('adult-course', true));
    const student = this.#pick(this.#known('student'));
    if (chance <= 1) await this.#create(newStudent('Mona'), 'Mona');
    else if (chance === 2 && student) await this.#create(newCourse(student, '9000.00', '10.00'), '10.00');
    else if (chance <= 4 && course) await this.#create(newInstallment(course, '25.50'), '25.50');
    else if (chance === 5) await this.#edit();
    else if (chance === 6) await this.#remove();
    else if (chance === 7) host.next(this.#pick(troubles) ?? 'drop-before');
    else if (chance === 8) host.offline = !host.offline;
    else if (chance === 9) host.expireTokens();
    else if (chance === 10) await this.#dieWhileSending();
    else if (this.#random() < 0.3) await Promise.all(this.#tabs.map((tab) => tab.drain()));
    else await this.#tab().drain();
    vi.setSystemTime(Date.now() + Math.floor(this.#random() * 20_000));
  }

  /** The trouble is over; whoever looks in the evening finds everything sent. */
  async evening(): Promise<void> {
    this.#device.host.offline = false;
    this.#device.host.calmDown();
    for (const tab of this.#tabs) tab.kill();
    this.#locks?.closeHolder();
    const tab = this.#device.tab();
    for (let round = 0; round < 4; round++) {
      vi.setSystemTime(Date.now() + 70_000);
      await tab.drain();
    }
    tab.kill();
  }
}

/** What a screen shows that looks again and again is what one shows that has just been opened. */
async function expectNothingOverlooked(screen: OutboxReader, db: OutboxDb): Promise<void> {
  const [seen, opened] = [await screen.read(), await new OutboxReader(db, mona).read()];
  expect(seen.rows).toEqual(opened.rows);
  expect(new Map(seen.ids)).toEqual(new Map(opened.ids));
}

async function expectTheHostAgrees(device: Device, day: Day): Promise<void> {
  const rows = await stored(mona);
  expect(rows.filter(({ state }) => state !== 'done')).toEqual([]);
  expect([...device.host.carriedOut.values()].filter((times) => times > 1)).toEqual([]);
  const onHost = [...device.host.students.values(), ...device.host.courses.values()];
  const shown = onHost.map((one) => String(one.paid_amount ?? one.name)).sort();
  expect(shown).toEqual([...day.expected.values()].map(({ last }) => last).sort());
  expect(onHost.flatMap((one) => Object.values(one)).filter(isTemporaryId)).toEqual([]);
}

describe.each([
  true,
  false,
])('any sequence of writes, troubles, drains and restarts (Web Locks: %s)', (withLocks) => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'locks');
  });

  it.each(
    Array.from({ length: BATCHES }, (_, at) => at),
  )('nothing is lost or doubled (batch %i)', async (batch) => {
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      const seed = batch * SEQUENCES + sequence;
      const device = await freshDevice();
      const locks = withLocks ? new FakeLocks() : undefined;
      if (locks) Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
      const day = new Day(device, seeded(seed), locks);
      const db = new OutboxDb();
      const screen = new OutboxReader(db, mona);
      for (let step = 1; step <= STEPS; step++) {
        await day.step();
        if (step % 5 === 0) await expectNothingOverlooked(screen, db);
      }
      await day.evening();
      await expectNothingOverlooked(screen, db);
      db.close();
      await expectTheHostAgrees(device, day).catch((error: unknown) => {
        throw new Error(`Seed ${seed}: ${error}`, { cause: error });
      });
      vi.clearAllTimers();
      device.close();
    }
  });
});
