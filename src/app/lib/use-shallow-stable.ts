import { useState } from 'react';

/** Returns the previous object while it is shallowly equal, to keep memo dependencies stable. */
export function useShallowStable<T extends object>(value: T): T {
  const [kept, setKept] = useState(value);
  if (kept === value || haveSameFields(kept, value)) return kept;
  setKept(value);
  return value;
}

function haveSameFields(one: object, other: object): boolean {
  const [ours, theirs] = [Object.entries(one), new Map(Object.entries(other))];
  return ours.length === theirs.size && ours.every(([name, field]) => Object.is(theirs.get(name), field));
}
