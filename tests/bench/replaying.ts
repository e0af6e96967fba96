import type { Page } from '@playwright/test';
import type { Tokens } from '#contract/account.ts';
import { type Line, ms, timing } from './measure.ts';

const ENTRIES = 500;
const ROUNDS = 3;

const against = (what: string, ours: number, peer: number, bar?: number): Line => ({
  what,
  ours: ms(ours),
  peer: ms(peer),
  ratio: ours / peer,
  ...(bar !== undefined && { bar }),
});

/**
 * Measures storing entries in the outbox and sending them to a real server.
 * Compares with bare requests and a bare IndexedDB put.
 */
export async function replaying(page: Page, pair: Tokens): Promise<Line[]> {
  const replay = (rows: number) =>
    page.evaluate((args) => window.bench.replayEntries(...args), [pair, rows] as const);
  const kept = (settled: number) => page.evaluate((count) => window.bench.readAgain(count), settled);
  const ours: number[] = [];
  const stored: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await page.evaluate((args) => window.bench.bareFetches(...args), [pair, ENTRIES] as const));
    const one = await replay(ENTRIES);
    ours.push(one.sending);
    stored.push(one.stored);
  }
  const put = await page.evaluate((count) => window.bench.barePuts(count), ENTRIES);
  const [fewKept, manyKept] = [await kept(10), await kept(1_500)];
  const whileWaiting = (rows: number) =>
    page.evaluate((args) => window.bench.storedWhile(...args), [pair, rows] as const);
  const [few, many, most] = [await whileWaiting(10), await whileWaiting(500), await whileWaiting(1_000)];
  const middle = (values: readonly number[]) => timing(values).median;
  return [
    against(`replay of ${ENTRIES} outbox entries against bare fetches`, middle(ours), middle(bare), 1.3),
    against('the screens know of a change: 1500 entries of past days kept against 10', manyKept, fewKept),
    against('a write stored for good, against the least it can cost', middle(stored), put),
    against('a payment stored while 500 others wait, against 10', many, few, 1.5),
    against('a payment stored while 1000 others wait, against 10', most, few, 1.5),
  ];
}
