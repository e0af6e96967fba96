/** Elements that float above what takes room at the bottom of the window. */
const floating = new Set<HTMLElement>();
/** Rooms at the bottom of the window in pixels, by the property that tells a floating element. */
const rooms = { '--save-bar': 0, '--update-offer': 0 };
type Room = keyof typeof rooms;

const write = (element: HTMLElement, room: Room) => element.style.setProperty(room, `${rooms[room]}px`);

/**
 * Sets the room that save bars or the update offer take at the bottom of the window, in pixels. Each floating element
 * gets it by itself: a property of the document would compute the styles of every element anew.
 */
export function setBottomRoom(room: Room, height: number): void {
  if (height === rooms[room]) return;
  rooms[room] = height;
  for (const element of floating) write(element, room);
}

/** Keeps the rooms of a floating element up to date; for a ref. Returns the function that ends it. */
export function keepAboveSaveBar(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  floating.add(element);
  write(element, '--save-bar');
  write(element, '--update-offer');
  return () => void floating.delete(element);
}
