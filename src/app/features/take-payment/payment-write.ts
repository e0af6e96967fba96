import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';

import type { Mutation, MutationOutcome } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import type { Subject } from '#app/printing/receipt/use-receipt.ts';
import type { OwnWrite } from '#app/resources/form/form-context.ts';
import { partPrefix } from '#app/resources/form/form-part.tsx';
import type { SavedForm } from '#app/resources/form/saving.ts';
import { type CollectionResource, collectionFields } from '#contract/collections.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, readPiastres, sum, sumIfKnown } from '#contract/money.ts';
import type { Permission } from '#contract/permissions.ts';
import { COLLECTION } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { type DiscountLimit, isAboveLimit } from '#contract/rules/discounts.ts';
import { FAMILY_REMAINING, PAYER, pickedName } from '#contract/writes/lines.ts';
import { changeOf } from './change.tsx';
import { isSale, lineForm, type ReadLine } from './new-lines.ts';
import { HANDED_OVER, linePart, shareName } from './payment-values.ts';
import { type PaymentSources, readPayment } from './read-payment.ts';
import { usesCreditOfOthers } from './received-sum.ts';
import { tendersBody } from './tenders.ts';
import { messages } from './texts.en.ts';
import type { FamilyDebt } from './use-family-debts.ts';

interface Payment {
  readonly debt: FamilyDebt;
  readonly amount: Piastres;
}

interface NewRecord {
  readonly read: ReadLine;
  readonly body: Draft;
}

interface Received {
  /** The student who pays, whose receipt it is (decision 142). */
  readonly payer: RecordRow | undefined;
  /** Debt of the family afterwards, in piastres; undefined if a price is unknown here. */
  readonly remainingAfter: Piastres | undefined;
  readonly paper: Draft;
  readonly payments: readonly Payment[];
  readonly records: readonly NewRecord[];
  readonly total: Piastres;
  readonly change: Piastres;
}

function expectedOf({ line, price }: ReadLine): Draft | undefined {
  return isSale(line.resource) && price !== undefined ? { price: formatDecimal(price) } : undefined;
}

type Written = Omit<Mutation, 'id' | 'kind' | 'rejectedIds'>;

/** One entry for all lines, accepted wholly or not at all (decisions 53 and 104). */
function together(
  { paper, payer, payments, records, remainingAfter }: Received,
  sendsPayer: boolean,
): Written {
  const picked = records.flatMap(({ read: { line } }, index) =>
    Object.entries(line.picked).map(([field, record]) => [pickedName(index, field), record] as const),
  );
  const debts = payments.map(({ debt }, index) => [pickedName(records.length + index), debt.record] as const);
  const expected: [string, Draft | string][] = records.flatMap(({ read }, index) => {
    const values = expectedOf(read);
    return values ? [[pickedName(index), values]] : [];
  });
  if (remainingAfter !== undefined) expected.push([FAMILY_REMAINING, formatDecimal(remainingAfter)]);
  return {
    resource: COLLECTION,
    body: {
      ...paper,
      ...(payer && sendsPayer && { payer: payer.id }),
      payments: payments.map(({ debt, amount }) => ({
        resource: debt.name,
        related_record: debt.record.id,
        paid_amount: formatDecimal(amount),
      })),
      ...(records.length > 0 && {
        records: records.map(({ read, body }) => ({ resource: read.line.resource, ...body })),
      }),
    },
    referenced: Object.fromEntries<RecordRow>([
      ...(payer ? [[PAYER, payer] as const] : []),
      ...picked,
      ...debts,
    ]),
    expected: expected.length > 0 ? Object.fromEntries(expected) : undefined,
  };
}

export interface SentPayment {
  readonly key: string;
  readonly name: CollectionResource;
  readonly resource: Resource;
  readonly record: Draft;
  readonly amount: Piastres;
  readonly outcome: MutationOutcome;
}

type Single = Omit<SentPayment, 'outcome'> & { readonly mutation: Omit<Mutation, 'id' | 'kind'> };

function singlesOf({ paper, payments, records }: Received): Single[] {
  const paid = payments.map(({ debt, amount }): Single => {
    const { key, name, resource, record } = debt;
    const body = {
      ...paper,
      is_installment: true,
      related_record: record.id,
      paid_amount: formatDecimal(amount),
    };
    const mutation = { resource: name, body, referenced: { related_record: record } };
    return { key, name, resource, record, amount, mutation };
  });
  const made = records.map(({ read, body }): Single => {
    const { key, resource: name, picked } = read.line;
    const { receipt_number, ...dated } = paper;
    const resource = resourceOf(name);
    const receiptField = 'receipt_number' in resource.fields ? { receipt_number } : {};
    const mutation = {
      resource: name,
      body: { ...body, ...dated, ...receiptField },
      referenced: picked,
      expected: expectedOf(read),
    };
    return { key, name, resource, record: { student_data: picked.student }, amount: read.paid, mutation };
  });
  return [...paid, ...made];
}

/** For a server without collections. A refusal does not stop the other payments; a device that cannot store does. */
async function saveOneByOne(received: Received): Promise<readonly SentPayment[]> {
  const sent: SentPayment[] = [];
  for (const { mutation, ...single } of singlesOf(received)) {
    const outcome = await save({ ...mutation, id: newMutationId(), kind: 'create' });
    if (outcome.outcome === 'rejected') await outcome.confirmShown();
    sent.push({ ...single, outcome });
    if (outcome.outcome === 'not-stored') break;
  }
  return sent;
}

export type Saved =
  | (Pick<Received, 'remainingAfter' | 'total' | 'change'> & {
      readonly kind: 'saved' | 'queued';
      readonly receipt: string;
      readonly note: string | undefined;
      readonly subject: Subject | undefined;
      readonly payer: string;
      readonly prints: boolean;
      /** Wall clock in milliseconds. */
      readonly at: number;
    })
  | { readonly kind: 'one-by-one'; readonly receipt: string; readonly sent: readonly SentPayment[] };

interface PaymentNow extends PaymentSources {
  readonly students: readonly RecordRow[];
  readonly payer: RecordRow | undefined;
  readonly sendsPayer: boolean;
  readonly together: boolean;
  readonly pricing: DiscountLimit;
  readonly onRefused: () => void;
  /** @param id key of the payment's entry */
  readonly onSending: (id: string, busy: boolean) => void;
}

function neededFor(
  { payments, records }: Received,
  { pricing, students }: PaymentNow,
  credit: Piastres,
): Permission | undefined {
  if (records.some(({ read, body }) => isAboveLimit(pricing, read.line.resource, body)))
    return 'discounts.any';
  const paid = [
    ...payments.map(({ debt, amount }) => ({ student: debt.student, amount })),
    ...records.map(({ read, body }) => ({ student: textOf(body.student), amount: read.paid })),
  ];
  const creditOf = (id: string) => readPiastres(students.find((student) => student.id === id)?.credit) ?? 0n;
  return usesCreditOfOthers({ payments: paid, credit, creditOf }) ? 'refunds.any' : undefined;
}

export interface LastSent {
  received?: Received;
  singles?: readonly SentPayment[];
}

/** @throws {Error} before a payment was sent */
function receivedLast({ received }: LastSent): Received {
  if (!received) throw new Error('No payment was sent.');
  return received;
}

export function savedAs(last: LastSent, { record, pending, note, goesOn }: SavedForm): Saved {
  const { paper, payer, remainingAfter, total, change } = receivedLast(last);
  const receipt = textOf(paper.receipt_number);
  if (last.singles) return { kind: 'one-by-one', receipt, sent: last.singles };
  return {
    kind: pending ? 'queued' : 'saved',
    receipt,
    note,
    subject: record.id ? { resource: COLLECTION, id: record.id } : undefined,
    payer: textOf(payer?.name),
    prints: goesOn,
    at: Date.now(),
    remainingAfter,
    total,
    change,
  };
}

function fieldOfLine({ payments, records }: Received, list: string, place: number, name: string) {
  if (list === 'payments') {
    const debt = payments[place]?.debt;
    return debt && shareName(debt.key);
  }
  const line = records[place]?.read.line;
  return line && name in lineForm(line.resource).fields ? partPrefix(linePart(line.key)) + name : undefined;
}

interface PaymentNames {
  readonly name: string;
  readonly title: string;
}

export function paymentWrite(names: PaymentNames, now: () => PaymentNow, last: LastSent): OwnWrite {
  return {
    ...names,
    toMutation: (paper, { values, chosen }) => {
      const sources = now();
      const { debts } = sources;
      const { laid, lines, tenders, credit = 0n, inCashAlone } = readPayment(values, chosen, sources);
      const opened = sumIfKnown(lines.map(({ price }) => price));
      const sent: Received = {
        payer: sources.payer,
        remainingAfter:
          opened === undefined
            ? undefined
            : sum(debts.map(({ remaining }) => remaining)) + opened - laid.total,
        paper: { ...paper, ...tendersBody(tenders, credit) },
        payments: debts.flatMap((debt): Payment[] => {
          const amount = laid.parts.get(debt.key)?.amount ?? 0n;
          return amount > 0n ? [{ debt, amount }] : [];
        }),
        records: lines.flatMap((read): NewRecord[] => (read.body ? [{ read, body: read.body }] : [])),
        total: laid.total,
        change: inCashAlone ? changeOf(textOf(values[HANDED_OVER]), laid.total) : 0n,
      };
      last.received = sent;
      return { ...together(sent, sources.sendsPayer), needs: neededFor(sent, sources, credit) };
    },
    save: async (mutation) => {
      const { together: isOne, onSending } = now();
      onSending(mutation.id, true);
      try {
        if (isOne) return await save(mutation);
        last.singles = await saveOneByOne(receivedLast(last));
        return { outcome: 'saved' };
      } finally {
        onSending(mutation.id, false);
      }
    },
    fieldOf: (refused) => {
      if (refused in collectionFields) return refused;
      const [, list = '', place, name = ''] = /^(payments|records)\.(\d+)\.(.+)$/.exec(refused) ?? [];
      return last.received && fieldOfLine(last.received, list, Number(place), name);
    },
    onRefused: () => now().onRefused(),
    savedText: messages.savedTitle,
    hasOwnOutcome: true,
  };
}
