import { chakra, Flex } from '@chakra-ui/react';
import Printer from 'lucide-react/icons/printer';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { useFrozen } from '#app/lib/held-values.ts';
import { readLocal, writeLocal } from '#app/lib/local-storage.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { usePricing } from '#app/reads/pricing.ts';
import { recheckOthers, useFormContextValue, type Values } from '#app/resources/form/form-context.ts';
import { SubmitButton } from '#app/resources/form/form-footer.tsx';
import { useLeaveGuard } from '#app/resources/form/leave-guard.tsx';
import { ResourceForm } from '#app/resources/form/resource-form.tsx';
import { type CollectionResource, collectionFields } from '#contract/collections.ts';
import { money } from '#contract/fields.ts';
import { joinParts } from '#contract/messages.ts';
import { formatGrouped, formatMoney, type Piastres } from '#contract/money.ts';
import { bookPayout } from '#contract/resources/book-payout.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { DebtLine } from './debt-line.tsx';
import { AddLine, AnotherBook, helpOf, NewLineCard, takesAnotherBook } from './new-line-cards.tsx';
import { type NewLine, newLine, withBook } from './new-lines.ts';
import {
  LINES,
  lineRecords,
  linesIn,
  lineValues,
  listOf,
  newPayment,
  reopenedPayment,
  valuesOfDebts,
} from './payment-values.ts';
import { type LastSent, paymentWrite, type Saved, savedAs } from './payment-write.ts';
import { type PaymentSources, paymentResolver, readPayment, withSpreadSum } from './read-payment.ts';
import { ReceiptFields } from './receipt-fields.tsx';
import type { LaidOut } from './received-sum.ts';
import { messages } from './texts.en.ts';
import type { FamilyDebt, FamilyDebts } from './use-family-debts.ts';

const KEY = 'branch-desk.prints-payments';

/** Whether the last payment on this device was printed at once: a desk has a printer, or a book of receipts. */
const printedLast = (): boolean => readLocal(KEY) === 'yes';

const rememberPrinting = (prints: boolean): void => writeLocal(KEY, prints ? 'yes' : 'no');

const students = resourceOf('student');

const paymentForm = {
  get singular() {
    return messages.payment;
  },
  fields: { amount: money(() => messages.received), ...collectionFields },
  rules: [],
};

/** A flex box on small screens: a bar sticks within all of it, but only within its own area of a grid. */
const layout = {
  display: { base: 'flex', lg: 'grid' },
  flexDirection: 'column',
  gap: '4',
  gridTemplateColumns: 'minmax(0, 22rem) minmax(0, 1fr)',
  gridTemplateRows: 'auto 1fr',
  gridTemplateAreas: '"sum debts" "save debts"',
} as const;

const bar = {
  gridArea: 'save',
  alignSelf: { lg: 'start' },
  gap: '2',
  marginInline: '0',
  marginBlockEnd: '0',
  paddingInline: '0',
  background: 'bg.canvas',
  borderBottomRadius: '0',
} as const;

interface SaveButtonsProps {
  readonly sources: PaymentSources;
  readonly prints: boolean;
  readonly printsFirst: boolean;
}

function SaveButtons({ sources, prints, printsFirst }: SaveButtonsProps) {
  const { chosen } = useFormContextValue();
  const { total } = readPayment(useWatch<Values>(), chosen, sources).laid;
  const amount = total > 0n ? formatMoney(total) : '';
  const widthOf = (isMain: boolean) =>
    isMain ? { base: '1 0 auto', md: '0 0 auto', lg: '1 0 auto' } : '0 0 auto';
  const save = (
    <SubmitButton
      key="save"
      isMain={!printsFirst}
      loadingText={messages.saveNothing}
      flex={widthOf(!printsFirst)}
      paddingInline="3"
      aria-label={messages.save({ amount })}
    >
      {printsFirst ? appMessages.save : messages.save({ amount })}
    </SubmitButton>
  );
  const saveAndPrint = prints && (
    <SubmitButton
      key="print"
      isMain={printsFirst}
      goesOn
      loadingText={messages.saveNothing}
      flex={widthOf(printsFirst)}
      paddingInline="3"
      aria-label={messages.saveAndPrint({ amount })}
    >
      <Printer size={18} aria-hidden />
      {printsFirst ? messages.saveAndPrint({ amount }) : messages.saveAndPrintAlone}
    </SubmitButton>
  );
  return (
    // Enter presses the first one, and both keep their places.
    <Flex
      gap="2"
      width="full"
      wrap="wrap"
      direction={printsFirst ? 'row' : 'row-reverse'}
      justify={printsFirst ? 'flex-end' : 'flex-start'}
    >
      {printsFirst ? [saveAndPrint, save] : [save, saveAndPrint]}
    </Flex>
  );
}

function shownShare({ parts }: LaidOut, debt: string): string {
  const { amount = 0n } = parts.get(debt) ?? {};
  return amount > 0n ? formatGrouped(amount) : '';
}

interface FieldsProps {
  readonly sources: PaymentSources;
  readonly family: FamilyDebts;
  readonly debtsTitle: string;
  readonly lineOf: (resource: CollectionResource) => NewLine;
  readonly firstLine: string | undefined;
  readonly children: ReactNode;
}

function Fields({ sources, family, debtsTitle, lineOf, firstLine, children }: FieldsProps) {
  const { chosen, onChoose, checks } = useFormContextValue();
  const { setValue, getValues } = useFormContext<Values>();
  const values = useWatch<Values>();
  const read = readPayment(values, chosen, sources);
  // A tick or a button changes what is wrong at other fields too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the values
  useEffect(() => recheckOthers(checks), [values]);
  const [addedLine, setAddedLine] = useState(firstLine);
  const [pickedBook, setPickedBook] = useState(false);
  const list = (next: readonly NewLine[]) => setValue(LINES, listOf(next), { shouldDirty: true });
  const linesNow = () => linesIn(getValues(), chosen);
  const add = (line: NewLine) => {
    for (const [name, value] of Object.entries(lineValues(line)))
      setValue(name, value, { shouldDirty: true });
    for (const [name, record] of Object.entries(lineRecords(line))) onChoose(name, record);
    list([...linesNow(), line]);
  };
  const actions = useRef({ add, list, linesNow, lineOf });
  actions.current = { add, list, linesNow, lineOf };
  const onAdd = useCallback((resource: CollectionResource) => {
    const line = actions.current.lineOf(resource);
    actions.current.add(line);
    setAddedLine(line.key);
  }, []);
  const onRemove = useCallback(
    (key: string) => actions.current.list(actions.current.linesNow().filter((line) => line.key !== key)),
    [],
  );
  const onBook = useCallback((book: string) => setPickedBook(book !== ''), []);
  const { laid, lines } = read;
  return (
    <>
      <ReceiptFields read={read} kept={sources.kept} takesParts={family.takesCollections === true} />
      <chakra.section gridArea="debts">
        {sources.debts.length > 0 && (
          <chakra.h2 fontWeight="semibold" mb="2">
            {debtsTitle}
          </chakra.h2>
        )}
        <chakra.ul display="flex" flexDirection="column" gap="2" listStyleType="none">
          {sources.debts.map((debt) => (
            <DebtLine
              key={debt.key}
              debt={debt}
              share={shownShare(laid, debt.key)}
              problem={laid.parts.get(debt.key)?.problem}
            />
          ))}
          {lines.map((one) => (
            <NewLineCard
              key={one.line.key}
              id={one.line.key}
              resource={one.line.resource}
              fullPrice={one.fullPrice}
              help={helpOf(one)}
              isNew={one.line.key === addedLine}
              onBook={onBook}
              onRemove={onRemove}
            />
          ))}
        </chakra.ul>
        {family.takesRecords && takesAnotherBook(lines.map(({ line }) => line)) && (
          <AnotherBook
            takesFocus={pickedBook}
            onPick={(book) => add(withBook(lineOf(bookPayout.name), book))}
          />
        )}
        {family.takesRecords && <AddLine startsOpen={sources.debts.length === 0} onAdd={onAdd} />}
        {children}
      </chakra.section>
    </>
  );
}

interface PaymentFormProps {
  readonly family: FamilyDebts;
  readonly student: string;
  readonly isOpenedFromDebt: boolean;
  readonly reopened: Mutation | undefined;
  readonly firstLine: CollectionResource | undefined;
  readonly isCounted: boolean;
  /** @param id key of the payment's entry */
  readonly onSending: (id: string, busy: boolean) => void;
  readonly onSaved: (saved: Saved) => void;
  readonly children?: ReactNode;
}

function useSources(family: FamilyDebts, isCounted: boolean): PaymentSources {
  const debts: readonly FamilyDebt[] = useFrozen(family.debts, isCounted);
  const kept: Piastres = useFrozen(family.credit, isCounted) ?? 0n;
  const { known: methods } = usePaymentMethods();
  return useMemo(() => ({ debts, kept, methods }), [debts, kept, methods]);
}

export function PaymentForm(props: PaymentFormProps) {
  const { family, student, isOpenedFromDebt, reopened, firstLine, isCounted, onSending, onSaved, children } =
    props;
  const payer = family.students.find(({ id }) => id === student) ?? family.students[0];
  const lineOf = (resource: CollectionResource) => newLine(resource, payer);
  const sources = useSources(family, isCounted);
  const pricing = usePricing();
  const { guard, callbacks, settle } = useLeaveGuard();
  const [start] = useState(() =>
    reopened
      ? withSpreadSum(reopenedPayment(reopened), sources)
      : newPayment(firstLine === undefined ? [] : [lineOf(firstLine)]),
  );
  const initial = useMemo(
    () => ({ ...valuesOfDebts(sources.debts), ...start.values }),
    [sources.debts, start],
  );
  const takesCollections = family.takesCollections === true;
  const shown = {
    ...sources,
    students: family.students,
    payer,
    sendsPayer: family.takesPayer,
    together: takesCollections || reopened !== undefined,
    pricing,
    onRefused: family.refetch,
    onSending,
  };
  const latest = useRef(shown);
  latest.current = shown;
  const [last] = useState((): LastSent => ({}));
  const title = joinParts(family.students.map(({ name }) => textOf(name)));
  const write = useMemo(
    () => paymentWrite({ name: `take-payment ${student}`, title }, () => latest.current, last),
    [student, title, last],
  );
  const [resolver] = useState(() => paymentResolver(() => latest.current));
  const [printed] = useState(printedLast);
  // Else no button would be the form's own where a server without collections prints none.
  const printsFirst = takesCollections && printed;
  const buttons = useMemo(
    () => <SaveButtons sources={sources} prints={takesCollections} printsFirst={printsFirst} />,
    [sources, takesCollections, printsFirst],
  );
  const debtsTitle = isOpenedFromDebt
    ? messages.debtsFirst
    : family.students.length > 1
      ? messages.debtsOfChosen({ name: textOf(payer?.name) })
      : messages.debts;
  return (
    <>
      <ResourceForm
        resource={students}
        facts={paymentForm}
        takenBack={reopened}
        initial={initial}
        known={start.chosen}
        resolver={resolver}
        write={write}
        submitLabel={messages.saveNothing}
        buttons={buttons}
        bar={bar}
        layout={layout}
        focusesFirst={firstLine === undefined}
        onDone={(done) => {
          settle();
          if (takesCollections) rememberPrinting(done.goesOn);
          onSaved(savedAs(last, done));
        }}
        {...callbacks}
      >
        {/* From a tablet in landscape on Save stands under the sum: with the keypad both fit the window, and nothing is covered. */}
        <Fields
          sources={sources}
          family={family}
          debtsTitle={debtsTitle}
          lineOf={lineOf}
          firstLine={firstLine && linesIn(start.values, start.chosen)[0]?.key}
        >
          {children}
        </Fields>
      </ResourceForm>
      {guard}
    </>
  );
}
