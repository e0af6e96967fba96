import { offlineTransactions } from './offline-transactions.ts';
import { persistence } from './persistence.ts';
import { bareFetches, barePuts, replayRows } from './replay.ts';

/** What the bench calls from outside the page. */
const bench = { persistence, bareFetches, barePuts, replayRows, offlineTransactions };

export type BenchPage = typeof bench;

declare global {
  interface Window {
    bench: BenchPage;
  }
}

window.bench = bench;
