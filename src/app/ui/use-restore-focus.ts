import { type RefObject, useEffect, useRef } from 'react';

/** Disabling drops the focus; it returns only if nothing else has taken it meanwhile. */
export function useRestoreFocus(working: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasWorking = useRef(false);
  useEffect(() => {
    if (wasWorking.current && !working && document.activeElement === document.body) button.current?.focus();
    wasWorking.current = working;
  }, [working]);
  return button;
}
