import type { CashWay } from '../cash-ways.ts';
import type { Day } from '../days.ts';
import type { Piastres } from '../money.ts';
import { BANK, CASH, CREDIT } from '../payment-methods.ts';
import type { ResourceName } from '../resource-names.ts';
import type { MovementType } from './effects.ts';

/** What a record says about money, apart from when and by whom it was written. */
export interface Entry {
  readonly type: MovementType;
  /** Above 0. */
  readonly amount: Piastres;
  /** Of the payable, or of the record itself where nothing is owed for it. */
  readonly resource: ResourceName;
  readonly payable: string | null;
  readonly student: string | null;
  readonly creditOf: string | null;
  /** The id of a category of expenses. */
  readonly category: string | null;
  readonly method: string | null;
  readonly reference: string | null;
  readonly collection: string | null;
  /** Who wrote the record that moved money or credit; null for a price, a discount, and what is forgiven. */
  readonly recordedBy: string | null;
  /** Whose drawer or terminal the money came into or left; null is the office. */
  readonly holder: string | null;
  readonly day: Day;
  /** Null waits for the next month, or belongs to none: neither income nor spent. */
  readonly month: string | null;
  /** The drawer close that makes it and has counted it already. */
  readonly countedBy: string | null;
}

interface OfMoney {
  readonly resource: ResourceName;
  readonly id: string;
  readonly day: Day;
  readonly month: string | null;
}

interface Paid extends OfMoney {
  readonly recordedBy: string;
  readonly method: string;
  readonly reference: string | null;
}

/** An enrolment or book payout, or a later payment towards one. */
export interface PayableRecord extends Paid {
  readonly source: 'payable';
  /** The payable that it pays for; null for a payable itself. */
  readonly pays: string | null;
  readonly student: string;
  /** Null for a payment. */
  readonly price: Piastres | null;
  readonly listPrice: Piastres | null;
  readonly discount: Piastres;
  readonly paid: Piastres;
  readonly collection: string | null;
  /** It was paid before its import, into no drawer. */
  readonly isImported: boolean;
  /** Whose credit paid it, if it was paid by credit. */
  readonly usedCredit: readonly { readonly student: string; readonly amount: Piastres }[];
}

export interface RefundRecord extends Paid {
  readonly source: 'refund';
  readonly payable: string | null;
  readonly student: string;
  readonly amount: Piastres;
  /** The amount is not owed any more. */
  readonly forgives: boolean;
}

export interface ForgivingRecord extends OfMoney {
  readonly source: 'forgiving';
  readonly payable: string;
  readonly student: string;
  readonly amount: Piastres;
}

export interface SpendingRecord extends Paid {
  readonly source: 'spending';
  readonly type: 'expense' | 'order_payment' | 'salary' | 'advance';
  readonly amount: Piastres;
  readonly fromDrawer: boolean;
  readonly category: string | null;
}

export interface CashMoveRecord extends OfMoney {
  readonly source: 'cash-move';
  readonly way: CashWay;
  readonly amount: Piastres;
  readonly drawer: string;
  readonly recordedBy: string;
  readonly reference: string | null;
  /** The close that handed it over, if it was not recorded by hand. */
  readonly close: string | null;
}

/** The count of a drawer: its first float came from the office. Cash that does not stay is a cash movement. */
export interface CloseRecord extends OfMoney {
  readonly source: 'close';
  readonly drawer: string;
  readonly recordedBy: string;
  /** Null where it is what the close before has kept. */
  readonly float: Piastres | null;
}

export type MoneyRecord =
  | PayableRecord
  | RefundRecord
  | ForgivingRecord
  | SpendingRecord
  | CashMoveRecord
  | CloseRecord;

type Facts = Omit<Entry, 'type' | 'amount' | 'resource' | 'day' | 'month'>;

const nothing: Facts = {
  payable: null,
  student: null,
  creditOf: null,
  category: null,
  method: null,
  reference: null,
  collection: null,
  recordedBy: null,
  holder: null,
  countedBy: null,
};

const entryOf = (
  { resource, day, month }: OfMoney,
  type: MovementType,
  amount: Piastres,
  facts: Partial<Facts>,
): Entry => ({ type, amount, resource, ...nothing, ...facts, day, month });

function entriesOfPayable(record: PayableRecord): Entry[] {
  const { id, pays, student, price, listPrice, discount, paid, method, reference, recordedBy, collection } =
    record;
  const owed = { payable: pays ?? id, student };
  const holder = record.isImported ? null : recordedBy;
  const before = discount > 0n ? listPrice : price;
  return [
    entryOf(record, 'price', before ?? 0n, owed),
    entryOf(record, 'discount', discount, owed),
    ...(method === CREDIT
      ? record.usedCredit.map((used) =>
          entryOf(record, 'credit_payment', used.amount, {
            ...owed,
            method,
            collection,
            recordedBy,
            creditOf: used.student,
          }),
        )
      : [entryOf(record, 'payment', paid, { ...owed, method, reference, collection, recordedBy, holder })]),
  ];
}

function entriesOfRefund(record: RefundRecord): Entry[] {
  const { payable, student, amount, method, reference, recordedBy } = record;
  const paid = { method, reference, recordedBy, holder: recordedBy };
  if (payable === null)
    return [entryOf(record, 'credit_payout', amount, { student, creditOf: student, ...paid })];
  const owed = { payable, student };
  return [
    method === CREDIT
      ? entryOf(record, 'credit_refund', amount, { ...owed, method, recordedBy, creditOf: student })
      : entryOf(record, 'refund', amount, { ...owed, ...paid }),
    entryOf(record, 'forgiven', record.forgives ? amount : 0n, owed),
  ];
}

function entriesOfSpending(record: SpendingRecord): Entry[] {
  const { type, amount, category, method, reference, recordedBy, fromDrawer } = record;
  const holder = fromDrawer && method === CASH ? recordedBy : null;
  return [entryOf(record, type, amount, { category, method, reference, recordedBy, holder })];
}

type Place = Pick<Facts, 'holder' | 'method'>;

const office: Place = { holder: null, method: CASH };
const bank: Place = { holder: null, method: BANK };
const drawerOf = (user: string): Place => ({ holder: user, method: CASH });

const moved = (
  record: OfMoney,
  amount: Piastres,
  [from, to]: readonly [Place, Place],
  facts: Partial<Facts>,
): Entry[] => [
  entryOf(record, 'cash_out', amount, { ...facts, ...from }),
  entryOf(record, 'cash_in', amount, { ...facts, ...to }),
];

function entriesOfCashMove(record: CashMoveRecord): Entry[] {
  const { way, amount, recordedBy, reference, close } = record;
  const drawer = drawerOf(record.drawer);
  const ways = {
    brought: [office, drawer],
    handed_over: [drawer, office],
    banked: [drawer, bank],
  } as const;
  return moved(record, amount, ways[way], { recordedBy, reference, countedBy: close });
}

function entriesOfClose(record: CloseRecord): Entry[] {
  const { id, float, recordedBy } = record;
  return moved(record, float ?? 0n, [office, drawerOf(record.drawer)], { recordedBy, countedBy: id });
}

function allEntriesOf(record: MoneyRecord): Entry[] {
  switch (record.source) {
    case 'payable':
      return entriesOfPayable(record);
    case 'refund':
      return entriesOfRefund(record);
    case 'forgiving':
      return [
        entryOf(record, 'forgiven', record.amount, { payable: record.payable, student: record.student }),
      ];
    case 'spending':
      return entriesOfSpending(record);
    case 'cash-move':
      return entriesOfCashMove(record);
    case 'close':
      return entriesOfClose(record);
  }
}

/** All that a record says about money as it is now; nothing for one that is gone. */
export const entriesOf = (record: MoneyRecord | undefined): readonly Entry[] =>
  record ? allEntriesOf(record).filter(({ amount }) => amount !== 0n) : [];
