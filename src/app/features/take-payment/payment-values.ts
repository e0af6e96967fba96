import { type RefObject, useEffect } from 'react';
import { z } from 'zod';
import type { MutationIds } from '#app/drafts/form-draft.ts';
import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { linesOf } from '#app/outbox/model/entry.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { pickedName } from '#app/outbox/model/lines.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { type DraftControl, type DraftState, useStoredDraft } from '#app/resources/form/form-draft.tsx';
import { collectionResources } from '#contract/collections.ts';
import type { Draft } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, readPiastres, sumIfKnown } from '#contract/money.ts';
import { CREDIT } from '#contract/payment-methods.ts';
import { seenLine } from '#contract/typed-text.ts';
import { lineForm, type NewLine } from './new-lines.ts';
import { emptyReceivedSum, type ReceivedSum } from './received-sum.ts';
import { inCash, type TenderInput } from './tenders.ts';

export interface PaymentInput {
  readonly received: ReceivedSum;
  readonly receipt: string;
  /** yyyy-MM-dd, or as typed; '' is today. */
  readonly customDate: string;
  readonly notes: string;
  readonly lines: readonly NewLine[];
  /** One, or the parts in which it is paid. */
  readonly tenders: readonly TenderInput[];
  /** The most that credit may pay, decimal text; undefined if it is not used. */
  readonly credit?: string | undefined;
}

export const emptyInput: PaymentInput = {
  received: emptyReceivedSum,
  receipt: '',
  customDate: '',
  notes: '',
  lines: [],
  tenders: [inCash],
};

export const paperOf = ({ receipt, customDate, notes }: PaymentInput): Draft => ({
  receipt_number: seenLine(receipt),
  ...(customDate !== '' && { custom_date: customDate }),
  ...(notes.trim() !== '' && { notes }),
});

const isPayable = (name: string): name is NewLine['resource'] =>
  collectionResources.some((one) => one === name);

function pickedFor({ referenced = {} }: Mutation, resource: NewLine['resource'], index: number) {
  const fields = Object.keys(lineForm(resource).fields);
  return Object.fromEntries(
    fields.flatMap((field): [string, RecordRow][] => {
      const record = referenced[pickedName(index, field)];
      return record ? [[field, record]] : [];
    }),
  );
}

const writtenTender = z.object({
  payment_method: z.string(),
  payment_reference: z.string().nullish(),
  amount: z.string().optional(),
});

/** @param total piastres; undefined if an amount cannot be read */
function reopenedTenders(body: Draft, total: Piastres | undefined): Pick<PaymentInput, 'tenders' | 'credit'> {
  const written = writtenTender.array().safeParse(body.tenders ?? [body]).data ?? [];
  const credit = written.find(({ payment_method }) => payment_method === CREDIT);
  const tenders = written
    .filter((one) => one !== credit)
    .map(({ payment_method, payment_reference, amount }) => ({
      method: payment_method,
      reference: payment_reference ?? '',
      amount: amount ?? '',
    }));
  return {
    tenders: tenders.length > 0 ? tenders : [inCash],
    ...(credit && { credit: credit.amount ?? (total === undefined ? '' : formatDecimal(total)) }),
  };
}

export function reopenedInput(reopened: Mutation | undefined): PaymentInput {
  if (!reopened) return emptyInput;
  const lines = linesOf({ operation: reopened, body: reopened.body });
  const total = sumIfKnown(lines.map(({ body }) => readPiastres(body.paid_amount)));
  const typed = new Map<string, string>();
  const made: NewLine[] = [];
  for (const [index, { resource, body }] of lines.entries()) {
    if (body.is_installment === true)
      typed.set(`${resource} ${textOf(body.related_record)}`, textOf(body.paid_amount));
    else if (isPayable(resource)) {
      const values = Object.keys(lineForm(resource).fields).flatMap((field) =>
        body[field] === undefined ? [] : [[field, textOf(body[field])]],
      );
      made.push({
        key: newMutationId(),
        resource,
        values: Object.fromEntries(values),
        picked: pickedFor(reopened, resource, index),
      });
    }
  }
  const { receipt_number, custom_date, notes } = reopened.body;
  const how = reopenedTenders(reopened.body, total);
  const received = total === undefined ? undefined : total - (readPiastres(how.credit) ?? 0n);
  return {
    received: { ...emptyReceivedSum, amount: received ? formatDecimal(received) : '', typed },
    receipt: textOf(receipt_number),
    customDate: textOf(custom_date),
    notes: textOf(notes),
    lines: made,
    ...how,
  };
}

const record = z.looseObject({ id: z.string() });
const storedInput = z.object({
  amount: z.string(),
  excluded: z.array(z.string()),
  typed: z.array(z.tuple([z.string(), z.string()])),
  receipt: z.string(),
  customDate: z.string(),
  notes: z.string(),
  lines: z.array(
    z.object({
      key: z.string(),
      resource: z.enum(collectionResources),
      values: z.record(z.string(), z.string()),
      picked: z.record(z.string(), record),
    }),
  ),
  tenders: z
    .array(z.object({ method: z.string(), reference: z.string(), amount: z.string() }))
    .min(1)
    .catch([inCash]),
  credit: z.string().optional().catch(undefined),
});

export function storeInput({ received, ...rest }: PaymentInput): string {
  const { amount, excluded, typed } = received;
  return JSON.stringify({ ...rest, amount, excluded: [...excluded], typed: [...typed] });
}

export function readInput(text: string): PaymentInput | undefined {
  try {
    const parsed = storedInput.safeParse(JSON.parse(text)).data;
    if (!parsed) return undefined;
    const { amount, excluded, typed, ...rest } = parsed;
    return { ...rest, received: { amount, excluded: new Set(excluded), typed: new Map(typed) } };
  } catch {
    return undefined;
  }
}

interface PaymentDraftOptions {
  /** Name of the form in the stored draft. */
  readonly form: string;
  readonly title: string;
  readonly input: PaymentInput;
  readonly initial: PaymentInput;
  readonly ids: RefObject<MutationIds>;
  readonly control: RefObject<DraftControl | undefined>;
  readonly onResume: (input: PaymentInput) => void;
}

/** Keeps the typed payment on the device, and offers the one that was not saved before (fault 65). */
export function usePaymentDraft(options: PaymentDraftOptions): DraftState {
  const { form, title, input, initial, ids, control, onResume } = options;
  const { writer, ...draft } = useStoredDraft({
    ids,
    control,
    name: () => form,
    content: () =>
      input === initial || input === emptyInput
        ? undefined
        : { form, title, values: { input: storeInput(input) }, referenced: {} },
    isReadable: ({ values }) => readInput(values.input ?? '') !== undefined,
    onResume: ({ values }) => {
      const typed = readInput(values.input ?? '');
      if (typed) onResume(typed);
    },
    onStartAnew: () => onResume(initial),
  });
  const isTyped = input !== initial;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs with each change of the input
  useEffect(() => {
    if (isTyped) writer.changed();
  }, [input, isTyped, writer]);
  return draft;
}
