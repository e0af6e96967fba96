import { useEffect, useState } from 'react';
import { useNavigationState } from '#app/lib/navigation-state.ts';

const MARKED_MS = 4000;

/** Returns the id of the record that was just saved, while its row is highlighted. */
export function useHighlightedRow(): string | undefined {
  const { fresh } = useNavigationState();
  const [over, setOver] = useState<string>();
  useEffect(() => {
    if (fresh === undefined) return;
    const timer = setTimeout(() => setOver(fresh), MARKED_MS);
    return () => clearTimeout(timer);
  }, [fresh]);
  return fresh === over ? undefined : fresh;
}
