import { type RefObject, useState } from 'react';
import type { MutationIds } from '#app/drafts/form-draft.ts';
import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { FAMILY_REMAINING, PAYER, pickedName } from '#app/outbox/model/lines.ts';
import type { Mutation, MutationOutcome } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import type { CollectionResource } from '#contract/collections.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { formatDecimal, type Piastres, sum } from '#contract/money.ts';
import type { Permission } from '#contract/permissions.ts';
import { COLLECTION } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { ReadLine } from './new-lines.ts';
import { messages } from './texts.en.ts';
import type { FamilyDebt } from './use-family-debts.ts';

/** Part of a debt, in piastres. */
export interface Payment {
  readonly debt: FamilyDebt;
  readonly amount: Piastres;
}

/** The body lacks number, day and notes of the receipt. */
export interface NewRecord {
  readonly read: ReadLine;
  readonly body: Draft;
}

export interface Received {
  /** Key of the whole payment, made when the form opened. */
  readonly id: string;
  /** The student who pays, whose receipt it is (decision 142). */
  readonly payer: RecordRow | undefined;
  readonly sendsPayer: boolean;
  /** Debt of the family afterwards, in piastres; undefined if a price is unknown here. */
  readonly remainingAfter: Piastres | undefined;
  readonly paper: Draft;
  readonly payments: readonly Payment[];
  readonly records: readonly NewRecord[];
  readonly rejectedIds: readonly string[];
  readonly needs: Permission | undefined;
  /** What the payer gets back in cash, in piastres. */
  readonly change: Piastres;
  readonly prints: boolean;
  readonly reopened?: Mutation | undefined;
}

/** Values that the server will compute, shown until it answers. */
function expectedOf({ line, price }: ReadLine): Draft | undefined {
  return line.resource === 'book-payout' && price !== undefined ? { price: formatDecimal(price) } : undefined;
}

/** One entry for all lines, accepted wholly or not at all (decisions 53 and 104). */
function saveTogether(received: Received): Promise<MutationOutcome> {
  const { id, paper, payer, payments, records, rejectedIds, remainingAfter, reopened } = received;
  const picked = records.flatMap(({ read: { line } }, index) =>
    Object.entries(line.picked).map(([field, record]) => [pickedName(index, field), record] as const),
  );
  const debts = payments.map(({ debt }, index) => [pickedName(records.length + index), debt.record] as const);
  const expected: [string, Draft | string][] = records.flatMap(({ read }, index) => {
    const values = expectedOf(read);
    return values ? [[pickedName(index), values]] : [];
  });
  if (remainingAfter !== undefined) expected.push([FAMILY_REMAINING, formatDecimal(remainingAfter)]);
  return save({
    id,
    resource: COLLECTION,
    kind: 'create',
    body: {
      ...paper,
      ...(payer && received.sendsPayer && { payer: payer.id }),
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
    ...(expected.length > 0 && { expected: Object.fromEntries(expected) }),
    rejectedIds,
    needs: received.needs,
    ...(reopened?.replaces !== undefined && { replaces: reopened.replaces }),
  });
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
    const own = 'receipt_number' in resource.fields ? { receipt_number } : {};
    const mutation = {
      resource: name,
      body: { ...body, ...dated, ...own },
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

/** One outcome for the whole, or one for each installment on a server without collections. */
export type Saved =
  | {
      readonly kind: 'saved' | 'queued';
      readonly receipt: string;
      readonly total: Piastres;
      readonly note: string | undefined;
      /** Of the collection. */
      readonly id: string | undefined;
      readonly payer: string;
      /** Debt of the family afterwards, in piastres; undefined if a price is unknown here. */
      readonly remaining: Piastres | undefined;
      /** What the payer gets back in cash, in piastres. */
      readonly change: Piastres;
      /** Its receipt is printed at once. */
      readonly prints: boolean;
      /** Wall clock in milliseconds. */
      readonly at: number;
    }
  | { readonly kind: 'one-by-one'; readonly receipt: string; readonly sent: readonly SentPayment[] };

interface Refused {
  readonly text: string;
  readonly debts: ReadonlyMap<string, string>;
  /** By the key of the new line, then by field. */
  readonly lines: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

function refusedOf({ payments, records }: Received, problems: readonly FieldProblem[], said = ''): Refused {
  const debts = new Map<string, string>();
  const lines = new Map<string, Map<string, string>>();
  const others: string[] = [];
  for (const { field, message } of problems) {
    const [, list, place, name = ''] = /^(payments|records)\.(\d+)\.(.+)$/.exec(field) ?? [];
    const debt = list === 'payments' ? payments[Number(place)]?.debt.key : undefined;
    const line = list === 'records' ? records[Number(place)]?.read.line.key : undefined;
    if (debt !== undefined) debts.set(debt, message);
    else if (line !== undefined) lines.set(line, new Map([...(lines.get(line) ?? []), [name, message]]));
    else others.push(message);
  }
  const isMarked = debts.size > 0 || lines.size > 0;
  return { text: others[0] ?? (isMarked || said === '' ? messages.someWrong : said), debts, lines };
}

interface SubmitOptions {
  /** True if all lines are one write; otherwise they are sent one after the other. */
  readonly together: boolean;
  readonly ids: RefObject<MutationIds>;
  readonly onSending: (id: string, busy: boolean) => void;
  readonly onSaved: (saved: Saved) => void;
  readonly onRefused: () => void;
}

export function useSubmitPayment({ together, ids, onSending, onSaved, onRefused }: SubmitOptions) {
  const [sending, setSending] = useState(false);
  const [refused, setRefused] = useState<Refused>();

  const show = async (outcome: MutationOutcome, received: Received) => {
    const { payments, records, paper } = received;
    if (outcome.outcome === 'saved' || outcome.outcome === 'queued') {
      const { note } = outcome.outcome === 'saved' ? outcome : {};
      const id = outcome.outcome === 'saved' ? outcome.record?.id : outcome.recordId;
      const total = sum([...payments.map(({ amount }) => amount), ...records.map(({ read }) => read.paid)]);
      return onSaved({
        kind: outcome.outcome,
        receipt: String(paper.receipt_number),
        total,
        note,
        id,
        payer: textOf(received.payer?.name),
        remaining: received.remainingAfter,
        change: received.change,
        prints: received.prints,
        at: Date.now(),
      });
    }
    const text = outcome.outcome === 'rejected' ? outcome.detail : outcome.message;
    setRefused(refusedOf(received, outcome.outcome === 'rejected' ? outcome.fields : [], text));
    if (outcome.outcome === 'rejected') {
      const { current, rejected } = ids.current;
      ids.current = { current: newMutationId(), rejected: [...rejected, current] };
      await outcome.confirmShown();
    }
    onRefused();
  };

  const submit = async (received: Received) => {
    setSending(true);
    onSending(received.id, true);
    setRefused(undefined);
    try {
      if (together) await show(await saveTogether(received), received);
      else {
        const sent = await saveOneByOne(received);
        onSaved({ kind: 'one-by-one', receipt: String(received.paper.receipt_number), sent });
      }
    } finally {
      setSending(false);
      onSending(received.id, false);
    }
  };
  return { sending, refused, submit, forget: () => setRefused(undefined) };
}
