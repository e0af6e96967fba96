import { type RefCallback, useCallback, useState } from 'react';

/** Assumes this width, in CSS pixels, until the browser has measured it. */
const GUESS = 640;

/**
 * Measures an element that scrolls sideways and keeps its end in view. The width is in CSS pixels; both are
 * updated whenever the element or its one child grows.
 */
export function useScrollContainer(): { readonly box: RefCallback<HTMLElement>; readonly width: number } {
  const [width, setWidth] = useState(GUESS);
  const box = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const look = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
      element.scrollLeft = element.scrollWidth;
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    // The picture gets its width only after a layout, so its own growth is observed too.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
