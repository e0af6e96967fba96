/** Signs that begin a formula, also in full width, and those before which programs look for one. */
const SIGN = '[=+\\-@\\t\\r\\n＝＋－＠]';
/**
 * Places where a program may see the beginning of a cell: of the text, and behind what separates cells elsewhere. A program whose list
 * separator is the semicolon parts a line there, whatever is quoted.
 */
const PLACE = '(?<=^|[;\\t\\r\\n])';
const UNPROTECTED = new RegExp(`${PLACE}(?='*${SIGN})`, 'g');
const LOOKS_PROTECTED = new RegExp(`${PLACE}(?='+${SIGN})`, 'g');
const PROTECTED = new RegExp(`${PLACE}'(?='*${SIGN})`, 'g');

/** Protects a text of a CSV file: with an apostrophe before it no program runs it as a formula (decision 56). */
export const protectFormula = (text: string): string => text.replace(UNPROTECTED, "'");

/** Protects a text of a typed cell, which no program runs, only so far that reading it back gives the same text. */
export const protectApostrophe = (text: string): string => text.replace(LOOKS_PROTECTED, "'");

/** Takes the protection off a text that was read from a file. */
export const unprotectFormula = (text: string): string => text.replace(PROTECTED, '');
