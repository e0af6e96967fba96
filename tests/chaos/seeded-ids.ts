import { createRandom, type Random } from '#server/demo/seeded-random.ts';

const MOST = 2 ** 30;

/** A UUID that chance decides. */
export function uuidFrom({ whole }: Random): ReturnType<typeof crypto.randomUUID> {
  const hex = (length: number) => Array.from({ length }, () => whole(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}

/** Where a process takes its random numbers and ids from, so that they are the same for the same seed. */
export function seededRandom(seed: number) {
  const chance = createRandom(seed);
  return { randomUUID: () => uuidFrom(chance), random: () => chance.whole(0, MOST - 1) / MOST };
}
