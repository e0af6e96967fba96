import type { DemoClient } from './api-client.ts';
import type { BranchFactory } from './branch-factory.ts';

/** What it takes to live through months at an empty branch's desk. */
export interface DemoFill {
  readonly desk: DemoClient;
  readonly factory: BranchFactory;
  /** Moves the server's clock: records made from now on bear this instant. */
  readonly setClock: (instant: Date) => void;
  readonly today: Date;
}
