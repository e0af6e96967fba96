import { isPlaceholder, PLACEHOLDER } from './branch-settings.ts';
import type { Language } from './messages.ts';
import { formatGrouped, type Piastres } from './money.ts';

interface ReminderValues {
  readonly student: string;
  readonly branch: string;
  readonly remaining: Piastres;
}

function languageOf(template: string): Language | undefined {
  const words = template.replace(PLACEHOLDER, '');
  if (/\p{Script=Arabic}/u.test(words)) return 'ar';
  return /\p{L}/u.test(words) ? 'en' : undefined;
}

/** In Latin digits, and never broken between its number and its currency. */
const amountIn = (amount: Piastres, language: Language): string =>
  language === 'ar' ? `${formatGrouped(amount)}\u00a0ج.م` : `L.E.\u00a0${formatGrouped(amount)}`;

/**
 * Each line has the amount as its own language writes it. A value that looks like a placeholder stays as it is.
 */
export function fillReminder(template: string, { remaining, ...names }: ReminderValues): string {
  return template
    .split('\n')
    .map((line) => {
      const language = languageOf(line) ?? languageOf(template) ?? 'ar';
      const values = { ...names, remaining: amountIn(remaining, language) };
      return line.replace(PLACEHOLDER, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole));
    })
    .join('\n');
}
