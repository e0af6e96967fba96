import type { ElementType } from 'react';
import type { Props } from './props.ts';
import { nameLanguage } from './text-language.ts';

type Draw = (type: ElementType, props: Props) => Props;

let draw: Draw | undefined;

/** Sets what changes the texts of every element before it is drawn; undefined draws them as they are (decision 115). */
export function setDrawing(next: Draw | undefined): void {
  draw = next;
}

/** Returns the properties of an element with its texts as they are to be drawn, and the language of foreign ones. */
export const drawn: Draw = (type, props) => {
  const named = nameLanguage(type, props);
  return draw ? draw(type, named) : named;
};
