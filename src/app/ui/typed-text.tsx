import { type Language, languageNow } from '#contract/messages.ts';

const LETTERS: Readonly<Record<Language, RegExp>> = { en: /[A-Za-z]/, ar: /\p{Script=Arabic}/u };

/**
 * Returns the language of a text whose letters are all of the other language than the page's, so that a screen reader
 * speaks it in that one (decision 119); undefined for any other, also for one with letters of both.
 */
export function languageOf(text: string | null | undefined): Language | undefined {
  const page = languageNow();
  const other = page === 'en' ? 'ar' : 'en';
  return text && LETTERS[other].test(text) && !LETTERS[page].test(text) ? other : undefined;
}

/** Returns the properties of an element with a text that has its own direction and language. */
export const typedText = (text: string | null | undefined) =>
  ({ dir: 'auto', lang: languageOf(text) }) as const;

interface TypedTextProps {
  readonly className?: string | undefined;
  readonly children: string | null | undefined;
}

/** Renders a name, note or title as it was typed: in its own direction and language, isolated from what stands around it. */
export function TypedText({ className, children }: TypedTextProps) {
  return (
    <bdi className={className} lang={languageOf(children)}>
      {children}
    </bdi>
  );
}
