import { useState } from 'react';

/** Returns the previous object while it is shallowly equal, to keep memo dependencies stable. */
export function useShallowStable<T extends object>(value: T): T {
  const [stable, setStable] = useState(value);
  if (stable === value || isShallowEqual(stable, value)) return stable;
  setStable(value);
  return value;
}

function isShallowEqual(value: object, other: object): boolean {
  const [fields, otherFields] = [Object.entries(value), new Map(Object.entries(other))];
  return (
    fields.length === otherFields.size &&
    fields.every(([name, field]) => Object.is(otherFields.get(name), field))
  );
}
