import { useState } from 'react';

/**
 * Returns the value, and while it is frozen the last one before. During a save this device counts what is being saved
 * already: it must not be taken off twice.
 */
export function useFrozen<T>(value: T, isFrozen: boolean): T {
  const [kept, setKept] = useState(value);
  if (!isFrozen && kept !== value) setKept(value);
  return kept;
}
