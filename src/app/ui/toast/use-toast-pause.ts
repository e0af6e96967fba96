import { type FocusEvent, type RefObject, useEffect, useState } from 'react';

/**
 * Pauses the toasts' timers while the pointer or focus is on one, or the window has lost the focus. Alt+T
 * focuses the notifications, Escape restores the focus and resumes the timers (specification, section 9).
 */
export function useToastPause(area: RefObject<HTMLElement | null>, count: number) {
  const [over, setOver] = useState(false);
  const [within, setWithin] = useState(false);
  const [away, setAway] = useState(() => !document.hasFocus());

  useEffect(() => {
    const left = () => setAway(true);
    const returned = () => setAway(false);
    window.addEventListener('blur', left);
    window.addEventListener('focus', returned);
    return () => {
      window.removeEventListener('blur', left);
      window.removeEventListener('focus', returned);
    };
  }, []);

  useEffect(() => {
    let before: Element | null = null;
    const onKey = (event: KeyboardEvent) => {
      const inside = area.current?.contains(document.activeElement) === true;
      // `code`: with Alt held, or an Arabic layout, `key` is another letter.
      if (event.altKey && event.code === 'KeyT' && !inside) {
        event.preventDefault();
        before = document.activeElement;
        area.current?.focus();
      } else if (event.key === 'Escape' && inside) {
        if (before instanceof HTMLElement && before.isConnected) before.focus();
        else (document.activeElement as HTMLElement | null)?.blur();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [area]);

  // Removing the last toast fires neither pointerleave nor blur.
  useEffect(() => {
    if (count > 0) return;
    setOver(false);
    setWithin(false);
  }, [count]);

  return {
    held: over || within || away,
    hold: {
      onPointerEnter: () => setOver(true),
      onPointerLeave: () => setOver(false),
      onFocus: () => setWithin(true),
      onBlur: (event: FocusEvent<HTMLElement>) =>
        setWithin(event.currentTarget.contains(event.relatedTarget as Node | null)),
    },
  };
}
