import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SharedEvents } from '#app/events/shared-events.ts';
import type { BranchEvent } from '#contract/events.ts';
import { flush } from '../outbox/device.ts';
import { FakeLocks } from '../outbox/fake-locks.ts';

/** Fakes BroadcastChannel: delivers to all others of the name at once. */
class FakeChannel {
  static readonly open = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
    FakeChannel.open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of FakeChannel.open) {
      if (other === this || other.name !== this.name) continue;
      other.onmessage?.({ data: structuredClone(data) });
    }
  }

  close(): void {
    FakeChannel.open.delete(this);
  }
}

interface Tab {
  readonly shared: SharedEvents;
  readonly received: string[];
  /** Hands an event to the tab's connection. @throws {Error} where it has none */
  readonly receive: (event: BranchEvent) => void;
  readonly connected: () => boolean;
}

let opened = 0;
const tabs: Tab[] = [];

function newTab(): Tab {
  const received: string[] = [];
  let onEvent: ((event: BranchEvent) => void) | undefined;
  const shared = new SharedEvents({
    name: 'branch-desk.events.b1/mona',
    openSource: (listener) => {
      opened += 1;
      onEvent = listener;
      return () => {
        onEvent = undefined;
      };
    },
    onChanged: ({ resources }) => received.push(resources.join()),
    onEverything: () => received.push('everything'),
    onConnectionChange: () => received.push('connection'),
  });
  const tab: Tab = {
    shared,
    received,
    receive: (event) => {
      if (!onEvent) throw new Error('This tab has no connection');
      onEvent(event);
    },
    connected: () => onEvent !== undefined,
  };
  tabs.push(tab);
  return tab;
}

async function shownTab(): Promise<Tab> {
  const tab = newTab();
  tab.shared.join();
  await flush(5);
  return tab;
}

const everything = (version: string): BranchEvent => ({ name: 'everything', version, spread: 0 });
const changed = (since: string, version: string, ...resources: string[]): BranchEvent => ({
  name: 'changed',
  since,
  version,
  resources,
  spread: 0,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  opened = 0;
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: new FakeLocks() }));
  vi.stubGlobal('BroadcastChannel', FakeChannel);
});
afterEach(() => {
  for (const { shared } of tabs.splice(0)) shared.leave();
  localStorage.clear();
});

describe('the tabs of a device', () => {
  it('share one connection, and each is told what it brings', async () => {
    const [first, second, third] = [await shownTab(), await shownTab(), await shownTab()];
    first.receive(everything('1'));
    first.receive(changed('1', '2', 'student'));
    expect(opened).toBe(1);
    expect([first, second, third].map(({ received }) => received)).toEqual(
      Array.from({ length: 3 }, () => ['everything', 'student']),
    );
  });

  it('pass the connection on when its tab is left, with the version that the next one knows', async () => {
    const [first, second] = [await shownTab(), await shownTab()];
    first.receive(everything('1'));
    first.shared.leave();
    await flush(5);
    expect([first.connected(), second.connected(), second.shared.version]).toEqual([false, true, '1']);
    second.receive({ name: 'unchanged', version: '1' });
    expect(second.received).toEqual(['everything']);
  });

  it('have a connection each where the browser has no locks', async () => {
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: undefined }));
    const [first, second] = [await shownTab(), await shownTab()];
    expect([opened, first.connected(), second.connected()]).toEqual([2, true, true]);
  });

  it('are told to ask for themselves when the connection changes', async () => {
    const [first, second] = [await shownTab(), await shownTab()];
    first.shared.tellConnection();
    second.shared.tellConnection();
    expect([first.received, second.received]).toEqual([[], ['connection']]);
  });
});

describe('69 a missed change', () => {
  it('69 a tab that was hidden while something changed reads everything anew', async () => {
    const [first, second] = [await shownTab(), await shownTab()];
    first.receive(everything('1'));
    second.shared.leave();
    first.receive(changed('1', '2', 'student'));
    second.shared.join();
    expect(second.received).toEqual(['everything', 'everything']);
    expect(second.shared.version).toBe('2');
  });

  it('69 a tab that was hidden while nothing changed reads nothing', async () => {
    const [first, second] = [await shownTab(), await shownTab()];
    first.receive(everything('1'));
    second.shared.leave();
    second.shared.join();
    expect(second.received).toEqual(['everything']);
  });

  it('69 an event that does not follow the last one makes every tab read everything', async () => {
    const [first, second] = [await shownTab(), await shownTab()];
    first.receive(everything('1'));
    first.receive(changed('2', '3', 'student'));
    expect([first.received, second.received]).toEqual([
      ['everything', 'everything'],
      ['everything', 'everything'],
    ]);
    // What comes twice, from the stream and from a poll, changes nothing.
    first.receive(changed('2', '3', 'student'));
    expect(first.received.length).toBe(2);
  });
});

describe('a frozen tab with the connection', () => {
  it('is replaced after a minute of silence, and gives way when it wakes up', async () => {
    // A frozen tab keeps its lock, and its heartbeat stops.
    const timers = vi.spyOn(globalThis, 'setInterval').mockReturnValue(0 as never);
    const first = await shownTab();
    timers.mockRestore();
    first.receive(everything('1'));
    const second = await shownTab();
    await vi.advanceTimersByTimeAsync(59_000);
    expect(second.connected()).toBe(false);
    await vi.advanceTimersByTimeAsync(6_000);
    await flush(5);
    expect(second.connected()).toBe(true);
    expect(first.connected()).toBe(false);
    second.receive(everything('2'));
    expect(first.shared.version).toBe('2');
  });

  it('keeps the connection as long as it says that it lives', async () => {
    const [first, second] = [await shownTab(), await shownTab()];
    first.receive(everything('1'));
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect([first.connected(), second.connected(), opened]).toEqual([true, false, 1]);
  });
});
