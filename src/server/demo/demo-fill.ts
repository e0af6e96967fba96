import type { DemoClient } from './api-client.ts';
import type { BranchFactory } from './branch-factory.ts';

/** Holds what filling an empty branch with demo data needs. */
export interface DemoFill {
  readonly api: DemoClient;
  readonly factory: BranchFactory;
  /** Sets the server's clock, which stamps the following records. */
  readonly setClock: (instant: Date) => void;
  readonly today: Date;
}
