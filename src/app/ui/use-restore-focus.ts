import { type RefObject, useEffect, useRef } from 'react';

/**
 * A button that is disabled while it works drops the focus. Where nothing else has taken it by the time the
 * work is done, whoever uses a keyboard finds it at the button again.
 */
export function useRestoreFocus(working: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const worked = useRef(false);
  useEffect(() => {
    if (worked.current && !working && document.activeElement === document.body) button.current?.focus();
    worked.current = working;
  }, [working]);
  return button;
}
