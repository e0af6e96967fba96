import { debtOf } from '#app/lib/debt-of.ts';
import { payoutPrice, payoutPriceKept } from '#contract/calculations/payout-price.ts';
import type { Resource } from '#contract/define-resource.ts';
import { formatDecimal, formatMoney, type Piastres } from '#contract/money.ts';
import { figures } from '#contract/month.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import {
  amountRow,
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
import type {
  DiffRow,
  LocalMutation,
  Problem,
  ProblemType,
  RequiredReads,
  ResolutionAction,
  ServerState,
} from './problem.ts';

const isInstallment = ({ record }: LocalMutation) => record.is_installment === true;

function looks(asked: LocalMutation): RequiredReads {
  const { resource } = asked;
  if (isInstallment(asked)) return { ...ownTarget(asked), ...otherTarget(asked, resource, 'related_record') };
  const book = resource.counts?.reference;
  const kind = book === undefined ? undefined : resource.fields[book]?.refersTo;
  const other = book !== undefined && kind ? otherTarget(asked, resourceOf(kind), book) : {};
  return { ...ownTarget(asked), ...other };
}

/** The price of one piece that a resource declares. */
export function unitPriceField(resource: Resource): string | undefined {
  return Object.keys(resource.fields).find((name) => resource.fields[name]?.unitPrice);
}

/** What the whole costs after the write, where that can be told (decisions 11, 14 and 36). */
function priceOf(asked: LocalMutation, ground: ServerState): Piastres | undefined {
  const { row, resource } = asked;
  const price = debtOf(resource)?.price;
  const typed = moneyIn(row.body, price);
  if (typed !== undefined || price === undefined) return typed;
  const { counts } = resource;
  const own = existingRecord(ground.own);
  if (!counts) return moneyIn(own, price);
  const copies = quantityIn(asked.record, counts.by);
  if (copies === undefined) return undefined;
  const before = quantityIn(own, counts.by);
  if (own) {
    const stamped = moneyIn(own, price);
    return before && stamped !== undefined ? payoutPriceKept(stamped, before, copies) : undefined;
  }
  const kind = resource.fields[counts.reference]?.refersTo;
  const each = kind && moneyIn(existingRecord(ground.other), unitPriceField(resourceOf(kind)));
  return each === undefined ? undefined : payoutPrice(each, copies);
}

/** The most that this write may record as paid, as the server stands now; undefined where nobody knows. */
export function payable(asked: LocalMutation, ground: ServerState): Piastres | undefined {
  const debt = debtOf(asked.resource);
  if (!debt) return undefined;
  const own = existingRecord(ground.own);
  const paidNow = own ? moneyIn(own, debt.paid) : 0n;
  if (paidNow === undefined) return undefined;
  if (isInstallment(asked)) {
    const left = moneyIn(existingRecord(ground.other), debt.left);
    return left === undefined ? undefined : left + paidNow;
  }
  const price = priceOf(asked, ground);
  if (price === undefined || !own) return price;
  // What was paid towards it by installments: the part that this write does not touch.
  const [was, left] = [moneyIn(own, debt.price), moneyIn(own, debt.left)];
  return was === undefined || left === undefined ? undefined : price - (was - paidNow - left);
}

function nowLines(asked: LocalMutation, ground: ServerState): DiffRow[] {
  const debt = debtOf(asked.resource);
  const debtor = isInstallment(asked) ? existingRecord(ground.other) : existingRecord(ground.own);
  const [price, left] = [moneyIn(debtor, debt?.price), moneyIn(debtor, debt?.left)];
  if (debt && debtor && price !== undefined && left !== undefined) {
    const paid = amountRow('Paid so far', price - left);
    const [first, last] = diffRows(asked.resource, debtor, [debt.price, debt.left]);
    return [...(first ? [first] : []), paid, ...(last ? [last] : [])];
  }
  // What stands in the entry itself is not the server's.
  if (moneyIn(asked.row.body, debt?.price) !== undefined) return [];
  const whole = priceOf(asked, ground);
  return whole === undefined ? [] : [amountRow('Price', whole, true)];
}

/** Whether it is the branch's own money that goes out: a book order. */
function isSpent({ resource }: LocalMutation): boolean {
  return figures.some(({ name, group }) => name === resource.cash?.figure && group === 'expenses');
}

function words(
  spent: boolean,
  asked: Piastres | undefined,
  most: Piastres | undefined,
): Pick<Problem, 'title' | 'todo'> {
  const title = 'More than what remains';
  if (most === undefined || asked === undefined)
    return { title, todo: 'Look up what remains, then change the amount or discard this.' };
  if (asked <= most) return { title, todo: 'The amount fits now. Send it again.' };
  const [left, entered] = [formatMoney(most), formatMoney(asked)];
  if (spent)
    return { title, todo: `${left} is the most that can be paid, ${entered} was entered. Put it right.` };
  if (most <= 0n)
    return { title, todo: 'Nothing remains to be paid. Give the money back, then discard this.' };
  const back = formatMoney(asked - most);
  return {
    title,
    todo: `${left} remains, ${entered} was taken here. Record what remains and give ${back} back, or change it.`,
  };
}

function ways(
  about: LocalMutation,
  asked: Piastres | undefined,
  most: Piastres | undefined,
): ResolutionAction[] {
  const { row, resource } = about;
  const paid = debtOf(resource)?.paid;
  const edit = { kind: 'edit' } as const;
  if (paid === undefined || asked === undefined || most === undefined) return [edit];
  if (asked <= most) return [{ kind: 'again' }, edit];
  if (most <= 0n) return [edit];
  const body = { ...row.body, [paid]: formatDecimal(most) };
  const write = { kind: row.operation.kind, body };
  return [
    { kind: 'instead', label: `${isSpent(about) ? 'Pay' : 'Take'} ${formatMoney(most)} instead`, write },
    edit,
  ];
}

/** Somebody else has taken money for the same meanwhile, or the price is less than what was paid (decisions 11 and 14). */
export const overpaid: ProblemType = {
  name: 'overpaid',
  is: (asked) => asked.row.operation.kind !== 'delete' && hasProblemAt(asked, debtOf(asked.resource)?.paid),
  looks,
  tells: (asked, ground) => {
    const { resource, record } = asked;
    const paid = debtOf(resource)?.paid;
    const amount = moneyIn(record, paid);
    const most = payable(asked, ground);
    const lines = diffRows(resource, record, ['receipt_number', 'quantity', 'price', paid ?? '']);
    return {
      ...words(isSpent(asked), amount, most),
      sides: [localColumn(...lines), serverColumn(...nowLines(asked, ground))],
      ways: ways(asked, amount, most),
      ...(most !== undefined && most <= 0n && { discards: true }),
    };
  },
};
