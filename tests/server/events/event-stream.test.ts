import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HEARTBEAT_MS } from '#contract/events.ts';
import { EventStream, TICK_MS } from '#server/events/event-stream.ts';
import type { EventClient } from '../../support/event-client.ts';
import { claimUntil, openResponse } from '../../support/open-response.ts';

const NEVER = Number.POSITIVE_INFINITY;
const FRAME_BYTES = 64 * 1024;
const frame = Buffer.from(`event: changed\ndata: {"version":"1","filler":"${'x'.repeat(FRAME_BYTES)}"}\n\n`);
const caughtUp = () => Buffer.from('event: everything\ndata: {"version":"2"}\n\n');

let response: ServerResponse;
let reader: EventClient;
let close: () => void;

beforeEach(async () => {
  ({ response, reader, close } = await openResponse());
});
afterEach(() => close());

/** Sends frames until the network takes no more, and ten times as many afterwards. */
async function fillUp(stream: EventStream): Promise<{ sent: number; buffered: number }> {
  let sent = 0;
  for (let idle = 0; idle < 20 && sent < 4_000; sent++) {
    stream.send(frame);
    await sleep(1);
    idle = response.writableLength > 0 ? idle + 1 : 0;
  }
  const buffered = response.writableLength;
  for (let more = 0; more < 10 * sent; more++) stream.send(frame);
  return { sent, buffered };
}

describe('a slow reader', () => {
  it('takes bounded memory, and is told to read everything once it reads again', async () => {
    const stream = new EventStream(response, claimUntil(NEVER), 0);
    reader.response.pause();
    const { buffered } = await fillUp(stream);
    expect(response.writableLength).toBe(buffered);
    expect(response.writableLength).toBeLessThan(2 * FRAME_BYTES);
    stream.tick(0, caughtUp);
    expect(response.writableLength).toBe(buffered);

    reader.response.resume();
    await expect.poll(() => response.writableLength).toBe(0);
    stream.tick(0, caughtUp);
    expect(await reader.until(({ event }) => event === 'everything')).toEqual({
      event: 'everything',
      version: '2',
    });
    stream.send(Buffer.from('event: changed\ndata: {"version":"3"}\n\n'));
    await reader.until(({ version }) => version === '3');
  });

  it('that never reads again is cut off', async () => {
    const stream = new EventStream(response, claimUntil(NEVER), 0);
    reader.response.pause();
    await fillUp(stream);
    for (let tick = 0; tick < 40; tick++) stream.tick(0, caughtUp);
    expect(response.destroyed).toBe(true);
  });
});

it('a stream that is silent has a heartbeat', async () => {
  const stream = new EventStream(response, claimUntil(NEVER), 0);
  for (let passed = 0; passed < HEARTBEAT_MS; passed += TICK_MS) stream.tick(passed, caughtUp);
  await expect.poll(() => reader.text()).toBe(':\n\n');
});

it('a stream ends at the second in which its token expires', async () => {
  const stream = new EventStream(response, claimUntil(5_000), 0);
  stream.tick(4_999, caughtUp);
  expect(response.writableEnded).toBe(false);
  stream.tick(5_000, caughtUp);
  expect(response.writableEnded).toBe(true);
  await reader.untilEnd();
});
