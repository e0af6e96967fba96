import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { createClientActions, type WeightedOperation } from './client-actions.ts';
import { bookOperations, type SharedRecords, studentOperations } from './operations.ts';
import type { Sender } from './sender.ts';

export interface ClientOptions {
  readonly sender: Sender;
  readonly seed: number;
  readonly shared: SharedRecords;
  /** Whether this client also ends and starts months. */
  readonly togglesMonths: boolean;
  readonly isStopped: () => boolean;
}

/** Performs random writes on its own and on shared records until the run is stopped. */
export async function runClient({
  sender,
  seed,
  shared,
  togglesMonths,
  isStopped,
}: ClientOptions): Promise<void> {
  const factory = branchFactory(seed);
  const { chance } = factory;
  const actions = createClientActions(sender, factory);
  const operations: readonly WeightedOperation[] = [
    ...studentOperations(actions, shared),
    ...bookOperations(actions, shared),
  ];
  const totalWeight = operations.reduce((sum, [share]) => sum + share, 0);
  const toggleMonth = async () => {
    const { outcome } = await sender.send('month', 'POST', paths.toggleMonth);
    if (outcome === 'acknowledged' && chance.happens(50)) {
      await sender.send('month', 'POST', paths.months, { name: `Month ${chance.whole(1, 9999)}` });
    }
  };
  while (!isStopped()) {
    let draw = chance.whole(1, totalWeight);
    const operation = operations.find(([share]) => {
      draw -= share;
      return draw <= 0;
    });
    await operation?.[1]();
    if (togglesMonths && chance.happens(3)) await toggleMonth();
  }
}
