import type { ElementType } from 'react';
import { type Language, languageNow } from '#contract/messages.ts';
import type { Props } from './props.ts';

const LETTERS: Readonly<Record<Language, RegExp>> = { en: /[A-Za-z]/, ar: /\p{Script=Arabic}/u };

/** Returns the text of an element without elements in it; undefined for any other. */
function ownText(children: unknown): string | undefined {
  if (!Array.isArray(children)) return typeof children === 'string' ? children : undefined;
  const holdsElement = children.some((child) => typeof child === 'object' && child !== null);
  return holdsElement ? undefined : children.join(' ');
}

/**
 * Names the language of a text with its own direction (`dir`, `<bdi>`) whose letters are all of the other language, so
 * that a screen reader speaks it in that one (decision 119). A text with letters of both stays in the page's.
 */
export function nameLanguage(type: ElementType, props: Props): Props {
  if ((props.dir === undefined && type !== 'bdi') || props.lang !== undefined) return props;
  const page = languageNow();
  const other = page === 'en' ? 'ar' : 'en';
  const text = ownText(props.children);
  return text !== undefined && LETTERS[other].test(text) && !LETTERS[page].test(text)
    ? { ...props, lang: other }
    : props;
}
