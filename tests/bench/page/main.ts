import { readAgain } from './reading.ts';
import { bareFetches, barePuts, replayEntries, storedWhile } from './replay.ts';

/** Exposes the functions that the benchmark calls from outside the page. */
const bench = {
  readAgain,
  bareFetches,
  barePuts,
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
