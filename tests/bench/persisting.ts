import type { Page } from '@playwright/test';
import type { Tokens } from '#contract/account.ts';
import { type Line, ms } from './measure.ts';
import type { PersistenceCost } from './page/persistence.ts';

/** More than a launch restores before the first paint: of fewer lists it restores fewer. */
const FEW = 50;
/** Numbers of cached lists; the last exceeds any real branch. */
const sizes = [100, 1_000, 5_000];

/**
 * Measures persisting one list and restoring, by number of cached queries.
 * @throws {Error} if a size has no result
 */
export async function persisting(page: Page, pair: Tokens): Promise<Line[]> {
  const queries = [FEW, ...sizes];
  const costs = await page.evaluate((args) => window.bench.persistence(...args), [pair, queries] as const);
  const costOf = (size: number): PersistenceCost => {
    const cost = costs[queries.indexOf(size)];
    if (!cost) throw new Error(`Nothing was measured with ${size} queries.`);
    return cost;
  };
  const few = costOf(FEW);
  return sizes.flatMap((size) => {
    const cost = costOf(size);
    const against = `${size} queries against ${FEW}`;
    return [
      line(`persist one list: ${against}`, cost.save, few.save, 1.2),
      line(`bytes of one list: ${against}`, cost.bytes, few.bytes, 1.2, kilobytes),
      line(`restore at launch: ${against}`, cost.restore, few.restore, 1.2),
    ];
  });
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;

function line(what: string, ours: number, peer: number, bar: number, text = ms): Line {
  return { what, ours: text(ours), peer: text(peer), ratio: ours / peer, bar };
}
