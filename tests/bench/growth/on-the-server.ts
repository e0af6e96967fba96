import type { Line } from '../measure.ts';
import { large, small } from './branch-size.ts';
import { branchUnderBench } from './branch-under-bench.ts';
import { growthRatios, unboundedAnswerRatio } from './growth-ratios.ts';
import { throughput } from './throughput.ts';

/** Measures the server with a thousand and a million payments, and its overhead over the database. */
export async function onTheServer(): Promise<{ readonly growth: Line[]; readonly against: Line[] }> {
  const few = await branchUnderBench(small);
  try {
    const many = await branchUnderBench(large);
    try {
      const growth = await growthRatios(few, many);
      return { growth, against: [await unboundedAnswerRatio(many), ...(await throughput(many))] };
    } finally {
      await many.remove();
    }
  } finally {
    await few.remove();
  }
}
