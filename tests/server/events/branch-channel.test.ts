import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeCounter } from '#server/db/branch-changes.ts';
import { BranchChannel } from '#server/events/branch-channel.ts';
import { EventStream } from '#server/events/event-stream.ts';
import { claimUntil, type OpenResponse, openResponse } from '../../support/open-response.ts';

let opened: OpenResponse;
let channel: BranchChannel;
beforeEach(async () => {
  opened = await openResponse();
  channel = new BranchChannel(1n);
});
afterEach(() => opened.close());

interface Counted {
  readonly keys?: string[];
  readonly resources?: Record<string, number>;
  readonly named_since?: number;
}

/** A branch with one counter, or with more. */
const moved = (changes: number, counted: Counted = {}, ...others: ChangeCounter[]) => {
  const first = { counter: 0, changes, named_since: 0, resources: {}, keys: ['abcdefgh'], ...counted };
  const counters = [first, ...others];
  const version = BigInt(counters.reduce((sum, counter) => sum + counter.changes, 0));
  return { branch_id: 1n, version, counters };
};

/** Opens a stream that knows the version of the database. */
function open(changes: number): void {
  channel.move(moved(changes));
  const stream = new EventStream(opened.response, claimUntil(Number.POSITIVE_INFINITY), 0);
  channel.open(stream, String(changes));
}

describe('the streams of a branch', () => {
  it('are told the resources and keys of the writes since their version', async () => {
    open(10);
    const resources = { month: 9, student: 11, expense: 12 };
    channel.move(moved(12, { resources, keys: ['earlier0', 'abcdefgh', 'ijklmnop'] }));
    expect(await opened.reader.until(({ event }) => event === 'changed')).toMatchObject({
      since: '10',
      version: '12',
      resources: ['student', 'expense'],
      keys: ['abcdefgh', 'ijklmnop'],
    });
  });

  it('are told together what was counted by several counters, and by each only once', async () => {
    open(10);
    const second = { counter: 1, changes: 1, named_since: 0, resources: { bus: 1 }, keys: ['ijklmnop'] };
    channel.move(moved(11, { resources: { student: 11 } }, second));
    expect(await opened.reader.until(({ event }) => event === 'changed')).toMatchObject({
      since: '10',
      version: '12',
      resources: ['student', 'bus'],
      keys: ['abcdefgh', 'ijklmnop'],
    });
    channel.move(
      moved(11, { resources: { student: 11 } }, { ...second, changes: 2, resources: { bus: 1, trip: 2 } }),
    );
    expect(await opened.reader.until(({ version }) => version === '13')).toMatchObject({
      resources: ['trip'],
    });
  });

  it.each([
    ['had no key', ['abcdefgh', '']],
    ['is too long ago', ['abcdefgh']],
  ])('are told no keys when a write %s', async (_, keys) => {
    open(10);
    channel.move(moved(12, { resources: { student: 12 }, keys }));
    const event = await opened.reader.until(({ event }) => event === 'changed');
    expect(event).not.toHaveProperty('keys');
  });

  it.each([
    ['the writes since their version are not known, as after a restore', 90, { named_since: 80 }],
    ['the version is lower, as on a standby that lagged', 9, {}],
  ])('are told that anything may have changed when %s', async (_, changes, counted) => {
    open(10);
    channel.move(moved(changes, counted));
    const version = String(changes);
    expect(await opened.reader.until(({ event }) => event === 'everything')).toMatchObject({ version });
    channel.move(moved(changes + 1, { ...counted, resources: { salary: changes + 1 } }));
    expect(await opened.reader.until(({ event }) => event === 'changed')).toMatchObject({
      since: version,
      resources: ['salary'],
    });
  });
});
