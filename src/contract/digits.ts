/** What an input of numbers holds: an amount or count, whose separators follow the digits, or a phone, receipt number or day. */
export type NumberKind = 'amount' | 'code';

/** Writes digits other than Latin ones. The app sets one when its user chooses them; the server never does (decision 137). */
export interface DigitWriter {
  /** Writes the numbers of a text. @param kept parts of the text that stay as they are */
  readonly text: (text: string, kept: readonly string[]) => string;
  /** Writes the digits of a phone number, receipt number or code, isolated from left to right. */
  readonly number: (number: string) => string;
  /** Writes the value of an input; its length stays. */
  readonly value: (value: string, kind: NumberKind) => string;
}

let writer: DigitWriter | undefined;

/** Sets what writes digits from now on; undefined writes Latin ones. */
export function setDigitWriter(next: DigitWriter | undefined): void {
  writer = next;
}

/** Returns whether digits other than Latin ones are written now. */
export const hasDigitWriter = (): boolean => writer !== undefined;

/**
 * Writes a text or number of the product in the chosen digits.
 * @param kept parts of the text that a person typed or that were written in these digits before; they stay
 */
export function inDigits(text: string | number | bigint, kept: readonly string[] = []): string {
  return writer ? writer.text(String(text), kept) : String(text);
}

/** Writes what is declared to be a number although it is stored as text, in the chosen digits: a phone, a receipt number, a code. */
export function numberInDigits(number: string): string {
  return writer ? writer.number(number) : number;
}

/** Writes the value of an input of numbers in the chosen digits; its length stays. */
export const valueInDigits = (value: string, kind: NumberKind): string =>
  writer ? writer.value(value, kind) : value;

/** Returns what a function makes with Latin digits: what leaves the app, such as a message to a parent. */
export function inLatinDigits<T>(make: () => T): T {
  const kept = writer;
  writer = undefined;
  try {
    return make();
  } finally {
    writer = kept;
  }
}
