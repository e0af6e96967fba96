import { debtOf } from '#app/lib/debt-of.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { Resource } from '#contract/define-resource.ts';
import { formatDecimal, formatMoney, type Piastres } from '#contract/money.ts';
import { figures } from '#contract/month.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { mostPayable } from '#contract/rules/payable.ts';
import { payoutPrice, payoutPriceKept } from '#contract/rules/stock.ts';
import {
  amountRow,
  diffRows,
  existingRecord,
  hasProblemAt,
  localColumn,
  moneyIn,
  quantityIn,
  relatedRead,
  serverColumn,
  targetRead,
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
import { messages } from './texts.en.ts';

const isInstallment = ({ record }: LocalMutation) => record.is_installment === true;

function requiredReads(mutation: LocalMutation): RequiredReads {
  const { resource } = mutation;
  if (isInstallment(mutation))
    return { ...targetRead(mutation), ...relatedRead(mutation, resource, 'related_record') };
  return stockReads(mutation);
}

/** The book whose copies a record takes or adds. */
export function stockOf({ resource: { counts, fields } }: LocalMutation): Resource | undefined {
  const kind = counts && fields[counts.reference]?.refersTo;
  return kind && resourceOf(kind);
}

/** The target, and the book whose copies it counts. */
export function stockReads(mutation: LocalMutation): RequiredReads {
  const stock = stockOf(mutation);
  const reference = mutation.resource.counts?.reference ?? '';
  return { ...targetRead(mutation), ...(stock && relatedRead(mutation, stock, reference)) };
}

export function unitPriceField(resource: Resource): string | undefined {
  return Object.keys(resource.fields).find((name) => resource.fields[name]?.unitPrice);
}

/** In piastres, after the mutation, if known (decisions 11, 14 and 36). */
function priceOf(mutation: LocalMutation, state: ServerState): Piastres | undefined {
  const { entry, resource } = mutation;
  const price = debtOf(resource)?.price;
  const entered = moneyIn(entry.body, price);
  if (entered !== undefined || price === undefined) return entered;
  const { counts } = resource;
  const current = existingRecord(state.target);
  if (!counts) return moneyIn(current, price);
  const copies = quantityIn(mutation.record, counts.by);
  if (copies === undefined) return undefined;
  const oldCopies = quantityIn(current, counts.by);
  if (current) {
    const storedPrice = moneyIn(current, price);
    return oldCopies && storedPrice !== undefined
      ? payoutPriceKept(storedPrice, oldCopies, copies)
      : undefined;
  }
  const stock = stockOf(mutation);
  const unitPrice = stock && moneyIn(existingRecord(state.related), unitPriceField(stock));
  return unitPrice === undefined ? undefined : payoutPrice(unitPrice, copies);
}

/** In piastres, without this mutation's payment; undefined if unknown. */
function remainsWithout(mutation: LocalMutation, state: ServerState): Piastres | undefined {
  const debt = debtOf(mutation.resource);
  if (!debt) return undefined;
  const current = existingRecord(state.target);
  const paidNow = current ? moneyIn(current, debt.paid) : 0n;
  if (paidNow === undefined) return undefined;
  if (isInstallment(mutation)) {
    const left = moneyIn(existingRecord(state.related), debt.left);
    return left === undefined ? undefined : left + paidNow;
  }
  const price = priceOf(mutation, state);
  if (price === undefined || !current) return price;
  // The part that was paid by installments: this mutation does not change it.
  const [oldPrice, left] = [moneyIn(current, debt.price), moneyIn(current, debt.left)];
  return oldPrice === undefined || left === undefined ? undefined : price - (oldPrice - paidNow - left);
}

/** In piastres; undefined if unknown. */
export function maxPayable(mutation: LocalMutation, state: ServerState): Piastres | undefined {
  const remains = remainsWithout(mutation, state);
  return remains === undefined ? undefined : mostPayable(remains);
}

function serverRows(mutation: LocalMutation, state: ServerState): DiffRow[] {
  const debt = debtOf(mutation.resource);
  const debtor = isInstallment(mutation) ? existingRecord(state.related) : existingRecord(state.target);
  const [price, left] = [moneyIn(debtor, debt?.price), moneyIn(debtor, debt?.left)];
  if (debt && debtor && price !== undefined && left !== undefined) {
    const paid = amountRow(messages.paidSoFar, price - left);
    const [first, last] = diffRows(mutation.resource, debtor, [debt.price, debt.left]);
    return [...(first ? [first] : []), paid, ...(last ? [last] : [])];
  }
  // A price that the entry itself contains is not the server's.
  if (moneyIn(mutation.entry.body, debt?.price) !== undefined) return [];
  const total = priceOf(mutation, state);
  return total === undefined ? [] : [amountRow(appMessages.price, total, true)];
}

function isExpense({ resource }: LocalMutation): boolean {
  return figures.some(({ name, group }) => name === resource.cash?.figure && group === 'expenses');
}

function describeAmounts(
  expense: boolean,
  amount: Piastres | undefined,
  maximum: Piastres | undefined,
): Pick<Problem, 'title' | 'instruction'> {
  const title = messages.overpaidTitle;
  if (maximum === undefined || amount === undefined) return { title, instruction: messages.lookUpRemaining };
  if (amount <= maximum) return { title, instruction: messages.amountFits };
  const [left, entered] = [formatMoney(maximum), formatMoney(amount)];
  if (expense) return { title, instruction: messages.expenseTooHigh({ left, entered }) };
  if (maximum <= 0n) return { title, instruction: messages.nothingRemains };
  const back = formatMoney(amount - maximum);
  return { title, instruction: messages.giveBack({ left, entered, back }) };
}

function actionsFor(
  mutation: LocalMutation,
  amount: Piastres | undefined,
  maximum: Piastres | undefined,
): ResolutionAction[] {
  const { entry, resource } = mutation;
  const paid = debtOf(resource)?.paid;
  const edit = { kind: 'edit' } as const;
  if (paid === undefined || amount === undefined || maximum === undefined) return [edit];
  if (amount <= maximum) return [{ kind: 'send-again' }, edit];
  if (maximum <= 0n) return [edit];
  const body = { ...entry.body, [paid]: formatDecimal(maximum) };
  const replacement = { kind: entry.operation.kind, body };
  const values = { amount: formatMoney(maximum) };
  const label = isExpense(mutation) ? messages.payInstead(values) : messages.takeInstead(values);
  return [{ kind: 'replace', label, replacement }, edit];
}

/** Somebody else took money meanwhile (decisions 11 and 14). */
export const overpaid: ProblemType = {
  matches: (mutation) =>
    mutation.entry.operation.kind !== 'delete' && hasProblemAt(mutation, debtOf(mutation.resource)?.paid),
  requiredReads,
  describe: (mutation, state) => {
    const { resource, record } = mutation;
    const paid = debtOf(resource)?.paid;
    const amount = moneyIn(record, paid);
    const maximum = maxPayable(mutation, state);
    const rows = diffRows(resource, record, ['receipt_number', 'quantity', 'price', paid ?? '']);
    return {
      ...describeAmounts(isExpense(mutation), amount, maximum),
      columns: [localColumn(...rows), serverColumn(...serverRows(mutation, state))],
      actions: actionsFor(mutation, amount, maximum),
      ...(maximum !== undefined && maximum <= 0n && { recommendsDiscard: true }),
    };
  },
};
