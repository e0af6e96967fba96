import { textOf } from '#app/fields/field-control.ts';
import { linesOf } from '#app/outbox/model/line-bodies.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { formatDecimal, readPiastres, sumIfKnown } from '#contract/money.ts';
import { type Basket, emptyBasket } from './basket.ts';

/** Returns what a reopened payment said: the same sum, with its parts as typed ones. */
export function reopenedBasket(reopened: Mutation | undefined): Basket | undefined {
  if (!reopened) return undefined;
  const lines = linesOf({ operation: reopened, body: reopened.body });
  const total = sumIfKnown(lines.map(({ body }) => readPiastres(body.paid_amount)));
  const typed = new Map(
    lines.map(({ resource, body }) => [
      `${resource} ${textOf(body.related_record)}`,
      textOf(body.paid_amount),
    ]),
  );
  return { ...emptyBasket, amount: total === undefined ? '' : formatDecimal(total), typed };
}
