import type { Line } from '../measure.ts';
import { againstPeers } from '../peers/against-peers.ts';
import { large, small } from './branch-size.ts';
import { branchUnderBench } from './branch-under-bench.ts';
import { closing } from './closing.ts';
import { growthRatios, unboundedAnswerRatio } from './growth-ratios.ts';
import { searchRatios } from './search-ratios.ts';
import { throughput } from './throughput.ts';

/** Holds what was measured on the server. */
interface OnTheServer {
  readonly growth: Line[];
  readonly against: Line[];
  /** The one search beside a page of a list. */
  readonly searches: Line[];
  /** A table of the requests a second, beside those of other servers on the same database. */
  readonly peers: string;
}

/** Measures the server with a thousand and a million payments, its overhead over the database, and other servers beside it. */
export async function onTheServer(): Promise<OnTheServer> {
  const few = await branchUnderBench(small);
  try {
    const many = await branchUnderBench(large);
    try {
      const growth = await growthRatios(few, many);
      const searches = await searchRatios(many);
      const peers = await againstPeers(many);
      const against = [
        await unboundedAnswerRatio(many),
        ...(await throughput(many)),
        ...(await closing(many)),
      ];
      return { growth, against, searches, peers };
    } finally {
      await many.remove();
    }
  } finally {
    await few.remove();
  }
}
