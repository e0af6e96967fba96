import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';

/** Swipe distance that dismisses a card, as a share of its width (specification, section 9). */
const THRESHOLD = 0.8;
/** Maximum movement of a click, in pixels. */
const CLICK_TOLERANCE = 6;

interface Swipe {
  readonly pointerId: number;
  readonly x: number;
  readonly width: number;
}

/** Dismisses a card by a sideways swipe or a click; a shorter swipe slides back. */
export function useSwipeAway(onDismiss: () => void) {
  const swipe = useRef<Swipe | undefined>(undefined);
  const [offset, setOffset] = useState(0);

  const end = (event: PointerEvent<HTMLElement>) => {
    const start = swipe.current;
    if (start?.pointerId !== event.pointerId) return;
    swipe.current = undefined;
    const moved = Math.abs(event.clientX - start.x);
    setOffset(0);
    if (event.type === 'pointerup' && (moved < CLICK_TOLERANCE || moved > start.width * THRESHOLD))
      onDismiss();
  };

  const style: CSSProperties = offset
    ? { transform: `translateX(${offset}px)`, opacity: 1 - Math.min(0.8, Math.abs(offset) / 400) }
    : { transition: 'transform 120ms, opacity 120ms' };

  return {
    style,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target as Element).closest('button, a')) return;
      const { width } = event.currentTarget.getBoundingClientRect();
      swipe.current = { pointerId: event.pointerId, x: event.clientX, width };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (swipe.current?.pointerId === event.pointerId) setOffset(event.clientX - swipe.current.x);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
