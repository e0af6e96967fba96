import { debtOf } from '#app/lib/debt-of.ts';
import { addPath } from '#app/lib/paths.ts';
import type { Resource } from '#contract/define-resource.ts';
import { formatDecimal, formatMoney } from '#contract/money.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import {
  diffRows,
  existingRecord,
  hasProblemAt,
  localColumn,
  moneyIn,
  otherTarget,
  ownTarget,
  quantityIn,
  serverColumn,
} from './diff.ts';
import { payable, unitPriceField } from './overpaid.ts';
import type { DiffRow, LocalMutation, ProblemType, ResolutionAction, ServerState } from './problem.ts';

const stockOf = ({ resource }: LocalMutation): Resource | undefined => {
  const kind = resource.counts && resource.fields[resource.counts.reference]?.refersTo;
  return kind && resourceOf(kind);
};

/** How many copies this write may take, those it has taken already included (decision 14). */
function inStock({ resource }: LocalMutation, ground: ServerState): bigint | undefined {
  const { counts } = resource;
  const stock = counts && quantityIn(existingRecord(ground.other), counts.into);
  if (!counts || stock === undefined) return undefined;
  return stock + (quantityIn(existingRecord(ground.own), counts.by) ?? 0n);
}

/** The number that is counted, under a name that says what it is here. */
const inStockLine = (line: DiffRow): DiffRow =>
  line.field.kind === 'quantity' ? { ...line, field: { ...line.field, label: 'In stock' } } : line;

/** Where the stock is filled again: the kind that counts into the same number with the other sign. */
function orderMore(resource: Resource | undefined): ResolutionAction[] {
  const orders = resourceNames
    .map(resourceOf)
    .find(
      ({ counts, fields }) => counts?.sign === 1n && fields[counts.reference]?.refersTo === resource?.name,
    );
  return orders ? [{ kind: 'go', label: 'Order more', path: addPath(orders) }] : [];
}

/** Fewer copies, and no more money than they cost. */
function fewer(asked: LocalMutation, ground: ServerState, stock: bigint): ResolutionAction[] {
  const { row, resource, record } = asked;
  const { counts } = resource;
  const paid = debtOf(resource)?.paid;
  if (!counts || paid === undefined || stock <= 0n) return [];
  const change = { [counts.by]: String(stock) };
  const most = payable({ ...asked, record: { ...record, ...change } }, ground);
  const amount = moneyIn(record, paid);
  if (most === undefined || amount === undefined) return [];
  const over = amount > most;
  const label = over ? `Pay out ${stock} and take ${formatMoney(most)} instead` : `Pay out ${stock} instead`;
  const body = { ...row.body, ...change, ...(over && { [paid]: formatDecimal(most) }) };
  return [{ kind: 'instead', label, write: { kind: row.operation.kind, body } }];
}

/** More copies than there are (decision 14): somebody else has handed some out. */
export const outOfStock: ProblemType = {
  name: 'out of stock',
  is: (asked) => asked.resource.counts?.sign === -1n && hasProblemAt(asked, asked.resource.counts.by),
  looks: (asked) => {
    const stock = stockOf(asked);
    const reference = asked.resource.counts?.reference ?? '';
    return { ...ownTarget(asked), ...(stock && otherTarget(asked, stock, reference)) };
  },
  tells: (asked, ground) => {
    const { resource, record } = asked;
    const stock = stockOf(asked);
    const left = inStock(asked, ground);
    const copies = quantityIn(record, resource.counts?.by ?? '');
    const enough = left !== undefined && copies !== undefined && copies <= left;
    const book = existingRecord(ground.other);
    const has =
      stock && book
        ? diffRows(stock, book, [unitPriceField(stock) ?? '', resource.counts?.into ?? '']).map(inStockLine)
        : [];
    return {
      title: 'Not enough in stock',
      todo: enough
        ? 'There are enough now. Send it again.'
        : left === 0n
          ? 'None is left. Order more and send this again, or discard it.'
          : 'Hand out what is there, or order more and send this again.',
      sides: [
        localColumn(
          ...diffRows(resource, record, ['student', debtOf(resource)?.paid ?? '', resource.counts?.by ?? '']),
        ),
        serverColumn(...has),
      ],
      ways: enough
        ? [{ kind: 'again' }, { kind: 'edit' }]
        : left === 0n
          ? [...orderMore(stock), { kind: 'again' }, { kind: 'edit' }]
          : [...fewer(asked, ground, left ?? 0n), { kind: 'edit' }, ...orderMore(stock), { kind: 'again' }],
    };
  },
};
