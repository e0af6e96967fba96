import { useEffect, useRef, useState } from 'react';

/** The text after it has not changed for the given milliseconds; '' before. */
export function useDebouncedValue(text: string, milliseconds: number): string {
  const [debounced, setDebounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return debounced;
}

/** From the start of a save this device counts the saved record already: it must not be taken off twice. */
export function useFrozen<T>(value: T, isFrozen: boolean): T {
  const [kept, setKept] = useState(value);
  if (!isFrozen && kept !== value) setKept(value);
  return kept;
}

/** As `useFrozen`, for a value that is made anew at each render. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const held = useRef(value);
  if (!isHeld) held.current = value;
  return held.current;
}

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
