/** Joins the paragraphs of a mail. */
export const paragraphs = (...texts: readonly string[]): string => [...texts, ''].join('\n\n');

/** Returns a text for standard output, with a link below it. */
export const noticeOf = (text: string, url?: string): string =>
  ['', text, ...(url === undefined ? [] : [`  ${url}`]), '', ''].join('\n');
