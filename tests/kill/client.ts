import { paths } from '#contract/http.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { deedsOfBooks, deedsOfStaff, deedsOfStudents, type Shared } from './deeds.ts';
import { type Deed, handsOf } from './hands.ts';
import type { Sender } from './sender.ts';

export interface ClientParts {
  readonly sender: Sender;
  readonly seed: number;
  readonly shared: Shared;
  /** One of them ends months now and then. */
  readonly endsMonths: boolean;
  readonly isOver: () => boolean;
}

/** Writes without pause until it is over, to records of its own and, with all others at once, to what is shared. */
export async function workAtTheDesk({
  sender,
  seed,
  shared,
  endsMonths,
  isOver,
}: ClientParts): Promise<void> {
  const factory = branchFactory(seed);
  const { chance } = factory;
  const hands = handsOf(sender, factory);
  const deeds: readonly Deed[] = [
    ...deedsOfStudents(hands, shared),
    ...deedsOfBooks(hands, shared),
    ...deedsOfStaff(hands),
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
