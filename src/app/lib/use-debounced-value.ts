import { useEffect, useState } from 'react';

/** Returns the text after it has not changed for the given milliseconds; '' before that. */
export function useDebouncedValue(text: string, milliseconds: number): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}
