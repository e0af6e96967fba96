import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BranchChannel } from '#server/events/branch-channel.ts';
import { EventStream } from '#server/events/event-stream.ts';
import { claimUntil, type OpenResponse, openResponse } from '../../support/open-response.ts';

const FIRST_COUNT = 1_795_000_000_000;
const published = (count: number, resource: string) => ({ branchId: 1n, count, resource, key: 'abcdefgh' });

let opened: OpenResponse;
let channel: BranchChannel;
beforeEach(async () => {
  opened = await openResponse();
  channel = new BranchChannel();
});
afterEach(() => {
  channel.stop();
  opened.close();
});

/** Opens a stream that knows the version of the database. */
function open(version: string): void {
  channel.begin(version);
  channel.open(new EventStream(opened.response, claimUntil(Number.POSITIVE_INFINITY), 0), version);
}

const readEvents = () => opened.reader.events.map(({ event, resources }) => [event, resources].flat());

describe('the streams of a branch', () => {
  it('are told the writes of a moment together', async () => {
    open('10');
    channel.add(published(11, 'student'));
    channel.add(published(12, 'expense'));
    const event = await opened.reader.until(({ event }) => event === 'changed');
    expect(event).toMatchObject({ since: '10', version: '12', resources: ['student', 'expense'] });
  });

  it('are told that anything may have changed when a write was not heard', async () => {
    open('10');
    channel.add(published(12, 'expense'));
    expect(await opened.reader.until(({ event }) => event === 'everything')).toMatchObject({ version: '12' });
    channel.add(published(13, 'salary'));
    expect(await opened.reader.until(({ event }) => event === 'changed')).toMatchObject({
      since: '12',
      version: '13',
      resources: ['salary'],
    });
  });

  it('are told the first write of a branch by its resource', async () => {
    open('0');
    channel.add(published(FIRST_COUNT, 'month'));
    const event = await opened.reader.until(({ event }) => event === 'changed');
    expect(event).toMatchObject({ since: '0', version: String(FIRST_COUNT), resources: ['month'] });
  });

  it('are not told again of a write that was read with the version before it was heard', async () => {
    open('11');
    channel.add(published(11, 'student'));
    channel.add(published(12, 'expense'));
    await opened.reader.until(({ version }) => version === '12');
    channel.add(published(13, 'salary'));
    await opened.reader.until(({ version }) => version === '13');
    expect(readEvents()).toEqual([
      ['unchanged', undefined],
      ['changed', 'expense'],
      ['changed', 'salary'],
    ]);
  });

  it('are told of a write that was heard while the version was read', async () => {
    channel.add(published(11, 'student'));
    channel.begin('10');
    channel.open(new EventStream(opened.response, claimUntil(Number.POSITIVE_INFINITY), 0), '10');
    expect(await opened.reader.until(() => true)).toMatchObject({ event: 'everything', version: '11' });
  });

  it('are told that anything may have changed with the version that is read after a lost connection', async () => {
    open('10');
    channel.tellEverything('14');
    expect(await opened.reader.until(({ event }) => event === 'everything')).toMatchObject({ version: '14' });
    channel.add(published(14, 'student'));
    channel.add(published(15, 'expense'));
    expect(await opened.reader.until(({ event }) => event === 'changed')).toMatchObject({
      since: '14',
      version: '15',
      resources: ['expense'],
    });
  });
});
