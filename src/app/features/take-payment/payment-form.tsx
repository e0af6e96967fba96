import { Button, chakra, Grid } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MutationIds } from '#app/drafts/form-draft.ts';
import { textOf } from '#app/fields/field-control.ts';
import { useFrozen } from '#app/lib/held-values.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { usePricing } from '#app/reads/pricing.ts';
import type { DraftControl } from '#app/resources/form/form-draft.tsx';
import { DraftNote } from '#app/resources/form/form-draft.tsx';
import { LeaveGuard } from '#app/resources/form/leave-guard.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { SaveBar } from '#app/ui/save-bar.tsx';
import type { CollectionResource } from '#contract/collections.ts';
import { joinParts } from '#contract/messages.ts';
import {
  formatDecimal,
  formatGrouped,
  formatMoney,
  parseTypedAmount,
  readPiastres,
  sum,
  sumIfKnown,
} from '#contract/money.ts';
import { isAboveLimit } from '#contract/rules/discounts.ts';
import { DebtLine } from './debt-line.tsx';
import { AddLine, AnotherBook, NewLineCard, takesAnotherBook } from './new-line-cards.tsx';
import { type NewLine, newLine, readLines, withBook } from './new-lines.ts';
import { FamilyCredit, PaidWith } from './paid-with.tsx';
import { type PaymentInput, paperOf, reopenedInput, usePaymentDraft } from './payment-input.ts';
import { detailProblems, ReceiptFields } from './receipt-fields.tsx';
import { creditUsed, layOut, tickDebt, typePart } from './received-sum.ts';
import { type NewRecord, type Payment, type Saved, useSubmitPayment } from './submit-payment.ts';
import { isRight, readTenders, tendersBody, toTenderInput } from './tenders.ts';
import { messages } from './texts.en.ts';
import type { FamilyDebts } from './use-family-debts.ts';

interface PaymentFormProps {
  readonly family: FamilyDebts;
  readonly student: string;
  /** True if the page was opened from a debt, which then stands first. */
  readonly isOpenedFromDebt: boolean;
  readonly reopened: Mutation | undefined;
  readonly firstLine: CollectionResource | undefined;
  readonly draftForms: readonly string[];
  readonly onSending: (isSending: boolean) => void;
  readonly onSaved: (saved: Saved) => void;
  readonly children?: ReactNode;
}

/** A flex box on small screens: a bar sticks within all of it, but only within its own area of a grid. */
const layout = {
  display: { base: 'flex', lg: 'grid' },
  flexDirection: 'column',
  gap: '4',
  templateColumns: 'minmax(0, 22rem) minmax(0, 1fr)',
  templateRows: 'auto 1fr',
  templateAreas: '"sum debts" "save debts"',
} as const;

export function PaymentForm({
  family,
  student,
  isOpenedFromDebt,
  reopened,
  firstLine,
  draftForms,
  onSending,
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
    onSending,
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
  const debts = useFrozen(family.debts, sending);
  const { received, receipt } = input;
  const lines = readLines(input.lines);
  const { known } = usePaymentMethods();
  const pricing = usePricing();
  const paidForNew = sum(lines.map(({ paid }) => paid));
  const kept = useFrozen(family.credit, sending);
  const wanted = readPiastres(input.credit) ?? 0n;
  const most = kept !== undefined && kept < wanted ? kept : wanted;
  const credit = creditUsed(received, { debts, others: paidForNew, most });
  const laid = layOut(received, debts, paidForNew, credit);
  const rest = laid.total - credit;
  const tenders = credit > 0n && rest === 0n ? [] : readTenders(input.tenders, rest, known);
  const ticked = debts.filter(({ key }) => !received.excluded.has(key));
  const open = sum(ticked.map(({ remaining }) => remaining)) + paidForNew;
  const owed = open > most ? open - most : 0n;
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
  /** After "All of it" the amount received falls to what credit leaves open. */
  const takeCredit = () => {
    const use = kept ?? 0n;
    const typed = parseTypedAmount(received.amount) ?? 0n;
    const left = open > use ? formatGrouped(open - use) : '';
    change({
      credit: formatDecimal(use),
      received: { ...received, amount: typed < open ? received.amount : left },
    });
  };
  const changeLines = (next: readonly NewLine[]) => change({ lines: next });

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    flushSync(() => setTried(true));
    const records = lines.flatMap((read): NewRecord[] => (read.body ? [{ read, body: read.body }] : []));
    const { customDate, notes } = detailProblems(input);
    const isPaperRight = receipt.trim() !== '' && customDate === undefined && notes === undefined;
    if (sending) return;
    if (!laid.isRight || records.length < lines.length || !isPaperRight || !isRight(tenders)) {
      // A focused input stands clear of the save bar.
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
      return;
    }
    const payments = debts.flatMap((debt): Payment[] => {
      const part = laid.parts.get(debt.key)?.amount ?? 0n;
      return part > 0n ? [{ debt, amount: part }] : [];
    });
    const { current: id, rejected: rejectedIds } = ids.current;
    const opened = sumIfKnown(lines.map(({ price }) => price));
    const remainingAfter =
      opened === undefined ? undefined : sum(debts.map(({ remaining }) => remaining)) + opened - laid.total;
    await submit({
      id,
      paper: { ...paperOf(input), ...tendersBody(tenders, credit) },
      payer: chosen,
      sendsPayer: family.takesPayer,
      remainingAfter,
      payments,
      records,
      rejectedIds,
      needs: records.some(({ read, body }) => isAboveLimit(pricing, read.line.resource, body))
        ? 'discounts.any'
        : undefined,
      reopened,
    });
  };

  const debtsTitle = isOpenedFromDebt
    ? messages.debtsFirst
    : family.students.length > 1
      ? messages.debtsOfChosen({ name: textOf(chosen?.name) })
      : messages.debts;
  return (
    <chakra.form ref={form} noValidate onSubmit={(event) => void onSubmit(event)}>
      <DraftNote draft={draft} disabled={sending} />
      {/* From a tablet in landscape on Save stands under the sum: with the keypad both fit the window, and nothing is covered. */}
      <Grid {...layout}>
        <ReceiptFields
          input={input}
          amountRef={amount}
          owed={owed}
          problem={laid.problem ?? (tried && laid.total === 0n ? messages.amountMissing : undefined)}
          tried={tried}
          disabled={sending}
          onChange={change}
          credit={
            <FamilyCredit
              kept={kept ?? 0n}
              used={input.credit === undefined ? undefined : credit}
              disabled={sending}
              onUse={takeCredit}
              onLeave={() => change({ credit: undefined })}
            />
          }
        >
          <PaidWith
            tenders={tenders}
            takesParts={family.takesCollections === true}
            tried={tried}
            disabled={sending}
            onChange={(next) => change({ tenders: next.map(toTenderInput) })}
          />
        </ReceiptFields>
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
                onTick={(isTicked) => change({ received: tickDebt(received, debt.key, isTicked) })}
                onType={(text) => change({ received: typePart(received, debt.key, text) })}
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
