/** Matches a text that a spreadsheet program would run as a formula, or one that was protected against that. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const PROTECTED = /^'+[=+\-@\t\r\n]/;

/** Protects a text of a CSV file: with an apostrophe before it no program runs it as a formula (decision 56). */
export function protectFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Protects a text of a typed cell, which no program runs, only so far that reading it back gives the same text. */
export function protectApostrophe(text: string): string {
  return PROTECTED.test(text) ? `'${text}` : text;
}

/** Takes the protection off a text that was read from a file. */
export function unprotectFormula(text: string): string {
  return PROTECTED.test(text) ? text.slice(1) : text;
}
