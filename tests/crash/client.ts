import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { createClientActions, type WeightedOperation } from './client-actions.ts';
import { bookOperations, type SharedRecords, staffOperations, studentOperations } from './operations.ts';
import type { Sender } from './sender.ts';

export interface ClientParts {
  readonly sender: Sender;
  readonly seed: number;
  readonly shared: SharedRecords;
  /** One of them ends months now and then. */
  readonly endsMonths: boolean;
  readonly isOver: () => boolean;
}

/** Writes without pause until it is over, to records of its own and, with all others at once, to what is shared. */
export async function runClient({ sender, seed, shared, endsMonths, isOver }: ClientParts): Promise<void> {
  const factory = branchFactory(seed);
  const { chance } = factory;
  const hands = createClientActions(sender, factory);
  const deeds: readonly WeightedOperation[] = [
    ...studentOperations(hands, shared),
    ...bookOperations(hands, shared),
    ...staffOperations(hands),
  ];
  const shares = deeds.reduce((sum, [share]) => sum + share, 0);
  const endMonth = async () => {
    const { fate } = await sender.send('month', 'POST', paths.toggleMonth);
    if (fate === 'acknowledged' && chance.happens(50)) {
      await sender.send('month', 'POST', paths.months, { name: `Month ${chance.whole(1, 9999)}` });
    }
  };
  while (!isOver()) {
    let draw = chance.whole(1, shares);
    const deed = deeds.find(([share]) => {
      draw -= share;
      return draw <= 0;
    });
    await deed?.[1]();
    if (endsMonths && chance.happens(3)) await endMonth();
  }
}
