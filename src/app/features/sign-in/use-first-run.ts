import { useEffect, useState } from 'react';

/** The call of contract/setup.ts. Read here without its schema: the first paint must not load that. */
const SETUP_URL = `${import.meta.env.VITE_API_URL ?? '/api'}/setup/`;

async function readIsRequired(signal: AbortSignal): Promise<boolean> {
  const response = await fetch(SETUP_URL, { signal, headers: { Accept: 'application/json' } });
  const state: unknown = response.ok ? await response.json() : undefined;
  return typeof state === 'object' && state !== null && 'required' in state && state.required === true;
}

/** Returns whether nobody has used this server yet, and a function to sign in all the same. Other servers have no such call. */
export function useFirstRun(): { readonly isOpen: boolean; readonly skip: () => void } {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    readIsRequired(left.signal).then(setIsOpen, () => undefined);
    return () => left.abort();
  }, []);
  return { isOpen, skip: () => setIsOpen(false) };
}
