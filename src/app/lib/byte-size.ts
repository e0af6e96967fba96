import { ltr } from '#contract/arabic/wording.ts';
import { inDigits } from '#contract/digits.ts';
import { languageNow } from '#contract/messages.ts';

const units = ['KB', 'MB', 'GB'] as const;

/** Of a file or of storage, in decimal units: "4 KB", "2.4 MB", "30 MB". */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes / 1000, 0];
  while (Math.ceil(size) >= 1000 && unit < units.length - 1) [size, unit] = [size / 1000, unit + 1];
  const number = unit === 1 && size < 10 ? size.toFixed(1) : String(Math.ceil(size));
  const text = `${inDigits(number)} ${units[unit]}`;
  return languageNow() === 'ar' ? ltr(text) : text;
}
