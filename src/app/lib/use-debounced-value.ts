import { useEffect, useState } from 'react';

/** The text as it was so many milliseconds after it last changed; '' before that. */
export function useDebouncedValue(text: string, milliseconds: number): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return settled;
}
