import type { Draft } from '../define-resource.ts';
import { defineMessages, joinParts } from '../messages.ts';

/** Holds the texts within titles of records. */
export const titleMessages = defineMessages('recordTitles', {
  receipt: ({ receipt }: { receipt: string }) => `receipt ${receipt}`,
});

/** Names the receipt of a record within its title: "receipt 1213". */
export const receiptIn = ({ receipt_number }: Draft): string =>
  titleMessages.receipt({ receipt: String(receipt_number ?? '') });

/** Returns a title that the server's history keeps in English, in the language of the screen. */
export function translatedTitle(title: string): string {
  const [, names, receipt_number] = /^(.*), receipt ([^,]+)$/.exec(title) ?? [];
  return receipt_number === undefined ? title : joinParts([names, receiptIn({ receipt_number })]);
}

/** Returns the name of a referenced record; undefined when the row lacks it. */
export function nameIn(row: Draft, field: string): string | undefined {
  const data = row[`${field}_data`];
  const name = typeof data === 'object' && data !== null && 'name' in data ? data.name : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Joins the names of several referenced records: "Mona Adel, Starter 1". */
export function namesIn(row: Draft, ...fields: readonly string[]): string {
  return joinParts(fields.map((field) => nameIn(row, field)));
}
