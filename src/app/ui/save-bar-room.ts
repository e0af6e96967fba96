const floating = new Set<HTMLElement>();
/** Pixels, by the property of a floating element. */
const rooms = { '--save-bar': 0, '--update-offer': 0 };
type Room = keyof typeof rooms;

const write = (element: HTMLElement, room: Room) => element.style.setProperty(room, `${rooms[room]}px`);

/** Pixels. A property of the document would compute the styles of every element again. */
export function setBottomRoom(room: Room, height: number): void {
  if (height === rooms[room]) return;
  rooms[room] = height;
  for (const element of floating) write(element, room);
}

/** For a ref. Returns the function that ends it. */
export function keepAboveSaveBar(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  floating.add(element);
  write(element, '--save-bar');
  write(element, '--update-offer');
  return () => void floating.delete(element);
}
