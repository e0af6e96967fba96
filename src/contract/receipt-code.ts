import { type CollectionResource, collectionResources } from './collections.ts';
import { isRecordId } from './ids.ts';
import { toWesternDigits } from './money.ts';

export type CodedResource = CollectionResource | 'refund';

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

export const codedResources: readonly CodedResource[] = [...collectionResources, 'refund'];

export interface ReceiptCode {
  readonly resource: CodedResource;
  /** The last digits of the record's id, hexadecimal, in small letters. Two records of a branch hardly share them. */
  readonly ending: string;
}

export const ENDING_LENGTH = 8;

/** The last digits of an id: those of version 7 begin with the time. */
export const endingOf = (id: string): string => id.slice(-ENDING_LENGTH);

const CODE = new RegExp(`^([A-Z]{2})\\s*-?\\s*([0-9A-F]{${ENDING_LENGTH}})$`);

/**
 * Printed on a paper, so that the search finds its record by it even where the paper has no number: "BU-3F9A01C2". The device
 * names the record, so a paper has its code before the record is sent. Undefined on a host whose ids are others.
 */
export const receiptCode = (resource: CodedResource, id: string): string | undefined =>
  isRecordId(id) ? writtenCode({ resource, ending: endingOf(id) }) : undefined;

export const writtenCode = ({ resource, ending }: ReceiptCode): string =>
  `${letters[resource]}-${ending.toUpperCase()}`;

/** Typed with or without its dash, in any case and digits. Undefined if it is no code. */
export function readReceiptCode(typed: string): ReceiptCode | undefined {
  const [, letter, ending] = CODE.exec(toWesternDigits(typed).trim().toUpperCase()) ?? [];
  const resource = codedResources.find((one) => letters[one] === letter);
  return resource && ending !== undefined ? { resource, ending: ending.toLowerCase() } : undefined;
}
