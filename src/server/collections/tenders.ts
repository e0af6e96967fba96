import type { CollectionBody } from '#contract/collections.ts';
import type { Draft } from '#contract/define-resource.ts';
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

export function piecesOf<Line extends { readonly draft: Draft }>(
  lines: readonly Line[],
  tenders: readonly Tender[],
): (line: { readonly draft: Draft }) => readonly Tender[] {
  const pieces = splitOverTenders(lines.map(paidIn), tenders);
  return ({ draft }) => pieces[lines.findIndex((line) => line.draft === draft)] ?? [];
}

export const draftsOf = (draft: Draft, pieces: readonly Tender[]): Draft[] =>
  pieces.map(({ amount, ...how }) => ({ ...draft, ...how, paid_amount: formatDecimal(amount) }));

/** JSON for the database; null where all was cash. */
export function storedTenders(tenders: readonly Tender[]): string | null {
  if (isAllCash(tenders)) return null;
  return JSON.stringify(wireTenders(tenders));
}

const wireTenders = (tenders: readonly Tender[]) =>
  tenders.map(({ amount, ...tender }) => ({ ...tender, amount: formatDecimal(amount) }));
