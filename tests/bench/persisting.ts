import type { Page } from '@playwright/test';
import type { Tokens } from '#contract/session.ts';
import { type Line, ms } from './measure.ts';
import type { Keeping } from './page/persistence.ts';

const FEW = 10;
const MANY = 1_000;

/** What it costs to persist one refreshed list, and to restore, with few and with many queries in the cache. */
export async function persisting(page: Page, pair: Tokens): Promise<Line[]> {
  const measured = async (keeping: Keeping, queries: number) =>
    page.evaluate((args) => window.bench.persistence(...args), [pair, keeping, queries] as const);
  const few = await measured('ours', FEW);
  const many = await measured('ours', MANY);
  const stockSync = await measured('stock sync', MANY);
  const stockAsync = await measured('stock async', MANY);
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;
  return [
    line(`persist one list: ${MANY} queries against ${FEW}`, many.save, few.save, 1.2),
    {
      what: `bytes for one list: ${MANY} queries against ${FEW}`,
      ours: kilobytes(many.bytes),
      peer: kilobytes(few.bytes),
      ratio: many.bytes / few.bytes,
      bar: 1.2,
    },
    line(`persist one list of ${MANY} against the stock sync persister`, many.save, stockSync.save),
    line(
      `persist one list of ${MANY} against a stock whole-cache async persister`,
      many.save,
      stockAsync.save,
    ),
    line(`restore at launch: ${MANY} queries against ${FEW}`, many.restore, few.restore),
    line(`restore ${MANY} queries against the stock sync persister`, many.restore, stockSync.restore, 0.25),
    line(
      `restore ${MANY} queries against a stock whole-cache async persister`,
      many.restore,
      stockAsync.restore,
    ),
  ];
}

function line(what: string, ours: number, peer: number, bar?: number): Line {
  return { what, ours: ms(ours), peer: ms(peer), ratio: ours / peer, ...(bar !== undefined && { bar }) };
}
