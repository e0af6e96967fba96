/** Elements that stand above the save bars at the bottom of the window. */
const floating = new Set<HTMLElement>();
let shownRoom = 0;

const write = (element: HTMLElement) => element.style.setProperty('--save-bar', `${shownRoom}px`);

/**
 * Sets the room that save bars take at the bottom of the window, in pixels. Each floating element gets it by itself:
 * a property of the document would compute the styles of every element anew.
 */
export function setSaveBarRoom(room: number): void {
  if (room === shownRoom) return;
  shownRoom = room;
  for (const element of floating) write(element);
}

/** Keeps `--save-bar` of a floating element up to date; for a ref. Returns the function that ends it. */
export function keepAboveSaveBar(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  floating.add(element);
  write(element);
  return () => void floating.delete(element);
}
