import { type RefCallback, useCallback, useState } from 'react';

/** Until the browser has measured, and where it can't. */
const GUESS = 640;

/**
 * For an element that scrolls sideways when its one child is wider: how much room it has, in CSS pixels, and the
 * end of what it holds in sight, whenever either grows.
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
    // The picture is as wide as it says only after a layout, so that its own growth is waited for.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
