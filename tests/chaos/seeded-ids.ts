import { createRandom, type Random } from '#server/demo/branch-factory.ts';

const RANGE = 2 ** 30;

export function uuidFrom({ whole }: Random): ReturnType<typeof crypto.randomUUID> {
  const hex = (length: number) => Array.from({ length }, () => whole(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}

/** Returns replacements of the sources of randomness that depend on the seed alone. */
export function seededRandom(seed: number) {
  const random = createRandom(seed);
  const getRandomValues = (bytes: Uint8Array) => bytes.map((_, at) => (bytes[at] = random.whole(0, 255)));
  return {
    randomUUID: () => uuidFrom(random),
    random: () => random.whole(0, RANGE - 1) / RANGE,
    getRandomValues,
  };
}
