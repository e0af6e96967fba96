import { useEffect, useState } from 'react';

/** Returns the text after it has not changed for the given milliseconds; '' before that. */
export function useDebouncedValue(text: string, milliseconds: number): string {
  const [debounced, setDebounced] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return debounced;
}
