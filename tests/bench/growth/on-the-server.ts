import type { Line } from '../measure.ts';
import { large, NEIGHBOURS, small } from './branch-size.ts';
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
}

/** Measures a branch of a thousand payments alone, and one of a hundred thousand beside 999 others on a server with ten million. */
export async function onTheServer(): Promise<OnTheServer> {
  const few = await branchUnderBench(small);
  try {
    const many = await branchUnderBench(large, NEIGHBOURS);
    try {
      const growth = await growthRatios(few, many);
      const searches = await searchRatios(many);
      const against = [
        await unboundedAnswerRatio(many),
        ...(await throughput(many)),
        ...(await closing(many)),
      ];
      return { growth, against, searches };
    } finally {
      await many.remove();
    }
  } finally {
    await few.remove();
  }
}
