/** For a name, code or text with its own direction within an Arabic sentence. */
export const isolated = (text: string | number | undefined): string => `\u2068${text ?? ''}\u2069`;

/** For a name that begins an Arabic sentence: the mark tells elements of automatic direction that it is Arabic. */
export const leading = (name: string | number | undefined): string => `\u200f${isolated(name)}`;

/** For a phone number, an e-mail address or digits with signs, which run from left to right. */
export const ltr = (text: string | number): string => `\u2066${text}\u2069`;

/** After a preposition: "في الموظفين" of "الموظفون". */
export const genitive = (things: string): string => things.replace(/ون$/, 'ين');
