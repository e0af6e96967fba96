import { type CollectionResource, collectionResources } from './collections.ts';
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

/**
 * Printed on a paper, so that the search finds its record by it even where the paper has no number: "BU-1042".
 * Undefined for a record that the server has not numbered yet, and for a server whose ids are no numbers.
 */
export const receiptCode = (resource: CodedResource, id: string): string | undefined =>
  /^\d{1,12}$/.test(id) ? `${letters[resource]}-${id}` : undefined;

/** Typed with or without its dash, in any case and digits. Undefined if it is no code. */
export function readReceiptCode(
  typed: string,
): { readonly resource: CodedResource; readonly id: string } | undefined {
  const [, letter, id] =
    /^([A-Z]{2})\s*-?\s*(\d{1,12})$/.exec(toWesternDigits(typed).trim().toUpperCase()) ?? [];
  const resource = coded.find((one) => letters[one] === letter);
  return resource && id !== undefined ? { resource, id } : undefined;
}
