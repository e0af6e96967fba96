import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { branchEvents, KEY_PREFIX } from '#contract/events.ts';
import { paths } from '#contract/http.ts';
import { resources } from '#contract/resources/registry.ts';
import { timing } from '../measure.ts';
import { sendRequest } from '../requests.ts';
import { answerParent } from './client-process.ts';

const opening = z.object({
  origins: z.array(z.string()),
  /** Of each branch, the access tokens of its tablets. */
  branches: z.array(z.array(z.string())),
});
const writing = z.object({ perSecond: z.number(), seconds: z.number() });

const LANES = 40;
const AGAIN_AFTER_MS = 1_000;
const PACE_MS = 5;
/** Writes without an answer; no further ones are sent meanwhile. */
const MAX_UNANSWERED = 400;
const LAST_EVENTS_MS = 15_000;

/** A write whose event has not arrived at another tablet of the branch. */
interface Write {
  readonly tablet: number;
  readonly sentAt: number;
  answeredAt?: number;
  toldAt?: number;
}

interface Counts {
  readonly fromSending: number[];
  readonly fromAnswer: number[];
  readonly statuses: Record<string, number>;
  unsent: number;
}

const newCounts = (): Counts => ({ fromSending: [], fromAnswer: [], statuses: {}, unsent: 0 });
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
let origins: readonly string[] = [];
let branches: readonly (readonly string[])[] = [];
let waiting: readonly Map<string, Write>[] = [];
let counts = newCounts();
let unanswered = 0;
let lostStreams = 0;

function settle(branch: number, prefix: string, write: Write): void {
  const { sentAt, answeredAt, toldAt } = write;
  if (answeredAt === undefined || toldAt === undefined) return;
  waiting[branch]?.delete(prefix);
  counts.fromSending.push(toldAt - sentAt);
  counts.fromAnswer.push(Math.max(0, toldAt - answeredAt));
}

function tell(branch: number, tablet: number, keys: readonly string[] | undefined): void {
  const now = performance.now();
  for (const [prefix, write] of waiting[branch] ?? []) {
    // An event without keys tells of all writes until then.
    const isMeant = keys ? keys.includes(prefix) : write.answeredAt !== undefined;
    if (write.tablet !== tablet || !isMeant) continue;
    write.toldAt ??= now;
    settle(branch, prefix, write);
  }
}

function arrive(branch: number, tablet: number, block: string): void {
  const name = /^event: (.*)$/m.exec(block)?.[1];
  const json = /^data: (.*)$/m.exec(block)?.[1];
  if (json === undefined) return;
  if (name === 'everything') tell(branch, tablet, undefined);
  if (name === 'changed') tell(branch, tablet, branchEvents.changed.parse(JSON.parse(json)).keys);
}

/** Opens the stream of a tablet, again whenever it ends. Resolves after the first event. */
function openStream(branch: number, tablet: number): Promise<void> {
  const headers = { authorization: `Bearer ${branches[branch]?.[tablet]}` };
  const origin = origins[tablet % origins.length];
  return new Promise((resolve) => {
    let isOver = false;
    const again = () => {
      if (isOver) return;
      isOver = true;
      lostStreams += 1;
      setTimeout(() => void openStream(branch, tablet).then(resolve), AGAIN_AFTER_MS);
    };
    const read = (stream: IncomingMessage) => {
      let rest = '';
      stream
        .setEncoding('utf8')
        .on('data', (chunk: string) => {
          const blocks = (rest + chunk).split('\n\n');
          rest = blocks.pop() ?? '';
          if (stream.statusCode !== 200) return;
          for (const block of blocks) arrive(branch, tablet, block);
          resolve();
        })
        .on('error', () => undefined)
        .on('close', again);
    };
    request(`${origin}/api${paths.events}`, { headers, agent: false }, read).on('error', again).end();
  });
}

async function open(given: unknown): Promise<void> {
  ({ origins, branches } = opening.parse(given));
  waiting = branches.map(() => new Map());
  const streams = branches.flatMap((tokens, branch) => tokens.map((_, tablet) => ({ branch, tablet })));
  const lane = async () => {
    for (let next = streams.pop(); next; next = streams.pop()) await openStream(next.branch, next.tablet);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function write(turn: number): Promise<void> {
  const branch = turn % branches.length;
  const tokens = branches[branch] ?? [];
  const tablet = Math.floor(turn / branches.length) % tokens.length;
  const key = randomUUID();
  const prefix = key.slice(0, KEY_PREFIX);
  const sent: Write = { tablet: (tablet + 1) % tokens.length, sentAt: performance.now() };
  waiting[branch]?.set(prefix, sent);
  unanswered += 1;
  const { status } = await sendRequest(agent, {
    method: 'POST',
    url: `${origins[turn % origins.length]}/api${resources.expense.path}`,
    token: tokens[tablet] ?? '',
    body: { title: 'Chalk', amount: '12.00' },
    key,
  }).catch(() => ({ status: 0 }));
  unanswered -= 1;
  counts.statuses[status] = (counts.statuses[status] ?? 0) + 1;
  if (status !== 201) waiting[branch]?.delete(prefix);
  else {
    sent.answeredAt = performance.now();
    settle(branch, prefix, sent);
  }
}

/** Expenses of all branches in turn, at an even pace that slow answers do not slow down. */
async function writeFor(given: unknown) {
  const { perSecond, seconds } = writing.parse(given);
  counts = newCounts();
  lostStreams = 0;
  const start = performance.now();
  let turn = 0;
  for (let now = start; now < start + seconds * 1_000; now = performance.now()) {
    for (; turn < ((now - start) / 1_000) * perSecond; turn++) {
      if (unanswered < MAX_UNANSWERED) void write(turn);
      else counts.unsent += 1;
    }
    await sleep(PACE_MS);
  }
  const answered = counts.statuses[201] ?? 0;
  const untold = () => waiting.reduce((sum, { size }) => sum + size, 0);
  const until = performance.now() + LAST_EVENTS_MS;
  while (untold() > 0 && performance.now() < until) await sleep(PACE_MS);
  const { fromSending, fromAnswer, statuses, unsent } = counts;
  return {
    perSecond: answered / seconds,
    fromSending: timing(fromSending),
    fromAnswer: timing(fromAnswer),
    statuses,
    unsent,
    untold: untold(),
    lostStreams,
  };
}

answerParent({ open, write: writeFor });
