/** Represents the properties of an element. */
export type Props = Readonly<Record<string, unknown>>;

let draw: ((props: Props) => Props) | undefined;

/** Sets what changes the texts of every element before it is drawn; undefined draws them as they are (decision 115). */
export function setDrawing(next: typeof draw): void {
  draw = next;
}

/** Returns the properties of an element with its texts as they are to be drawn. */
export const drawn = (props: Props): Props => (draw ? draw(props) : props);
