import { type Language, languageNow } from '#contract/messages.ts';

export const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl';

/** Each formatter is made once. It writes Latin digits, which `inDigits` converts. */
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
