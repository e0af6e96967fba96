import type { Page } from '@playwright/test';
import type { Tokens } from '#contract/account.ts';
import { type Line, ms } from './measure.ts';
import type { PersistenceCost, PersisterName } from './page/persistence.ts';

/** More than a launch restores before the first paint: of fewer lists it restores fewer. */
const FEW = 50;
const MANY = 1_000;
/** Numbers of cached lists; the last exceeds any real branch. */
const sizes = [100, MANY, 5_000];

const peers = {
  'stock sync': "the library's sync persister",
  'stock async': "the library's async persister",
  'stock whole': 'the whole cache as one value',
  'stock by query': "the library's experimental persister by query",
} as const satisfies Partial<Record<PersisterName, string>>;

/**
 * Measures persisting one list and restoring, by number of cached queries and against the library's persisters.
 * @throws {Error} if a size has no result
 */
export async function persisting(page: Page, pair: Tokens): Promise<Line[]> {
  const measured = async (persister: PersisterName, queries: readonly number[]) => {
    const costs = await page.evaluate((args) => window.bench.persistence(...args), [
      pair,
      persister,
      queries,
    ] as const);
    return (size: number): PersistenceCost => {
      const cost = costs[queries.indexOf(size)];
      if (!cost) throw new Error(`${persister} was not measured with ${size} queries.`);
      return cost;
    };
  };
  const ours = await measured('ours', [FEW, ...sizes]);
  const few = ours(FEW);
  const many = ours(MANY);
  const lines = sizes.flatMap((size) => {
    const cost = ours(size);
    const against = `${size} queries against ${FEW}`;
    return [
      line(`persist one list: ${against}`, cost.save, few.save, 1.2),
      line(`bytes of one list: ${against}`, cost.bytes, few.bytes, 1.2, kilobytes),
      line(`restore at launch: ${against}`, cost.restore, few.restore, 1.2),
    ];
  });
  for (const [persister, name] of Object.entries(peers) as [PersisterName, string][]) {
    const peer = (await measured(persister, [MANY]))(MANY);
    lines.push(
      line(`persist one of ${MANY} lists against ${name}`, many.save, peer.save),
      line(
        `restore ${MANY} lists against ${name}`,
        many.restore,
        peer.restore,
        persister === 'stock sync' ? 0.25 : undefined,
      ),
    );
  }
  return lines;
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;

function line(what: string, ours: number, peer: number, bar?: number, text = ms): Line {
  return { what, ours: text(ours), peer: text(peer), ratio: ours / peer, ...(bar !== undefined && { bar }) };
}
