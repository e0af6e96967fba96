import { bareFetches, replayEntries, storedWhile } from './replay.ts';

/** Exposes the functions that the benchmark calls from outside the page. */
const bench = {
  bareFetches,
  replayEntries,
  storedWhile,
};

export type BenchPage = typeof bench;

declare global {
  interface Window {
    bench: BenchPage;
  }
}

window.bench = bench;
