import { chakra, Flex, Grid } from '@chakra-ui/react';
import { useCallback, useEffect, useMemo } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { useFrozen } from '#app/lib/held-values.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { type ListResult, useAllRecords } from '#app/reads/use-records.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import {
  ComputedValues,
  FormSummary,
  LiveRegion,
  PaidInFull,
  paidByInstallments,
  RemainsLine,
  StaleDataNote,
} from '#app/resources/form/form-amounts.tsx';
import type { Values } from '#app/resources/form/form-context.ts';
import { RecordForm, type RecordFormProps } from '#app/resources/form/form-page.tsx';
import { PaidBy } from '#app/resources/form/paid-by.tsx';
import type { Draft, FormDefinition, Rule } from '#contract/define-resource.ts';
import {
  formatDecimal,
  formatMoney,
  type Piastres,
  parseQuantity,
  parseTypedAmount,
  readPiastres,
} from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { payableProblem } from '#contract/rules/payable.ts';
import { payoutPrice, payoutPriceKept, stockProblem } from '#contract/rules/stock.ts';
import { messages } from './texts.en.ts';

const book = resourceOf('book');
const bookPayout = resourceOf('book-payout');

interface Payout {
  readonly stock: bigint | undefined;
  readonly copies: bigint | undefined;
  readonly price: Piastres | undefined;
  readonly due: Piastres | undefined;
  readonly remaining: Piastres | undefined;
}

interface PayoutInputs {
  readonly books: readonly RecordRow[];
  readonly record: RecordRow | undefined;
}

function priceOf(
  book: RecordRow | undefined,
  record: RecordRow | undefined,
  copies: bigint,
): Piastres | undefined {
  const oldCopies = record && parseQuantity(textOf(record.quantity));
  const storedPrice = readPiastres(record?.price);
  if (oldCopies && storedPrice !== undefined) return payoutPriceKept(storedPrice, oldCopies, copies);
  const unitPrice = readPiastres(book?.sell_price);
  return record || unitPrice === undefined ? undefined : payoutPrice(unitPrice, copies);
}

function computePayout({ books, record }: PayoutInputs, draft: Draft): Payout {
  const book = books.find(({ id }) => id === draft.book);
  const inStock = /^-?\d+$/.test(textOf(book?.quantity)) ? BigInt(textOf(book?.quantity)) : undefined;
  const ownCopies = (record && parseQuantity(textOf(record.quantity))) ?? 0n;
  const copies = parseQuantity(textOf(draft.quantity));
  const price = copies === undefined ? undefined : priceOf(book, record, copies);
  const paid = parseTypedAmount(textOf(draft.paid_amount));
  const later = paidByInstallments(bookPayout, record);
  const due = price === undefined || later === undefined ? undefined : price - later;
  return {
    stock: inStock === undefined ? undefined : inStock + ownCopies,
    copies,
    price,
    due,
    remaining: due === undefined || paid === undefined ? undefined : due - paid,
  };
}

/** During the save the stock already excludes this payout, so the values are frozen. */
function usePayout(inputs: PayoutInputs): Payout {
  const frozen = useFrozen(inputs, useFormState().isSubmitting);
  return computePayout(frozen, useWatch<Values>());
}

function payoutFormDefinition(definition: FormDefinition, inputs: PayoutInputs): FormDefinition {
  const withinStock: Rule = (draft) => {
    const { stock, copies } = computePayout(inputs, draft);
    const message = stock === undefined || copies === undefined ? undefined : stockProblem(copies, stock);
    return message === undefined ? undefined : { field: 'quantity', message };
  };
  const withinPrice: Rule = (draft) => {
    const { due, remaining } = computePayout(inputs, draft);
    const message =
      due === undefined || remaining === undefined ? undefined : payableProblem(due - remaining, due);
    if (due === undefined || message === undefined) return undefined;
    return due >= 0n
      ? { field: 'paid_amount', message }
      : { field: 'quantity', message: messages.paidForMore };
  };
  return { ...definition, rules: [...definition.rules, withinStock, withinPrice] };
}

function expectedPayout(inputs: PayoutInputs, body: Draft): Draft | undefined {
  const { price } = computePayout(inputs, body);
  return price === undefined ? undefined : { price: formatDecimal(price) };
}

interface PayoutNoteProps {
  readonly inputs: PayoutInputs;
  readonly list: ListResult;
}

function PayoutNote({ inputs, list }: PayoutNoteProps) {
  const { price, remaining } = usePayout(inputs);
  return (
    <Flex direction="column" gap="2">
      <ComputedValues
        facts={[{ label: appMessages.price, value: price === undefined ? undefined : formatMoney(price) }]}
      />
      <FormSummary>
        <RemainsLine label={messages.remaining} amount={remaining} />
      </FormSummary>
      <PaidInFull name="paid_amount" price={price} />
      <StaleDataNote reading={list} />
    </Flex>
  );
}

function QuantityField({ inputs }: { inputs: PayoutInputs }) {
  const { stock, copies } = usePayout(inputs);
  const { getValues, setValue } = useFormContext<Values>();
  const chosen = textOf(useWatch<Values>({ name: 'book' }));
  // Nearly every payout is one copy. Before a book is chosen, an empty form stays empty.
  useEffect(() => {
    if (chosen !== '' && textOf(getValues('quantity')) === '')
      setValue('quantity', '1', { shouldDirty: true });
  }, [chosen, getValues, setValue]);
  const { errors } = useFormState<Values>({ name: 'quantity' });
  if (stock === undefined) return <FieldInput name="quantity" />;
  const problem = copies === undefined ? undefined : stockProblem(copies, stock);
  const stockMessage = problem ?? messages.inStock({ stock });
  return (
    <div>
      <FieldInput
        name="quantity"
        help={problem ? <chakra.span color="refused.fg">{stockMessage}</chakra.span> : stockMessage}
      />
      {/* The field itself announces a validation error. */}
      <LiveRegion text={errors.quantity ? '' : stockMessage} />
    </div>
  );
}

export function PayoutForm({ resource, record, takenBack }: RecordFormProps) {
  const list = useAllRecords(book, {}, { without: takenBack?.replaces });
  const inputs = useMemo(
    () => ({ books: list.rows.map((listed) => listed.record), record }),
    [list.rows, record],
  );
  const definition = useMemo(() => payoutFormDefinition(resource, inputs), [resource, inputs]);
  const expected = useCallback((body: Draft) => expectedPayout(inputs, body), [inputs]);

  return (
    <RecordForm
      resource={resource}
      record={record}
      takenBack={takenBack}
      facts={definition}
      expect={expected}
    >
      {/* Stock and price of the book stand under the quantity. */}
      <FieldInput name="book" help="" />
      <FieldInput name="student" />
      <Grid gap="5" templateColumns="repeat(auto-fit, minmax(min(100%, 9.25rem), 1fr))">
        <QuantityField inputs={inputs} />
        <FieldInput name="paid_amount" />
      </Grid>
      <PaidBy />
      <PayoutNote inputs={inputs} list={list} />
      <FieldInput name="custom_date" />
      <FieldInput name="notes" />
    </RecordForm>
  );
}
