import { type Language, languageNow } from '#contract/messages.ts';

/** Returns whether the page runs from right to left, as its language does. */
export const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

/**
 * Returns a function that gives a formatter of the current language, which is made once. It writes Latin digits: what
 * is drawn is converted later.
 */
export function inEachLanguage<Formatter>(
  english: string,
  make: (locale: string) => Formatter,
): () => Formatter {
  const made: Partial<Record<Language, Formatter>> = {};
  return () => {
    const language = languageNow();
    made[language] ??= make(language === 'ar' ? 'ar-EG-u-nu-latn' : english);
    return made[language];
  };
}
