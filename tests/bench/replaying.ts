import type { Page } from '@playwright/test';
import type { Tokens } from '#contract/account.ts';
import { type Line, ms, timing } from './measure.ts';

const ENTRIES = 500;
const ROUNDS = 3;

const against = (what: string, ours: number, peer: number, bar: number): Line => ({
  what,
  ours: ms(ours),
  peer: ms(peer),
  ratio: ours / peer,
  bar,
});

/** Measures sending entries to a real server against bare requests, and storing a payment while others wait. */
export async function replaying(page: Page, pair: Tokens): Promise<Line[]> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await page.evaluate((args) => window.bench.bareFetches(...args), [pair, ENTRIES] as const));
    ours.push(await page.evaluate((args) => window.bench.replayEntries(...args), [pair, ENTRIES] as const));
  }
  const whileWaiting = (rows: number) =>
    page.evaluate((args) => window.bench.storedWhile(...args), [pair, rows] as const);
  const [few, many, most] = [await whileWaiting(10), await whileWaiting(500), await whileWaiting(1_000)];
  const middle = (values: readonly number[]) => timing(values).median;
  return [
    against(`replay of ${ENTRIES} outbox entries against bare fetches`, middle(ours), middle(bare), 1.3),
    against('a payment stored while 500 others wait, against 10', many, few, 1.5),
    against('a payment stored while 1000 others wait, against 10', most, few, 1.5),
  ];
}
