import type { Draft } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, parseTypedAmount, sumIfKnown } from '#contract/money.ts';
import { CASH, CREDIT, methodProblem, type StoredMethod } from '#contract/payment-methods.ts';
import { messages } from './texts.en.ts';

/** One part of the sum by one method. The last part has no amount of its own: it takes the rest. */
export interface TenderInput {
  readonly method: string;
  readonly reference: string;
  readonly amount: string;
}

export const inCash: TenderInput = { method: CASH, reference: '', amount: '' };

export interface ReadTender extends TenderInput {
  readonly piastres: Piastres | undefined;
  readonly problems: { readonly amount?: string; readonly reference?: string; readonly method?: string };
}

export function readTenders(
  tenders: readonly TenderInput[],
  total: Piastres,
  known: readonly StoredMethod[],
): readonly ReadTender[] {
  const typed = tenders.slice(0, -1).map(({ amount }) => parseTypedAmount(amount));
  const before = sumIfKnown(typed);
  return tenders.map((tender, index) => {
    const isLast = index === tenders.length - 1;
    const piastres = isLast ? (before === undefined ? undefined : total - before) : typed[index];
    const wrong = methodProblem(known, tender.method, tender.reference.trim());
    const problem = piastres === undefined ? messages.notAnAmount : messages.partOfNothing;
    const isWrong =
      tenders.length > 1 && (!isLast || before !== undefined) && !(piastres !== undefined && piastres > 0n);
    return {
      ...tender,
      piastres,
      problems: {
        ...(isWrong && { amount: problem }),
        ...(wrong?.field === 'payment_reference' && { reference: wrong.message }),
        ...(wrong?.field === 'payment_method' && { method: wrong.message }),
      },
    };
  });
}

const howOf = ({ method, reference }: TenderInput): Draft => ({
  payment_method: method,
  ...(reference.trim() !== '' && { payment_reference: reference.trim() }),
});

export function tendersBody(tenders: readonly ReadTender[], credit: Piastres): Draft {
  const parts = tenders.filter(({ piastres = 0n }) => piastres > 0n);
  const [first] = parts;
  if (!first) return credit > 0n ? { payment_method: CREDIT } : {};
  if (credit > 0n || parts.length > 1)
    return {
      tenders: [
        ...(credit > 0n ? [{ payment_method: CREDIT, amount: formatDecimal(credit) }] : []),
        ...parts.map((part) => ({ ...howOf(part), amount: formatDecimal(part.piastres ?? 0n) })),
      ],
    };
  return first.method === CASH ? {} : howOf(first);
}
