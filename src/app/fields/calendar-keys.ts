import type { KeyboardEvent } from 'react';
import { isRightToLeft } from '#app/lib/direction.ts';

const TURNED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** Holds the key presses that were sent on, which must not be turned back. */
const sentOn = new WeakSet<Event>();

/**
 * Turns the arrow keys of days around where the page runs from right to left: the date picker takes the right arrow
 * for the next day always, which stands to the left there.
 */
export function turnArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  const { target, nativeEvent, shiftKey } = event;
  const key = TURNED[event.key];
  if (key === undefined || !isRightToLeft() || sentOn.has(nativeEvent)) return;
  if (!(target instanceof Element) || !target.closest('[role=gridcell]')) return;
  event.preventDefault();
  event.stopPropagation();
  const turned = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true });
  sentOn.add(turned);
  target.dispatchEvent(turned);
}
