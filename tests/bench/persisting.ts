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

/** Measures persisting one list and restoring, by number of cached queries and against the library's persisters. */
export async function persisting(page: Page, pair: Tokens): Promise<Line[]> {
  const measured = async (persister: PersisterName, queries: readonly number[]) => {
    const costs = await page.evaluate((args) => window.bench.persistence(...args), [
      pair,
      persister,
      queries,
    ] as const);
    return new Map(queries.map((size, at) => [size, costs[at] ?? missing(persister, size)]));
  };
  const ours = await measured('ours', [FEW, ...sizes]);
  const few = ours.get(FEW) ?? missing('ours', FEW);
  ours.delete(FEW);
  const lines = [...ours].flatMap(([size, cost]) => {
    const against = `${size} queries against ${FEW}`;
    return [
      line(`persist one list: ${against}`, cost.save, few.save, 1.2),
      line(`bytes of one list: ${against}`, cost.bytes, few.bytes, 1.2, kilobytes),
      line(`restore at launch: ${against}`, cost.restore, few.restore, 1.2),
    ];
  });
  const many = ours.get(MANY) ?? few;
  for (const [persister, name] of Object.entries(peers) as [PersisterName, string][]) {
    const peer = (await measured(persister, [MANY])).get(MANY) ?? missing(persister, MANY);
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

/** @throws {Error} always: a size that was asked for has no result */
function missing(persister: PersisterName, size: number): PersistenceCost {
  throw new Error(`${persister} was not measured with ${size} queries.`);
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`;

function line(what: string, ours: number, peer: number, bar?: number, text = ms): Line {
  return { what, ours: text(ours), peer: text(peer), ratio: ours / peer, ...(bar !== undefined && { bar }) };
}
