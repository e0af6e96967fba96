import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#server/db/open-database.ts';
import { accessToken } from '../support/access-token.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServerOfBench } from './children.ts';
import { poolOf } from './growth/pool-of.ts';
import { type Line, ms, timed, timing } from './measure.ts';

const STREAMS = 1_000;
/** Number of streams that are open before memory is measured. */
const FIRST_STREAMS = 400;
const USERS = 24;
const PAYMENTS = 40;
const IDLE_SECONDS = 20;
const MAX_STREAM_KILOBYTES = 20;
/** Time in which other devices must know of a write, in milliseconds. */
const MAX_TOLD_MS = 2_000;
/** Time in which all devices must be back after a restart, in milliseconds. */
const MAX_BACK_MS = 20_000;
const LANES = 32;
const WRITES = 1_500;

/** Linux counts the processor time of a process in hundredths of a second. */
const TICK_MS = 10;

interface Device {
  /** When it was last told a change, by `performance.now()`. */
  toldAt: number;
  /** Time over which it spreads its return, as the server asked, in milliseconds. */
  retry: number;
  readonly close: () => void;
  readonly ended: Promise<void>;
}

/** Returns the resident memory of a process in kilobytes, and its processor time in milliseconds. */
function usageOf(pid: number): { memory: number; processor: number } {
  const resident = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return { memory: Number(resident), processor: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
}

/** Opens one device's stream; resolves with its first event. @throws {Error} unless the answer is 200 */
function openDevice(origin: string, access: string): Promise<Device> {
  return new Promise((resolve, reject) => {
    const asked = request(`${origin}/api/branch/events/`, {
      headers: { authorization: `Bearer ${access}` },
      agent: false,
    });
    asked.on('error', reject).on('response', (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`A stream was answered with ${answer.statusCode}`));
      const ended = new Promise<void>((done) => answer.on('close', done).on('error', () => undefined));
      const device: Device = { toldAt: 0, retry: 2_000, close: () => asked.destroy(), ended };
      answer.setEncoding('utf8').on('data', (text: string) => {
        const retry = /^retry: (\d+)$/m.exec(text)?.[1];
        if (retry) device.retry = Number(retry);
        if (text.includes('event: changed')) device.toldAt = performance.now();
        if (text.includes('event: everything')) resolve(device);
      });
    });
    asked.end();
  });
}

/** Opens streams of the users in turn, at most this many at once. */
async function openDevices(origin: string, tokens: readonly string[], count: number): Promise<Device[]> {
  const devices: Device[] = [];
  await timed(count, LANES, async (run) => {
    devices.push(await openDevice(origin, tokens[run % tokens.length] ?? ''));
  });
  return devices;
}

function closeAll(devices: readonly Device[]): void {
  for (const { close } of devices) close();
}

/** Measures 1,000 open streams of one branch on one server process. */
export async function liveEvents(): Promise<Line[]> {
  const secret = randomBytes(32).toString('hex');
  const server = await startServerOfBench({ TOKEN_SECRET: secret, LOG_LEVEL: 'warn' });
  try {
    const { tokens, pool, stop } = await users(server, secret);
    try {
      const write = payments(server.origin, tokens);
      await write(0);
      const lines = await openStreams(server, tokens, write);
      lines.push(await publishing(write, (on) => setPublishing(pool, on)));
      return lines;
    } finally {
      await pool.end();
      await stop();
    }
  } finally {
    await server.remove();
  }
}

async function openStreams(
  server: RunningServer,
  tokens: readonly string[],
  write: (run: number) => Promise<void>,
): Promise<Line[]> {
  // Compiles and allocates what is needed only once: the heap grows by twice as much with each of the first streams. They stay open
  // meanwhile, since others would take over the memory of closed ones.
  const first = await openDevices(server.origin, tokens, FIRST_STREAMS);
  await sleep(5_000);
  const before = usageOf(server.pid());
  const devices = await openDevices(server.origin, tokens, STREAMS);
  await sleep(5_000);
  const kilobytes = (usageOf(server.pid()).memory - before.memory) / STREAMS;
  closeAll(first);
  await sleep(5_000);
  const open = usageOf(server.pid());
  await sleep(IDLE_SECONDS * 1_000);
  const idle = (usageOf(server.pid()).processor - open.processor) / IDLE_SECONDS;
  const watched = await paymentsCost(server, write, devices);
  const back = await restart(server, tokens, devices);
  const alone = await paymentsCost(server, write, []);
  return [
    against(
      'memory of one stream',
      `${kilobytes.toFixed(1)} KB`,
      kilobytes,
      `${MAX_STREAM_KILOBYTES} KB`,
      MAX_STREAM_KILOBYTES,
    ),
    against(
      `a payment is told to the last of ${STREAMS}, median`,
      ms(watched.told.median),
      watched.told.median,
      ms(MAX_TOLD_MS),
      MAX_TOLD_MS,
    ),
    against('  p99', ms(watched.told.p99), watched.told.p99, ms(MAX_TOLD_MS), MAX_TOLD_MS),
    {
      what: `  processor time of a payment, ${STREAMS} streams against none`,
      ours: ms(watched.processor),
      peer: ms(alone.processor),
      ratio: watched.processor / alone.processor,
    },
    against(`heartbeats of ${STREAMS} streams, processor time in a second`, ms(idle), idle, ms(1_000), 1_000),
    against(`all ${STREAMS} are back after a restart`, ms(back.all), back.all, ms(MAX_BACK_MS), MAX_BACK_MS),
    against('  opening one of them then, p99', ms(back.opening), back.opening, ms(MAX_TOLD_MS), MAX_TOLD_MS),
  ];
}

const against = (what: string, ours: string, value: number, limit: string, most: number): Line => ({
  what,
  ours,
  peer: limit,
  ratio: value / most,
  bar: 1,
});

/** Makes payments one after the other and waits until every device was told each of them. */
async function paymentsCost(
  server: RunningServer,
  write: (run: number) => Promise<void>,
  devices: readonly Device[],
): Promise<{ processor: number; told: ReturnType<typeof timing> }> {
  const times: number[] = [];
  let waited = 0;
  const start = usageOf(server.pid());
  for (let run = 1; run <= PAYMENTS; run++) {
    for (const device of devices) device.toldAt = 0;
    const sent = performance.now();
    await write(run);
    while (devices.some(({ toldAt }) => toldAt === 0)) await sleep(5);
    times.push(Math.max(...devices.map(({ toldAt }) => toldAt)) - sent);
    // Each payment is an event of its own, with streams and without.
    await sleep(250);
    waited += 1;
  }
  return { processor: (usageOf(server.pid()).processor - start.processor) / waited, told: timing(times) };
}

/** Stops the server and starts it again; the devices come back as the app does. Returns milliseconds. */
async function restart(server: RunningServer, tokens: readonly string[], devices: readonly Device[]) {
  const opening: number[] = [];
  const back: Device[] = [];
  const returned = devices.map(async ({ ended, ...device }, index) => {
    await ended;
    for (let failures = 0; ; failures++) {
      const spread = failures === 0 ? device.retry : Math.min(16_000, 1_000 * 2 ** (failures + 1));
      await sleep(spread * Math.random());
      const start = performance.now();
      const opened = await openDevice(server.origin, tokens[index % tokens.length] ?? '').catch(
        () => undefined,
      );
      if (!opened) continue;
      opening.push(performance.now() - start);
      back.push(opened);
      return;
    }
  });
  await server.kill('SIGTERM');
  await server.start();
  const start = performance.now();
  await Promise.all(returned);
  const all = performance.now() - start;
  closeAll(back);
  return { all, opening: timing(opening).p99 };
}

/** Measures what publishing costs a write: 32 at once, with the trigger and without it. */
async function publishing(
  write: (run: number) => Promise<void>,
  setTrigger: (on: boolean) => Promise<void>,
): Promise<Line> {
  const rounds = { on: [] as number[], off: [] as number[] };
  // Alternating rounds: both meet the same neighbours on the machine.
  for (let round = 0; round < 3; round++) {
    for (const on of [false, true]) {
      await setTrigger(on);
      const { median } = await timed(WRITES / 3, LANES, (run) => write(10_000 + run));
      rounds[on ? 'on' : 'off'].push(median);
    }
  }
  const [ours, peer] = [Math.min(...rounds.on), Math.min(...rounds.off)];
  return {
    what: `a student, ${LANES} at once, published against not published: median`,
    ours: ms(ours),
    peer: ms(peer),
    ratio: ours / peer,
  };
}

function payments(origin: string, tokens: readonly string[]) {
  return async (run: number): Promise<void> => {
    const answer = await fetch(`${origin}/api/students/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[run % tokens.length]}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ name: `Student ${run}` }),
    });
    await answer.arrayBuffer();
    if (answer.status !== 201) throw new Error(`A write was answered with ${answer.status}`);
  };
}

/** Adds users to the first branch: a user has a limited number of streams. */
async function users(server: RunningServer, tokenSecret: string) {
  const database = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined }, { attach: true });
  const pool = poolOf({ ...database.owner, max: 1 });
  const { rows } = await pool.query<{ id: string }>(
    `insert into app_user (branch_id, email, password_hash, first_name, last_name, account_type)
     select 1, 'device' || n || '@example.com', '', 'Device', n::text, 'staff' from generate_series(1, $1) as n returning id::text`,
    [USERS],
  );
  const query = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows;
  const options = { tokenSecret, seconds: 3_600 };
  const tokens = await Promise.all(
    rows.map(({ id }) => accessToken(query, { branchId: 1n, userId: BigInt(id) }, options)),
  );
  return { tokens, pool, stop: database.stop };
}

async function setPublishing(pool: ReturnType<typeof poolOf>, on: boolean): Promise<void> {
  await pool.query(`alter table history ${on ? 'enable' : 'disable'} trigger write_published`);
}
