import { useState } from 'react';

/**
 * Returns the value, and while it is frozen the last one before. From the start of a save this device counts the saved
 * record already: it must not be taken off twice.
 */
export function useFrozen<T>(value: T, isFrozen: boolean): T {
  const [kept, setKept] = useState(value);
  if (!isFrozen && kept !== value) setKept(value);
  return kept;
}
