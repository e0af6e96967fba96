import type { Page } from '@playwright/test';
import type { Tokens } from '#contract/account.ts';
import { type Line, ms } from './measure.ts';
import type { PersistenceCost, PersisterName } from './page/persistence.ts';

const FEW = 10;
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
  const measured = (persister: PersisterName, queries: number) =>
    page.evaluate((args) => window.bench.persistence(...args), [pair, persister, queries] as const);
  const few = await measured('ours', FEW);
  const ours = new Map<number, PersistenceCost>();
  for (const size of sizes) ours.set(size, await measured('ours', size));
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
    const peer = await measured(persister, MANY);
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
