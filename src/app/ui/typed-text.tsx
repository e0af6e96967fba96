import { type Language, languageNow } from '#contract/messages.ts';

const LETTERS: Readonly<Record<Language, RegExp>> = { en: /[A-Za-z]/, ar: /\p{Script=Arabic}/u };

/**
 * Only for letters that are all of the other language than the page's, so that a screen reader speaks the text in that
 * one (decision 119); undefined for any other text.
 */
export function languageOf(text: string | null | undefined): Language | undefined {
  const page = languageNow();
  const other = page === 'en' ? 'ar' : 'en';
  return text && LETTERS[other].test(text) && !LETTERS[page].test(text) ? other : undefined;
}

export const typedText = (text: string | null | undefined) =>
  ({ dir: 'auto', lang: languageOf(text) }) as const;

interface TypedTextProps {
  readonly className?: string | undefined;
  readonly children: string | null | undefined;
}

/** As it was typed: in its own direction and language, isolated from the text around it. */
export function TypedText({ className, children }: TypedTextProps) {
  return (
    <bdi className={className} lang={languageOf(children)}>
      {children}
    </bdi>
  );
}
