import { type RefCallback, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { isRightToLeft } from '#app/lib/direction.ts';

/** Assumes this width, in CSS pixels, until the browser has measured it. */
const INITIAL_WIDTH = 640;

/** Sets the width on paper, in CSS pixels: A4 without margins, card and axis. A print is laid out without a measurement. */
const PRINTED_WIDTH = 590;

/**
 * Measures an element that scrolls sideways and keeps its end in view. The width is in CSS pixels; both are
 * updated whenever the element or its one child grows.
 */
export function useScrollContainer(): {
  readonly container: RefCallback<HTMLElement>;
  readonly width: number;
} {
  const [width, setWidth] = useState(INITIAL_WIDTH);
  const container = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    let isPrinting = false;
    const measure = () => {
      if (isPrinting) return;
      if (element.clientWidth > 0) setWidth(element.clientWidth);
      // Counted from the start: below zero from right to left.
      element.scrollLeft = isRightToLeft() ? -element.scrollWidth : element.scrollWidth;
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // Observes the picture too, which gets its width only after a layout.
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    const fitPaper = () => {
      isPrinting = true;
      flushSync(() => setWidth(PRINTED_WIDTH));
    };
    const fitScreen = () => {
      isPrinting = false;
      measure();
    };
    window.addEventListener('beforeprint', fitPaper);
    window.addEventListener('afterprint', fitScreen);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', fitPaper);
      window.removeEventListener('afterprint', fitScreen);
    };
  }, []);
  return { container, width };
}
