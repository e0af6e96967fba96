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

/** Several records for a line that several methods paid, named as on the device: the first of all lines, then the others. */
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

export function storedTenders(tenders: readonly Tender[]): string | null {
  if (isAllCash(tenders)) return null;
  return JSON.stringify(wireTenders(tenders));
}

const wireTenders = (tenders: readonly Tender[]) =>
  tenders.map(({ amount, ...tender }) => ({ ...tender, amount: formatDecimal(amount) }));
