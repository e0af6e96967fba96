import { persistence } from './persistence.ts';
import { bareFetches, replayRows } from './replay.ts';

/** What the bench calls from outside the page. */
const bench = { persistence, bareFetches, replayRows };

export type BenchPage = typeof bench;

declare global {
  interface Window {
    bench: BenchPage;
  }
}

window.bench = bench;
