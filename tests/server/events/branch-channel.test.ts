import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BranchChannel } from '#server/events/branch-channel.ts';
import { EventStream } from '#server/events/event-stream.ts';
import { versionOf } from '#server/store/branch-changes.ts';
import { claimUntil, type OpenResponse, openResponse } from '../../support/open-response.ts';

const counts = (first: number, second?: number) =>
  new Map(
    Object.entries({ 0: first, ...(second !== undefined && { 1: second }) }).map(([shard, count]) => [
      Number(shard),
      count,
    ]),
  );
const published = (shard: number, count: number, resource: string) => ({
  branchId: 1n,
  shard,
  count,
  resource,
  key: 'abcdefgh',
});
/** Longer than a change waits for an earlier one, in milliseconds. */
const AFTER_GAP_MS = 700;

let opened: OpenResponse;
let channel: BranchChannel;
beforeEach(async () => {
  opened = await openResponse();
  channel = new BranchChannel();
  channel.begin(counts(10));
  channel.open(
    new EventStream(opened.response, claimUntil(Number.POSITIVE_INFINITY), 0),
    versionOf(counts(10)),
  );
});
afterEach(() => {
  channel.stop();
  opened.close();
});

const told = () => opened.reader.events.map(({ event, resources }) => [event, resources].flat());

describe('the streams of a branch', () => {
  it('are told a change with the earlier one that was heard after it', async () => {
    channel.add(published(0, 12, 'expense'));
    await sleep(200);
    expect(told()).toEqual([['unchanged', undefined]]);
    channel.add(published(0, 11, 'student'));
    const event = await opened.reader.until(({ event }) => event === 'changed');
    expect(event).toMatchObject({
      since: versionOf(counts(10)),
      version: versionOf(counts(12)),
      resources: ['student', 'expense'],
    });
    await sleep(AFTER_GAP_MS);
    expect(told()).toHaveLength(2);
  });

  it('are told that anything may have changed when the earlier change is not heard', async () => {
    channel.add(published(0, 12, 'expense'));
    channel.add(published(1, 1, 'student'));
    expect(await opened.reader.until(({ event }) => event === 'changed')).toMatchObject({
      version: versionOf(counts(10, 1)),
      resources: ['student'],
    });
    expect(await opened.reader.until(({ event }) => event === 'everything')).toMatchObject({
      version: versionOf(counts(12, 1)),
    });
    channel.add(published(0, 11, 'bus'));
    channel.add(published(0, 13, 'salary'));
    await opened.reader.until(({ resources }) => String(resources) === 'salary');
    expect(told()).not.toContainEqual(expect.arrayContaining(['bus']));
  });

  it('are told that anything may have changed when a write was counted and is not published within two seconds', async () => {
    channel.expect(counts(10), 0);
    channel.tellUnpublished(2_000);
    channel.expect(counts(11), 5_000);
    channel.expect(counts(12), 6_000);
    channel.tellUnpublished(6_999);
    await sleep(AFTER_GAP_MS);
    expect(told()).toEqual([['unchanged', undefined]]);
    channel.tellUnpublished(7_000);
    expect(await opened.reader.until(({ event }) => event === 'everything')).toMatchObject({
      version: versionOf(counts(11)),
    });
    channel.expect(counts(11), 10_000);
    channel.add(published(0, 12, 'student'));
    await opened.reader.until(({ event }) => event === 'changed');
    channel.expect(counts(12), 15_000);
    channel.tellUnpublished(20_000);
    expect(told().map(([event]) => event)).toEqual(['unchanged', 'everything', 'changed']);
  });

  it('are told a write that was read with the counts before it was heard', async () => {
    channel.begin(counts(11));
    expect(await channel.knownVersion(async () => counts(11))).toBe(versionOf(counts(10)));
    channel.add(published(0, 11, 'student'));
    expect(await opened.reader.until(({ event }) => event === 'changed')).toMatchObject({
      version: versionOf(counts(11)),
      resources: ['student'],
    });
  });
});
