import { type FocusEvent, type RefObject, useEffect, useState } from 'react';

/**
 * Pauses the toasts' timers while one is hovered or focused, or the window is inactive. Alt+T focuses the
 * notifications, Escape restores the focus and resumes the timers (specification, section 9).
 */
export function useToastPause(area: RefObject<HTMLElement | null>, count: number) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [windowBlurred, setWindowBlurred] = useState(() => !document.hasFocus());

  useEffect(() => {
    const onWindowBlur = () => setWindowBlurred(true);
    const onWindowFocus = () => setWindowBlurred(false);
    window.addEventListener('blur', onWindowBlur);
    window.addEventListener('focus', onWindowFocus);
    return () => {
      window.removeEventListener('blur', onWindowBlur);
      window.removeEventListener('focus', onWindowFocus);
    };
  }, []);

  useEffect(() => {
    let previousFocus: Element | null = null;
    const onKey = (event: KeyboardEvent) => {
      const inside = area.current?.contains(document.activeElement) === true;
      // `code`: with Alt held, or an Arabic layout, `key` is another letter.
      if (event.altKey && event.code === 'KeyT' && !inside) {
        event.preventDefault();
        previousFocus = document.activeElement;
        area.current?.focus();
      } else if (event.key === 'Escape' && inside) {
        if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
        else (document.activeElement as HTMLElement | null)?.blur();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [area]);

  // Removing the last toast fires neither pointerleave nor blur.
  useEffect(() => {
    if (count > 0) return;
    setHovered(false);
    setFocused(false);
  }, [count]);

  return {
    paused: hovered || focused || windowBlurred,
    handlers: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event: FocusEvent<HTMLElement>) =>
        setFocused(event.currentTarget.contains(event.relatedTarget as Node | null)),
    },
  };
}
