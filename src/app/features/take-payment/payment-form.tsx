import { Box, Button, chakra, Field, Flex, Grid, Input } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MutationIds } from '#app/drafts/form-draft.ts';
import { dateControl } from '#app/fields/date.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { longTextControl } from '#app/fields/long-text.tsx';
import { referenceControl } from '#app/fields/reference.tsx';
import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { DraftNote } from '#app/resources/form/draft-note.tsx';
import { DuplicateValueWarning } from '#app/resources/form/duplicate-value-warning.tsx';
import { LeaveGuard } from '#app/resources/form/leave-guard.tsx';
import { NextNumber } from '#app/resources/form/next-number.tsx';
import type { DraftControl } from '#app/resources/form/use-stored-draft.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { SaveBar } from '#app/ui/save-bar.tsx';
import { type CollectionResource, collectionFields } from '#contract/collections.ts';
import { joinParts } from '#contract/messages.ts';
import { formatMoney, sum, sumIfKnown, toWesternDigits } from '#contract/money.ts';
import { bookPayout } from '#contract/resources/book-payout.ts';
import { seenLine } from '#contract/typed-text.ts';
import { AddLine } from './add-line.tsx';
import { AmountInput } from './amount-input.tsx';
import { DebtLine } from './debt-line.tsx';
import { NewLineCard } from './new-line-card.tsx';
import { type NewLine, newLine, readLines, withBook } from './new-lines.ts';
import { type PaymentInput, reopenedInput } from './payment-input.ts';
import type { Saved } from './payment-outcome.tsx';
import { layOut, type ReceivedSum } from './received-sum.ts';
import type { NewRecord, Payment } from './submit-payment.ts';
import { messages } from './texts.en.ts';
import type { FamilyDebts } from './use-family-debts.ts';
import { usePaymentDraft } from './use-payment-draft.ts';
import { useSubmitPayment } from './use-submit-payment.ts';

/** Tells whether another book may follow: some books stand on the receipt, and each line of them names its own. */
function takesAnotherBook(lines: readonly NewLine[]): boolean {
  const books = lines.filter(({ resource }) => resource === 'book-payout');
  return books.length > 0 && books.every(({ values }) => (values.book ?? '') !== '');
}

interface AnotherBookProps {
  readonly disabled: boolean;
  /** Whether a book was picked just now: the next one can be typed at once. */
  readonly takesFocus: boolean;
  readonly onPick: (book: RecordRow) => void;
}

/** Renders a search that puts each book it finds onto the receipt, and is empty again (decision 114). */
function AnotherBook({ disabled, takesFocus, onPick }: AnotherBookProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the first book was picked
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('input')?.focus();
  }, []);
  const field = { ...bookPayout.fields.book, label: messages.anotherBook, optional: true };
  return (
    <Box ref={box} mt="3">
      <referenceControl.Input
        name="another_book"
        field={field}
        value=""
        onChange={() => undefined}
        onBlur={() => undefined}
        error={undefined}
        disabled={disabled}
        onChoose={onPick}
      />
    </Box>
  );
}

interface ReceiptInputProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (typed: string) => void;
}

/** Renders the receipt number: typed from the paper, or the next one of this device by one tap (decision 52). */
function ReceiptInput({ value, error, disabled, onChange }: ReceiptInputProps) {
  return (
    <Field.Root invalid={error !== undefined} required disabled={disabled}>
      <Field.Label>{messages.receiptNumber}</Field.Label>
      <Flex gap="2" width="full">
        <Input
          name="receipt_number"
          value={value}
          onChange={(event) => onChange(toWesternDigits(event.target.value))}
          data-digits
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          dir="auto"
        />
        <NextNumber disabled={disabled} onTake={onChange} />
      </Flex>
      <Field.HelperText>
        <FieldError>{error}</FieldError>
      </Field.HelperText>
      <DuplicateValueWarning name="receipt_number" value={value} own={undefined} />
    </Field.Root>
  );
}

const { custom_date, notes } = collectionFields;

type Details = Pick<PaymentInput, 'customDate' | 'notes'>;

/** Returns what is wrong with day and notes: the limits of any installment. */
function detailProblems({ customDate, notes: text }: Details) {
  const problemOf = (field: typeof custom_date | typeof notes, value: string) =>
    field.write.safeParse(value).error?.issues[0]?.message;
  return { customDate: problemOf(custom_date, customDate), notes: problemOf(notes, text) };
}

interface PaperDetailsProps {
  readonly value: Details;
  /** What is wrong, once somebody tried to save. */
  readonly problems: Partial<Record<keyof Details, string | undefined>>;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Details>) => void;
}

/** Renders day and notes of the receipt, folded away: most payments are of today and need no words. */
function PaperDetails({ value, problems, disabled, onChange }: PaperDetailsProps) {
  const [open, setOpen] = useState(false);
  const isUsed = value.customDate !== '' || value.notes !== '';
  return (
    <chakra.details
      open={open || isUsed}
      onToggle={(event: { readonly currentTarget: HTMLDetailsElement }) => setOpen(event.currentTarget.open)}
    >
      <chakra.summary minH="target" display="flex" alignItems="center" color="accent.fg" cursor="pointer">
        {messages.dateAndNotes}
      </chakra.summary>
      <Flex direction="column" gap="4">
        <dateControl.Input
          name="custom_date"
          field={custom_date}
          value={value.customDate}
          onChange={(customDate) => onChange({ customDate })}
          onBlur={() => undefined}
          error={problems.customDate}
          disabled={disabled}
        />
        <longTextControl.Input
          name="notes"
          field={notes}
          value={value.notes}
          onChange={(text) => onChange({ notes: text })}
          onBlur={() => undefined}
          error={problems.notes}
          disabled={disabled}
        />
      </Flex>
    </chakra.details>
  );
}

interface PaymentFormProps {
  readonly family: FamilyDebts;
  /** The student who was chosen. */
  readonly student: string;
  /** Whether the first debt is the one that was opened from. */
  readonly isOpenedFromDebt: boolean;
  readonly reopened: Mutation | undefined;
  /** What is added where nothing is owed. */
  readonly firstLine: CollectionResource | undefined;
  /** The names under which a draft of it may be stored. */
  readonly draftForms: readonly string[];
  readonly onSaved: (saved: Saved) => void;
  /** What stands below the debts. */
  readonly children?: ReactNode;
}

/** A column as a flex box below: a bar sticks within all of it, but only within its own area of a grid. */
const layout = {
  display: { base: 'flex', lg: 'grid' },
  flexDirection: 'column',
  gap: '4',
  templateColumns: 'minmax(0, 22rem) minmax(0, 1fr)',
  templateRows: 'auto 1fr',
  templateAreas: '"sum debts" "save debts"',
} as const;

/** Renders the sum, its spread over the debts, what else stands on the receipt, its number and Save. */
export function PaymentForm({
  family,
  student,
  isOpenedFromDebt,
  reopened,
  firstLine,
  draftForms,
  onSaved,
  children,
}: PaymentFormProps) {
  const chosen = family.students.find(({ id }) => id === student) ?? family.students[0];
  const lineOf = (resource: CollectionResource) => newLine(resource, chosen);
  const [initial] = useState((): PaymentInput => {
    const input = reopenedInput(reopened);
    return firstLine === undefined ? input : { ...input, lines: [lineOf(firstLine)] };
  });
  const [input, setInput] = useState(initial);
  const [tried, setTried] = useState(false);
  const [addedLine, setAddedLine] = useState(firstLine && initial.lines[0]?.key);
  const [pickedBook, setPickedBook] = useState(false);
  const ids = useRef<MutationIds>({ current: newMutationId(), rejected: [] });
  const unsaved = useRef(false);
  const draftControl = useRef<DraftControl>(undefined);
  const { sending, refused, submit, forget } = useSubmitPayment({
    together: family.takesCollections === true || reopened !== undefined,
    ids,
    onRefused: family.refetch,
    onSaved: (saved) => {
      unsaved.current = false;
      draftControl.current?.finish();
      onSaved(saved);
    },
  });
  const draft = usePaymentDraft({
    forms: draftForms,
    title: joinParts(family.students.map(({ name }) => String(name))),
    input,
    initial,
    ids,
    control: draftControl,
    onResume: setInput,
  });
  // While it is sent the debts already contain it: it must not be taken off twice.
  const [debts, setDebts] = useState(family.debts);
  if (!sending && debts !== family.debts) setDebts(family.debts);
  const { received, receipt } = input;
  const lines = readLines(input.lines);
  const paidForNew = sum(lines.map(({ paid }) => paid));
  const laid = layOut(received, debts, paidForNew);
  const ticked = debts.filter(({ key }) => !received.excluded.has(key));
  const owed = sum(ticked.map(({ remaining }) => remaining)) + paidForNew;
  const details = detailProblems(input);
  const changed = input !== initial;
  unsaved.current = changed;
  const amount = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    if (firstLine === undefined) amount.current?.focus({ preventScroll: true });
  }, []);

  const change = (next: Partial<PaymentInput>) => {
    forget();
    setInput((now) => ({ ...now, ...next }));
  };
  const changeReceived = (next: Partial<ReceivedSum>) => change({ received: { ...received, ...next } });
  const changeLines = (next: readonly NewLine[]) => change({ lines: next });

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    flushSync(() => setTried(true));
    const records = lines.flatMap((read): NewRecord[] => (read.body ? [{ read, body: read.body }] : []));
    const isRight = laid.isRight && records.length === lines.length && receipt.trim() !== '';
    if (sending) return;
    if (!isRight || details.customDate !== undefined || details.notes !== undefined) {
      // A focused input stands clear of the save bar.
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      return;
    }
    const payments = debts.flatMap((debt): Payment[] => {
      const part = laid.parts.get(debt.key)?.amount ?? 0n;
      return part > 0n ? [{ debt, amount: part }] : [];
    });
    const paper = {
      receipt_number: seenLine(receipt),
      ...(input.customDate !== '' && { custom_date: input.customDate }),
      ...(input.notes.trim() !== '' && { notes: input.notes }),
    };
    const { current: id, rejected: rejectedIds } = ids.current;
    const opened = sumIfKnown(lines.map(({ price }) => price));
    const remainingAfter =
      opened === undefined ? undefined : sum(debts.map(({ remaining }) => remaining)) + opened - laid.total;
    await submit({
      id,
      paper,
      payer: chosen,
      sendsPayer: family.takesPayer,
      remainingAfter,
      payments,
      records,
      rejectedIds,
      reopened,
    });
  };

  const debtsTitle = isOpenedFromDebt
    ? messages.debtsFirst
    : family.students.length > 1
      ? messages.debtsOfChosen({ name: textOf(chosen?.name) })
      : messages.debts;
  const amountMissing = tried && laid.total === 0n ? messages.amountMissing : undefined;
  return (
    <chakra.form ref={form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <DraftNote draft={draft} disabled={sending} />
      {/* From a tablet in landscape on Save stands under the sum: with the keypad both fit the window, and nothing is covered. */}
      <Grid {...layout}>
        <Flex
          gridArea="sum"
          direction="column"
          gap="4"
          alignSelf={{ lg: 'start' }}
          background="bg.surface"
          borderWidth="1px"
          borderRadius="md"
          padding="4"
        >
          <AmountInput
            inputRef={amount}
            value={received.amount}
            owed={owed}
            error={laid.problem ?? amountMissing}
            disabled={sending}
            onChange={(typed) => changeReceived({ amount: typed })}
          />
          <ReceiptInput
            value={receipt}
            error={tried && receipt.trim() === '' ? messages.receiptMissing : undefined}
            disabled={sending}
            onChange={(typed) => change({ receipt: typed })}
          />
          <PaperDetails value={input} problems={tried ? details : {}} disabled={sending} onChange={change} />
        </Flex>
        <chakra.section gridArea="debts">
          {debts.length > 0 && (
            <chakra.h2 fontWeight="semibold" mb="2">
              {debtsTitle}
            </chakra.h2>
          )}
          <chakra.ul display="flex" flexDirection="column" gap="2" listStyleType="none">
            {debts.map((debt) => (
              <DebtLine
                key={debt.key}
                debt={debt}
                part={laid.parts.get(debt.key)}
                typed={received.typed.get(debt.key)}
                problem={refused?.debts.get(debt.key)}
                disabled={sending}
                onTick={(isTicked) => {
                  const excluded = new Set(received.excluded);
                  if (isTicked) excluded.delete(debt.key);
                  else excluded.add(debt.key);
                  changeReceived({ excluded });
                }}
                onType={(text) => {
                  const typed = new Map(received.typed);
                  if (text === undefined) typed.delete(debt.key);
                  else typed.set(debt.key, text);
                  changeReceived({ typed });
                }}
              />
            ))}
            {lines.map((read) => (
              <NewLineCard
                key={read.line.key}
                read={read}
                problems={refused?.lines.get(read.line.key) ?? (tried ? read.problems : undefined)}
                disabled={sending}
                isNew={read.line.key === addedLine}
                onChange={(line) => {
                  const next = input.lines.map((one) => (one.key === line.key ? line : one));
                  setPickedBook(!takesAnotherBook(input.lines) && takesAnotherBook(next));
                  changeLines(next);
                }}
                onRemove={() => changeLines(input.lines.filter(({ key }) => key !== read.line.key))}
              />
            ))}
          </chakra.ul>
          {family.takesRecords && takesAnotherBook(input.lines) && (
            <AnotherBook
              disabled={sending}
              takesFocus={pickedBook}
              onPick={(book) => changeLines([...input.lines, withBook(lineOf('book-payout'), book)])}
            />
          )}
          {family.takesRecords && (
            <AddLine
              startsOpen={debts.length === 0}
              disabled={sending}
              onAdd={(resource) => {
                const line = lineOf(resource);
                changeLines([...input.lines, line]);
                setAddedLine(line.key);
              }}
            />
          )}
          {children}
        </chakra.section>
        <SaveBar
          gridArea="save"
          alignSelf={{ lg: 'start' }}
          direction="column"
          gap="2"
          background="bg.canvas"
        >
          {refused && <ErrorLine message={refused.text} />}
          <Button
            type="submit"
            loading={sending}
            loadingText={messages.saveNothing}
            width={{ base: 'full', md: 'auto', lg: 'full' }}
            alignSelf={{ md: 'flex-end' }}
            minWidth="40"
          >
            {laid.total > 0n ? messages.save({ amount: formatMoney(laid.total) }) : messages.saveNothing}
          </Button>
        </SaveBar>
      </Grid>
      <LeaveGuard changed={changed} unsaved={unsaved} sending={sending} draft={draftControl} />
    </chakra.form>
  );
}
