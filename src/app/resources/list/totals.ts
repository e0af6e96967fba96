import type { RecordRow } from '#app/lib/record-row.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { debtOf, type Resource } from '#contract/define-resource.ts';
import { summedColumns } from '#contract/list-filters.ts';
import { type Piastres, readPiastres, readTerm, sumIfKnown } from '#contract/money.ts';
import type { Page } from '#contract/paging.ts';

export interface Total {
  readonly name: string;
  readonly amount: Piastres;
}

/** Undefined if the server sent none and there are more records than this page (decision 178). */
export function serverTotals(
  resource: Resource,
  { totals, count, results }: Page<RecordRow>,
): readonly Total[] | undefined {
  if (!totals && count > results.length) return undefined;
  return summedColumns(resource).flatMap((name): Total[] => {
    const amount = totals
      ? readPiastres(totals[name])
      : sumIfKnown(results.map((record) => readTerm(record[name])));
    return amount === undefined ? [] : [{ name, amount }];
  });
}

export function offlineTotals(resource: Resource, rows: readonly ListedRecord[]): readonly Total[] {
  const counted = rows.filter(({ pending }) => pending?.kind !== 'delete' && pending?.state !== 'rejected');
  return summedColumns(resource).flatMap((name): Total[] => {
    const amount = sumIfKnown(counted.map(({ record }) => readTerm(record[name])));
    return amount === undefined ? [] : [{ name, amount }];
  });
}

/**
 * Installments are included. Undefined where no price is listed, or where the rows already show the same sum as paid.
 */
export function totalPaidSoFar(resource: Resource, totals: readonly Total[]): Total | undefined {
  const debt = resource.installment && debtOf(resource);
  const of = (name: string | undefined) => totals.find((total) => total.name === name);
  const [price, left, paid] = [of(debt?.price), of(debt?.left), of(debt?.paid)];
  if (!price || !left || !paid || price.amount === 0n) return undefined;
  const amount = price.amount - left.amount;
  return amount === paid.amount ? undefined : { name: paid.name, amount };
}
