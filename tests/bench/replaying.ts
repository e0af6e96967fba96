import type { Page } from '@playwright/test';
import type { Tokens } from '#contract/session.ts';
import { type Line, ms, timing } from './measure.ts';

const ROWS = 100;
const ROUNDS = 5;

/** 100 rows of the outbox sent to the real server, against the same requests sent bare; the middle of five rounds. */
export async function replaying(page: Page, pair: Tokens): Promise<Line[]> {
  const args = [pair, ROWS] as const;
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await page.evaluate(([signedIn, rows]) => window.bench.bareFetches(signedIn, rows), args));
    ours.push(await page.evaluate(([signedIn, rows]) => window.bench.replayRows(signedIn, rows), args));
  }
  const [mine, theirs] = [timing(ours).median, timing(bare).median];
  return [
    {
      what: `replay of ${ROWS} outbox rows against bare fetches`,
      ours: ms(mine),
      peer: ms(theirs),
      ratio: mine / theirs,
      bar: 1.3,
    },
  ];
}
