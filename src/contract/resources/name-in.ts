import type { Draft } from '../define-resource.ts';
import { numberInDigits } from '../digits.ts';
import { joinParts } from '../messages.ts';
import { formats } from '../texts/formats.en.ts';

export const receiptIn = ({ receipt_number }: Draft): string =>
  formats.receipt({ receipt: numberInDigits(String(receipt_number ?? '')) });

/** The server's history stores titles in English; screens show them in their language. */
export function translatedTitle(title: string): string {
  const [, names, receipt_number] = /^(.*), receipt ([^,]+)$/.exec(title) ?? [];
  return receipt_number === undefined ? title : joinParts([names, receiptIn({ receipt_number })]);
}

export function nameIn(row: Draft, field: string): string | undefined {
  const data = row[`${field}_data`];
  const name = typeof data === 'object' && data !== null && 'name' in data ? data.name : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

export function namesIn(row: Draft, ...fields: readonly string[]): string {
  return joinParts(fields.map((field) => nameIn(row, field)));
}
