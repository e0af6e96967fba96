import { type CollectionResource, collectionResources } from './collections.ts';
import { isRecordId } from './ids.ts';
import { toWesternDigits } from './money.ts';

type CodedResource = CollectionResource | 'refund';

/** None is the letter of a student's code. */
const letters: Record<CodedResource, string> = {
  'adult-course': 'AC',
  'kids-course': 'KC',
  'home-schooling': 'HS',
  'summer-course': 'SC',
  nursery: 'NU',
  bus: 'BU',
  'book-payout': 'BP',
  refund: 'RF',
};

const coded: readonly CodedResource[] = [...collectionResources, 'refund'];

export interface ReceiptCode {
  readonly resource: CodedResource;
  /** The last eight digits of the record's id, hexadecimal, in small letters. Two records of a branch hardly share them. */
  readonly ending: string;
}

/** The last eight digits of an id: those of version 7 begin with the time. */
export const endingOf = (id: string): string => id.slice(-8);

/**
 * Printed on a paper, so that the search finds its record by it even where the paper has no number: "BU-3F9A01C2". The device
 * names the record, so a paper has its code before the record is sent. Undefined on a host whose ids are others.
 */
export const receiptCode = (resource: CodedResource, id: string): string | undefined =>
  isRecordId(id) ? `${letters[resource]}-${endingOf(id).toUpperCase()}` : undefined;

/** Typed with or without its dash, in any case and digits. Undefined if it is no code. */
export function readReceiptCode(typed: string): ReceiptCode | undefined {
  const [, letter, ending] =
    /^([A-Z]{2})\s*-?\s*([0-9A-F]{8})$/.exec(toWesternDigits(typed).trim().toUpperCase()) ?? [];
  const resource = coded.find((one) => letters[one] === letter);
  return resource && ending !== undefined ? { resource, ending: ending.toLowerCase() } : undefined;
}
