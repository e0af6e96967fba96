import { useEffect, useState } from 'react';
import { useNavigationState } from '#app/lib/navigation-state.ts';

const HIGHLIGHT_MS = 4000;

/** Returns the id of the record that was just saved, while its row is highlighted. */
export function useHighlightedRow(): string | undefined {
  const { fresh } = useNavigationState();
  const [expired, setExpired] = useState<string>();
  useEffect(() => {
    if (fresh === undefined) return;
    const timer = setTimeout(() => setExpired(fresh), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [fresh]);
  return fresh === expired ? undefined : fresh;
}
