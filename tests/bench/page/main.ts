import { offlineTransactions } from './offline-transactions.ts';
import { persistence } from './persistence.ts';
import { readAgain } from './reading.ts';
import { bareFetches, barePuts, replayRows, storedWhile } from './replay.ts';

/** What the bench calls from outside the page. */
const bench = { persistence, readAgain, bareFetches, barePuts, replayRows, storedWhile, offlineTransactions };

export type BenchPage = typeof bench;

declare global {
  interface Window {
    bench: BenchPage;
  }
}

window.bench = bench;
