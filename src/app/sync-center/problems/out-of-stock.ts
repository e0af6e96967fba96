import { debtOf } from '#app/lib/debt-of.ts';
import { addPath } from '#app/lib/paths.ts';
import type { Resource } from '#contract/define-resource.ts';
import { inDigits } from '#contract/digits.ts';
import { formatDecimal, formatMoney } from '#contract/money.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { isInStock } from '#contract/rules/stock.ts';
import {
  diffRows,
  existingRecord,
  hasProblemAt,
  localColumn,
  moneyIn,
  quantityIn,
  serverColumn,
} from './diff.ts';
import { maxPayable, stockOf, stockReads, unitPriceField } from './overpaid.ts';
import type { DiffRow, LocalMutation, ProblemType, ResolutionAction, ServerState } from './problem.ts';
import { messages } from './texts.en.ts';

/** Its present copies included (decision 14). */
function availableCopies({ resource }: LocalMutation, state: ServerState): bigint | undefined {
  const { counts } = resource;
  const stock = counts && quantityIn(existingRecord(state.related), counts.into);
  if (!counts || stock === undefined) return undefined;
  return stock + (quantityIn(existingRecord(state.target), counts.by) ?? 0n);
}

const inStockRow = (row: DiffRow): DiffRow =>
  row.field.kind === 'quantity' ? { ...row, field: { ...row.field, label: messages.inStock } } : row;

/** From the resource that counts into the stock with a plus. */
function orderMoreActions(resource: Resource | undefined): ResolutionAction[] {
  const orders = resourceNames
    .map(resourceOf)
    .find(
      ({ counts, fields }) => counts?.sign === 1n && fields[counts.reference]?.refersTo === resource?.name,
    );
  return orders ? [{ kind: 'navigate', label: messages.orderMore, path: addPath(orders) }] : [];
}

/** For no more money than the copies in stock cost. */
function fewerCopiesActions(mutation: LocalMutation, state: ServerState, stock: bigint): ResolutionAction[] {
  const { entry, resource, record } = mutation;
  const { counts } = resource;
  const paid = debtOf(resource)?.paid;
  if (!counts || paid === undefined || stock <= 0n) return [];
  const change = { [counts.by]: String(stock) };
  const maximum = maxPayable({ ...mutation, record: { ...record, ...change } }, state);
  const amount = moneyIn(record, paid);
  if (maximum === undefined || amount === undefined) return [];
  const over = amount > maximum;
  const label = over
    ? messages.payOutCopiesAndTake({ copies: inDigits(stock), amount: formatMoney(maximum) })
    : messages.payOutCopies({ copies: inDigits(stock) });
  const body = { ...entry.body, ...change, ...(over && { [paid]: formatDecimal(maximum) }) };
  return [{ kind: 'replace', label, replacement: { kind: entry.operation.kind, body } }];
}

/** A payout of more copies than are in stock (decision 14). */
export const outOfStock: ProblemType = {
  matches: (mutation) =>
    mutation.resource.counts?.sign === -1n && hasProblemAt(mutation, mutation.resource.counts.by),
  requiredReads: stockReads,
  describe: (mutation, state) => {
    const { resource, record } = mutation;
    const stock = stockOf(mutation);
    const left = availableCopies(mutation, state);
    const copies = quantityIn(record, resource.counts?.by ?? '');
    const enough = left !== undefined && copies !== undefined && isInStock(copies, left);
    const book = existingRecord(state.related);
    const has =
      stock && book
        ? diffRows(stock, book, [unitPriceField(stock) ?? '', resource.counts?.into ?? '']).map(inStockRow)
        : [];
    return {
      title: messages.outOfStockTitle,
      instruction: enough ? messages.enoughNow : left === 0n ? messages.noneLeft : messages.someLeft,
      columns: [
        localColumn(
          ...diffRows(resource, record, ['student', debtOf(resource)?.paid ?? '', resource.counts?.by ?? '']),
        ),
        serverColumn(...has),
      ],
      actions: enough
        ? [{ kind: 'send-again' }, { kind: 'edit' }]
        : left === 0n
          ? [...orderMoreActions(stock), { kind: 'send-again' }, { kind: 'edit' }]
          : [
              ...fewerCopiesActions(mutation, state, left ?? 0n),
              { kind: 'edit' },
              ...orderMoreActions(stock),
              { kind: 'send-again' },
            ],
    };
  },
};
