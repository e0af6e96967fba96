import { plural } from '../messages.ts';

/** For a name, code or text with its own direction within an Arabic sentence. */
export const own = (text: string | number | undefined): string => `\u2068${text ?? ''}\u2069`;

/** For a name that begins an Arabic sentence: the mark tells elements of automatic direction that it is Arabic. */
export const leading = (name: string | number | undefined): string => `\u200f${own(name)}`;

/** For a phone number, an e-mail address or digits with signs, which run from left to right. */
export const ltr = (text: string | number): string => `\u2066${text}\u2069`;

/** After a preposition: "في الموظفين" of "الموظفون". */
export const genitive = (things: string): string => things.replace(/ون$/, 'ين');

/**
 * "طالب واحد", "طالبان", "3 طلاب", "11 طالبًا", "100 طالب".
 * @param one the noun for one, whole
 * @param two the noun for two, whole
 * @param few the noun after 3 to 10
 * @param many the noun after 11 to 99
 * @param other the noun after hundreds
 */
export function counted(
  count: number,
  one: string,
  two: string,
  few: string,
  many: string,
  other = many,
): string {
  return plural(count, { one, two, few: `# ${few}`, many: `# ${many}`, other: `# ${other}` });
}
