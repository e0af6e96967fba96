import type { CollectionBody } from '#contract/collections.ts';
import type { Draft } from '#contract/define-resource.ts';
import { lineId } from '#contract/ids.ts';
import { formatDecimal, type Piastres, parsePiastres, sum } from '#contract/money.ts';
import { CASH, isAllCash } from '#contract/payment-methods.ts';
import { splitOverTenders, type Tender } from '#contract/rules/tenders.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import { badField } from '#server/platform/http-error.ts';

export const paidIn = ({ draft }: { readonly draft: Draft }): Piastres =>
  parsePiastres(String(draft.paid_amount));

/** @throws {HttpError} 400 at `tenders` if they do not come to the sum */
export function tendersOf(
  { tenders, payment_method, payment_reference }: CollectionBody,
  received: Piastres,
): readonly Tender[] {
  if (!tenders)
    return [
      {
        payment_method: payment_method ?? CASH,
        payment_reference: payment_reference ?? null,
        amount: received,
      },
    ];
  const parts = tenders.map(({ amount, payment_reference: reference, ...tender }) => ({
    ...tender,
    payment_reference: reference ?? null,
    amount: parsePiastres(amount),
  }));
  if (sum(parts.map(({ amount }) => amount)) !== received) throw badField('tenders', sentences.tendersDiffer);
  return parts;
}

/**
 * The records of each line, by its draft: a line that several methods paid has several. They are named as the device names
 * them: the first ones in the order of the lines, then the others.
 */
export function draftsByLine(
  collection: string,
  lines: readonly { readonly draft: Draft }[],
  tenders: readonly Tender[],
): ReadonlyMap<Draft, readonly Draft[]> {
  const pieces = splitOverTenders(lines.map(paidIn), tenders);
  let later = lines.length;
  return new Map(
    lines.map(({ draft }, place) => [
      draft,
      (pieces[place] ?? []).map(({ amount, ...how }, piece) => ({
        ...draft,
        ...how,
        id: lineId(collection, piece === 0 ? place : later++),
        paid_amount: formatDecimal(amount),
      })),
    ]),
  );
}

/** JSON for the database; null where all was cash. */
export function storedTenders(tenders: readonly Tender[]): string | null {
  if (isAllCash(tenders)) return null;
  return JSON.stringify(wireTenders(tenders));
}

const wireTenders = (tenders: readonly Tender[]) =>
  tenders.map(({ amount, ...tender }) => ({ ...tender, amount: formatDecimal(amount) }));
