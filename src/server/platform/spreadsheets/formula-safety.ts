/** Signs that begin a formula, also in full width, and characters before which programs look for one. */
const SIGN = '[=+\\-@\\t\\r\\n＝＋－＠]';
/** Also after other separators: a program with semicolons in lists splits a line there, even inside quotes. */
const PLACE = '(?<=^|[;\\t\\r\\n])';
const UNPROTECTED = new RegExp(`${PLACE}(?='*${SIGN})`, 'g');
const LOOKS_PROTECTED = new RegExp(`${PLACE}(?='+${SIGN})`, 'g');
const PROTECTED = new RegExp(`${PLACE}'(?='*${SIGN})`, 'g');

/** With an apostrophe before it no program runs the text of a CSV file as a formula (decision 56). */
export const protectFormula = (text: string): string => text.replace(UNPROTECTED, "'");

/** No program runs a typed cell, so this only makes sure that reading it back gives the same text. */
export const protectApostrophe = (text: string): string => text.replace(LOOKS_PROTECTED, "'");

export const unprotectFormula = (text: string): string => text.replace(PROTECTED, '');
