import { Button, type ButtonProps, chakra, Flex, Grid } from '@chakra-ui/react';
import Printer from 'lucide-react/icons/printer';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { MutationIds } from '#app/drafts/form-draft.ts';
import { textOf } from '#app/fields/field-control.ts';
import { useFrozen } from '#app/lib/held-values.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
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
import { CASH } from '#contract/payment-methods.ts';
import type { Permission } from '#contract/permissions.ts';
import { isAboveLimit } from '#contract/rules/discounts.ts';
import { Change, changeOf } from './change.tsx';
import { DebtLine } from './debt-line.tsx';
import { AddLine, AnotherBook, NewLineCard, takesAnotherBook } from './new-line-cards.tsx';
import { type NewLine, newLine, readLines, withBook } from './new-lines.ts';
import { FamilyCredit, InParts, PaidWith } from './paid-with.tsx';
import { type PaymentInput, paperOf, reopenedInput, usePaymentDraft } from './payment-input.ts';
import { printedLast, rememberPrinting } from './prints-at-once.ts';
import { detailProblems, ReceiptFields } from './receipt-fields.tsx';
import { creditUsed, layOut, tickDebt, typePart, usesCreditOfOthers } from './received-sum.ts';
import { type NewRecord, type Payment, type Saved, useSubmitPayment } from './submit-payment.ts';
import { isRight, readTenders, type TenderInput, tendersBody, toTenderInput } from './tenders.ts';
import { messages } from './texts.en.ts';
import type { FamilyDebts } from './use-family-debts.ts';

interface PaymentFormProps {
  readonly family: FamilyDebts;
  readonly student: string;
  /** True if the page was opened from a debt, which then stands first. */
  readonly isOpenedFromDebt: boolean;
  readonly reopened: Mutation | undefined;
  readonly firstLine: CollectionResource | undefined;
  readonly draftForm: string;
  /** True while this device counts the payment of the form as made. */
  readonly isCounted: boolean;
  /** @param id key of the payment's entry */
  readonly onSending: (id: string, busy: boolean) => void;
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
  draftForm,
  isCounted,
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
  /** As typed; undefined while nobody asked for the change. */
  const [given, setGiven] = useState<string>();
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
    form: draftForm,
    title: joinParts(family.students.map(({ name }) => String(name))),
    input,
    initial,
    ids,
    control: draftControl,
    onResume: setInput,
  });
  const debts = useFrozen(family.debts, isCounted);
  const { received, receipt } = input;
  const lines = readLines(input.lines);
  const { known } = usePaymentMethods();
  const pricing = usePricing();
  const paidForNew = sum(lines.map(({ paid }) => paid));
  const kept = useFrozen(family.credit, isCounted);
  const wanted = readPiastres(input.credit) ?? 0n;
  const most = kept !== undefined && kept < wanted ? kept : wanted;
  const credit = creditUsed(received, { debts, others: paidForNew, most });
  const laid = layOut(received, debts, paidForNew, credit);
  const rest = laid.total - credit;
  const tenders = credit > 0n && rest === 0n ? [] : readTenders(input.tenders, rest, known);
  const [tender] = tenders;
  const inCashAlone = credit === 0n && tenders.length === 1 && tender?.method === CASH;
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
  const takesCollections = family.takesCollections === true;
  const paidWith = {
    tenders,
    takesParts: takesCollections,
    disabled: sending,
    onChange: (next: readonly TenderInput[]) => change({ tenders: next.map(toTenderInput) }),
  };
  const giveBack = () => {
    setGiven(received.amount);
    change({ received: { ...received, amount: formatGrouped(owed) } });
  };
  const changeLines = (next: readonly NewLine[]) => change({ lines: next });

  const total = laid.total > 0n ? formatMoney(laid.total) : '';
  const [printed] = useState(printedLast);
  // Else no button would be the form's own where a server without collections prints none.
  const printsFirst = takesCollections && printed;
  const [pressed, setPressed] = useState(false);
  const needsFor = (payments: readonly Payment[], records: readonly NewRecord[]): Permission | undefined => {
    if (records.some(({ read, body }) => isAboveLimit(pricing, read.line.resource, body)))
      return 'discounts.any';
    const paid = [
      ...payments.map(({ debt, amount }) => ({ student: debt.student, amount })),
      ...records.map(({ read, body }) => ({ student: textOf(body.student), amount: read.paid })),
    ];
    const creditOf = (id: string) =>
      readPiastres(family.students.find((student) => student.id === id)?.credit) ?? 0n;
    return usesCreditOfOthers({ payments: paid, credit, creditOf }) ? 'refunds.any' : undefined;
  };
  const onSubmit = async (prints: boolean) => {
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
    setPressed(prints);
    if (takesCollections) rememberPrinting(prints);
    await submit({
      id,
      paper: { ...paperOf(input), ...tendersBody(tenders, credit) },
      payer: chosen,
      sendsPayer: family.takesPayer,
      remainingAfter,
      payments,
      records,
      rejectedIds,
      change: inCashAlone ? changeOf(given, laid.total) : 0n,
      prints,
      needs: needsFor(payments, records),
      reopened,
    });
  };

  const onEnter = (event: FormEvent) => {
    event.preventDefault();
    void onSubmit(printsFirst);
  };

  /** What the last payment of this device did is the main button, also for Enter. */
  const buttonOf = (prints: boolean): ButtonProps => ({
    ...(prints === printsFirst
      ? { type: 'submit' }
      : { type: 'button', variant: 'outline', onClick: () => void onSubmit(prints) }),
    loading: sending && prints === pressed,
    disabled: sending,
    loadingText: messages.saveNothing,
    flex: prints === printsFirst ? { base: '1 0 auto', md: '0 0 auto', lg: '1 0 auto' } : '0 0 auto',
    paddingInline: '3',
  });
  const debtsTitle = isOpenedFromDebt
    ? messages.debtsFirst
    : family.students.length > 1
      ? messages.debtsOfChosen({ name: textOf(chosen?.name) })
      : messages.debts;
  return (
    <chakra.form ref={form} noValidate onSubmit={onEnter}>
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
          replaces={reopened?.replaces}
          onChange={change}
          onGiveBack={inCashAlone ? giveBack : undefined}
          onCountChange={inCashAlone && given === undefined ? () => setGiven('') : undefined}
          more={<InParts {...paidWith} />}
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
          <PaidWith {...paidWith} tried={tried} />
          {inCashAlone && given !== undefined && (
            <Change given={given} total={laid.total} disabled={sending} onChange={setGiven} />
          )}
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
          <Flex gap="2" width="full" wrap="wrap" justify="flex-end">
            {takesCollections && (
              <Button {...buttonOf(true)} aria-label={messages.saveAndPrint({ amount: total })}>
                <Printer size={18} aria-hidden />
                {printsFirst ? messages.saveAndPrint({ amount: total }) : messages.saveAndPrintAlone}
              </Button>
            )}
            <Button {...buttonOf(false)} aria-label={messages.save({ amount: total })}>
              {printsFirst ? appMessages.save : messages.save({ amount: total })}
            </Button>
          </Flex>
        </SaveBar>
      </Grid>
      <LeaveGuard changed={changed} unsaved={unsaved} sending={sending} draft={draftControl} />
    </chakra.form>
  );
}
