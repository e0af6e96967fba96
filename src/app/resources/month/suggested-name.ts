import { type Language, languageNow, languages } from '#contract/messages.ts';
import type { Month } from '#contract/month.ts';

const LOCALES = { en: 'en', ar: 'ar-EG-u-nu-latn' } as const satisfies Record<Language, string>;

const nameOf = (language: Language, day: Date) =>
  new Intl.DateTimeFormat(LOCALES[language], { month: 'long', year: 'numeric' }).format(day);

/**
 * Returns the name of the calendar month for a new month (decision 43), or of the one after it if that name
 * is taken in any language; "" if both are.
 * @param months the newest months of the branch
 * @param today in the time zone of the device
 */
export function suggestedName(months: readonly Pick<Month, 'name'>[], today: Date): string {
  const taken = new Set(months.map(({ name }) => name.trim().toLowerCase()));
  const free = [0, 1]
    .map((later) => new Date(today.getFullYear(), today.getMonth() + later, 1))
    .find((day) => languages.every((language) => !taken.has(nameOf(language, day).toLowerCase())));
  return free ? nameOf(languageNow(), free) : '';
}
