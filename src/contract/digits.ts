/** `amount`: an amount or count, whose separators follow the digits. `code`: a phone, receipt number or day. */
export type NumberKind = 'amount' | 'code';

/** The app sets one when its user chooses them; the server never does (decision 137). */
export interface DigitWriter {
  /** @param kept parts of the text that stay as they are */
  readonly text: (text: string, kept: readonly string[]) => string;
  readonly number: (number: string) => string;
  readonly value: (value: string, kind: NumberKind) => string;
}

let writer: DigitWriter | undefined;

export function setDigitWriter(next: DigitWriter | undefined): void {
  writer = next;
}

export const hasDigitWriter = (): boolean => writer !== undefined;

/** @param kept parts of the text that a person typed or that were written in these digits before; they stay */
export function inDigits(text: string | number | bigint, kept: readonly string[] = []): string {
  return writer ? writer.text(String(text), kept) : String(text);
}

/** For a number that is stored as text: a phone, a receipt number, a code. */
export function numberInDigits(number: string): string {
  return writer ? writer.number(number) : number;
}

export const valueInDigits = (value: string, kind: NumberKind): string =>
  writer ? writer.value(value, kind) : value;

/** For a text that leaves the app, such as a message to a parent. */
export function inLatinDigits<T>(make: () => T): T {
  const kept = writer;
  writer = undefined;
  try {
    return make();
  } finally {
    writer = kept;
  }
}
