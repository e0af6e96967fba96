import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#app/cache/query-keys.ts';
import { ChangeApplier } from '#app/events/apply-changes.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { EMPTY_OUTBOX, publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { KEY_PREFIX } from '#contract/events.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { entriesFor } from '../outbox/entries.ts';
import { newStudent } from '../outbox/mutations.ts';

let client: QueryClient;
let applier: ChangeApplier;
/** Reads of each query, by its key. */
let reads: Map<string, number>;
const stops: (() => void)[] = [];

const queries = {
  students: keys.list(resourceOf('student'), { page: 1 }),
  courses: keys.list(resourceOf('adult-course'), { page: 1 }),
  employees: keys.list(resourceOf('employee'), { page: 1 }),
  dashboard: keys.dashboard,
};
type Name = keyof typeof queries;

async function read(
  name: Name,
  { shown }: { shown: boolean },
  answer: () => unknown = () => name,
): Promise<void> {
  const options = {
    queryKey: queries[name],
    staleTime: 15_000,
    queryFn: async () => {
      reads.set(name, (reads.get(name) ?? 0) + 1);
      return answer();
    },
  };
  if (shown) stops.push(new QueryObserver(client, options).subscribe(() => undefined));
  else void client.prefetchQuery(options);
  await vi.advanceTimersByTimeAsync(0);
}

const readsSince = (before: ReadonlyMap<string, number>) =>
  Object.fromEntries([...reads].map(([name, count]) => [name, count - (before.get(name) ?? 0)]));

const changed = (resources: string[], keysOfWrites?: string[]) => ({
  name: 'changed' as const,
  version: '2',
  since: '1',
  resources,
  ...(keysOfWrites && { keys: keysOfWrites }),
  spread: 0,
});

/** Publishes one own entry in this state and returns the key that an event tells of it. */
function ownEntry(state: OutboxEntry['state']): string {
  const rows = entriesFor([newStudent('Mona', newMutationId()), { state }]);
  publishOutbox({ rows, loaded: true });
  return (rows[0]?.id ?? '').slice(0, KEY_PREFIX);
}

beforeEach(async () => {
  vi.useFakeTimers();
  client = new QueryClient();
  applier = new ChangeApplier(client);
  reads = new Map();
  await read('students', { shown: true });
  await read('courses', { shown: true });
  await read('employees', { shown: true });
  await read('dashboard', { shown: false });
});
afterEach(() => {
  applier.stop();
  for (const stop of stops.splice(0)) stop();
  publishOutbox(EMPTY_OUTBOX);
});

describe('a write of another device', () => {
  it('reads anew what is shown and affected, and nothing else', async () => {
    const before = new Map(reads);
    applier.changed(changed(['adult-course']));
    await vi.advanceTimersByTimeAsync(100);
    expect(readsSince(before)).toEqual({ students: 1, courses: 1, employees: 0, dashboard: 0 });
  });

  it('makes what is not shown stale, so that it is read when it is shown', async () => {
    applier.changed(changed(['adult-course']));
    await vi.advanceTimersByTimeAsync(100);
    const before = new Map(reads);
    await read('dashboard', { shown: true });
    expect(readsSince(before).dashboard).toBe(1);
  });

  it('reads everything that is shown after a write of a month, or of what this build does not know', async () => {
    for (const resource of ['month', 'a-resource-of-tomorrow']) {
      const before = new Map(reads);
      applier.changed(changed([resource]));
      await vi.advanceTimersByTimeAsync(2_000);
      expect(readsSince(before), resource).toEqual({ students: 1, courses: 1, employees: 1, dashboard: 0 });
    }
  });

  it('is read once a second at most while a branch is busy, and after its last write', async () => {
    const before = new Map(reads);
    for (let event = 0; event < 40; event++) {
      applier.changed(changed(['adult-course']));
      await vi.advanceTimersByTimeAsync(100);
    }
    const during = readsSince(before).courses ?? 0;
    expect(during).toBeGreaterThanOrEqual(4);
    expect(during).toBeLessThanOrEqual(5);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(readsSince(before).courses).toBe(5);
  });

  it.each([
    ['that was under way: its answer may be older', 0],
    ['that takes longer than the round, also the first one', 100],
  ])('repeats a read %s', async (_, milliseconds) => {
    const answers: ((value: string) => void)[] = [];
    client.removeQueries({ queryKey: queries.courses });
    const slow = () => new Promise<string>((resolve) => answers.push(resolve));
    await read('courses', { shown: true }, slow);
    expect(answers.length).toBe(1);
    applier.changed(changed(['adult-course']));
    await vi.advanceTimersByTimeAsync(milliseconds);
    answers[0]?.('before the write');
    await vi.advanceTimersByTimeAsync(100);
    answers[1]?.('after the write');
    await vi.advanceTimersByTimeAsync(100);
    expect(client.getQueryData(queries.courses)).toBe('after the write');
  });

  it('is read within the spread that the server asks for', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const before = new Map(reads);
    applier.everything(1_000);
    await vi.advanceTimersByTimeAsync(490);
    expect(readsSince(before).courses).toBe(0);
    await vi.advanceTimersByTimeAsync(20);
    expect(readsSince(before).courses).toBe(1);
  });
});

describe('a write of this device', () => {
  it.each([
    'sending',
    'done',
  ] as const)('that is %s is not read twice: settling it reads the same', async (state) => {
    const key = ownEntry(state);
    const before = new Map(reads);
    applier.changed(changed(['student'], [key]));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(readsSince(before).students).toBe(0);
  });

  it('is read if another device wrote too, or the event does not tell whose it was', async () => {
    const key = ownEntry('done');
    for (const keysOfEvent of [[key, '00000000'], undefined]) {
      const before = new Map(reads);
      applier.changed(changed(['student'], keysOfEvent));
      await vi.advanceTimersByTimeAsync(2_000);
      expect(readsSince(before).students).toBe(1);
    }
  });

  it('that is being sent holds back the reads of others’ writes, which then leave out what was just read', async () => {
    ownEntry('sending');
    const before = new Map(reads);
    applier.changed(changed(['adult-course'], ['00000000']));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(readsSince(before).courses).toBe(0);
    ownEntry('done');
    await client.refetchQueries({ queryKey: queries.students });
    await vi.advanceTimersByTimeAsync(100);
    expect(readsSince(before)).toEqual({ students: 1, courses: 1, employees: 0, dashboard: 0 });
  });

  it('that takes long to be sent holds them back for two seconds', async () => {
    ownEntry('sending');
    const before = new Map(reads);
    applier.changed(changed(['adult-course'], ['00000000']));
    await vi.advanceTimersByTimeAsync(2_100);
    expect(readsSince(before).courses).toBe(1);
  });
});
