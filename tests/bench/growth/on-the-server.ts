import type { Line } from '../measure.ts';
import { againstPeers } from '../peers/against-peers.ts';
import { large, small } from './branch-size.ts';
import { branchUnderBench } from './branch-under-bench.ts';
import { growthRatios, unboundedAnswerRatio } from './growth-ratios.ts';
import { throughput } from './throughput.ts';

/** Holds what was measured on the server. */
interface OnTheServer {
  readonly growth: Line[];
  readonly against: Line[];
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
      const peers = await againstPeers(many);
      return { growth, against: [await unboundedAnswerRatio(many), ...(await throughput(many))], peers };
    } finally {
      await many.remove();
    }
  } finally {
    await few.remove();
  }
}
