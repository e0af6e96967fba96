import { Button, Flex } from '@chakra-ui/react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { choiceControl } from '#app/fields/choice.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { messages as fieldMessages } from '#app/fields/texts.en.ts';
import { useHeld } from '#app/lib/held-values.ts';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { formTitle } from '#app/lib/texts.en.ts';
import { type GoneBack, goneBackOf, lackedForGoingBack, paymentsOf } from '#app/reads/paid-back.ts';
import { usePricing } from '#app/reads/pricing.ts';
import { useStudentRecords } from '#app/reads/student-records.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { ComputedValues, FormSummary, RemainsLine } from '#app/resources/form/form-amounts.tsx';
import type { Values } from '#app/resources/form/form-context.ts';
import { useFormContextValue } from '#app/resources/form/form-context.ts';
import { FormPage, type RecordFormProps } from '#app/resources/form/form-page.tsx';
import { ResourceForm } from '#app/resources/form/resource-form.tsx';
import type { SavedForm } from '#app/resources/form/saving.ts';
import { messages as formMessages } from '#app/resources/form/texts.en.ts';
import type { Draft, Rule } from '#contract/define-resource.ts';
import { fieldWith } from '#contract/fields.ts';
import {
  formatGrouped,
  formatMoney,
  type Piastres,
  parseTypedAmount,
  readPiastres,
} from '#contract/money.ts';
import { CASH, CREDIT } from '#contract/payment-methods.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { refundProblem } from '#contract/rules/refund.ts';
import { inputs } from '#contract/texts/inputs.en.ts';
import { PaidFor, usePayable } from './paid-for.tsx';
import { ReasonField, rememberReason } from './reason-field.tsx';
import { messages, usualReasons } from './texts.en.ts';
import { WayBack } from './way-back.tsx';

const students = resourceOf('student');

interface Refundable {
  readonly maximum: Piastres;
  readonly sums: GoneBack | undefined;
}

function refundableOf(
  payable:
    | { readonly resource: { readonly name: string }; readonly record: RecordRow | undefined }
    | undefined,
  changed: RecordRow | undefined,
): Refundable | undefined {
  if (!payable?.record) return undefined;
  const amountBefore = readPiastres(changed?.amount) ?? 0n;
  const { resource, record } = payable;
  if (resource.name === students.name) {
    const credit = readPiastres(record.credit);
    return credit === undefined ? undefined : { maximum: credit + amountBefore, sums: undefined };
  }
  const sums = isResourceName(resource.name) ? goneBackOf(resourceOf(resource.name), record) : undefined;
  return sums && { maximum: sums.netPaid + amountBefore, sums };
}

function AllOfIt({ maximum }: { readonly maximum: Piastres }) {
  const { setValue, formState } = useFormContext<Values>();
  return (
    <Button
      variant="outline"
      justifySelf="start"
      minHeight="target"
      onClick={() =>
        setValue('amount', formatGrouped(maximum), {
          shouldDirty: true,
          shouldValidate: formState.isSubmitted,
        })
      }
    >
      {messages.allOfIt({ amount: formatMoney(maximum) })}
    </Button>
  );
}

/** Asked in words: a flag would not say what happens to the debt. */
function ForgiveField() {
  const { definition, record } = useFormContextValue();
  const { field, fieldState } = useController<Values>({ name: 'forgive' });
  const declared = definition.fields.forgive;
  if (!declared) return null;
  const choices = [
    { value: 'true', label: messages.noLongerOwed },
    { value: 'false', label: fieldMessages.stillOwed },
  ];
  const asked = fieldWith(declared, { kind: 'choice', optional: false, choices, label: messages.whatOfDebt });
  return (
    <choiceControl.Input
      name="forgive"
      field={asked}
      value={textOf(field.value)}
      onChange={field.onChange}
      onBlur={field.onBlur}
      error={fieldState.error?.message}
      disabled={record !== undefined}
      inputRef={field.ref}
    />
  );
}

const debtIsDecided: Rule = ({ resource, forgive }) =>
  resource === students.name || typeof forgive === 'boolean'
    ? undefined
    : { field: 'forgive', message: inputs.required };

interface Read {
  readonly refundable: Refundable | undefined;
  readonly payable: RecordRow | undefined;
  readonly payments: readonly RecordRow[];
}

interface FieldsProps {
  readonly isFixed: boolean;
  readonly read: RefObject<Read | undefined>;
}

function Fields({ isFixed, read }: FieldsProps) {
  const { record, onChoose } = useFormContextValue();
  const payable = usePayable();
  const paidFor = payable?.record;
  const isSubmitting = useFormState().isSubmitting;
  // During the save the refund itself is counted already.
  const refundable = useHeld(refundableOf(payable, record), isSubmitting);
  const asksManager = !usePermissions()('refunds.any');
  const { rows } = useStudentRecords(asksManager ? textOf(paidFor?.student) : '');
  useEffect(() => {
    const others = rows.map((row) => row.record);
    read.current = { refundable, payable: paidFor, payments: paidFor ? paymentsOf(paidFor, others) : [] };
  });
  const shown = paidFor && [paidFor.id, paidFor.remaining_amount, paidFor.refunded, paidFor.credit].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a record with pending amounts is made anew at each render
  useEffect(() => {
    if (paidFor && !isSubmitting) onChoose('related_record', paidFor);
  }, [shown, onChoose]);
  const values = useWatch<Values>();
  const amount = parseTypedAmount(textOf(values.amount));
  const isCredit = values.resource === students.name;
  const before = refundable?.sums && record === undefined ? refundable.sums.remaining : undefined;
  const owedAfter =
    before === undefined || amount === undefined || textOf(values.forgive) === ''
      ? undefined
      : before + (values.forgive === 'false' ? amount : 0n);
  return (
    <>
      {!isFixed && <FieldInput name="student" required />}
      <PaidFor isFixed={isFixed} />
      {refundable && (
        <ComputedValues
          facts={[
            ...(refundable.sums
              ? [
                  { label: messages.paid, value: formatMoney(refundable.sums.paid) },
                  { label: messages.refundedBefore, value: formatMoney(refundable.sums.refunded) },
                ]
              : []),
            { label: messages.canBePaidBack, value: formatMoney(refundable.maximum), total: true },
          ]}
        />
      )}
      <Flex direction="column" gap="2">
        <FieldInput name="amount" />
        {refundable && refundable.maximum > 0n && amount !== refundable.maximum && (
          <AllOfIt maximum={refundable.maximum} />
        )}
      </Flex>
      <WayBack credits={!isCredit} />
      {!isCredit && <ForgiveField />}
      <ReasonField form="refund" usual={usualReasons()} />
      <FieldInput name="receipt_number" help={messages.numberedByItself} />
      <FieldInput name="custom_date" />
      <FieldInput name="notes" />
      {owedAfter !== undefined && (
        <FormSummary>
          <RemainsLine label={messages.owedAfter} amount={owedAfter} />
        </FormSummary>
      )}
    </>
  );
}

function useStart() {
  const { resource: kind, related, student, amount } = useNavigationState();
  const { record: paidFor } = useRecord(resourceOf(kind ?? 'student'), kind && related);
  const { record: person } = useRecord(students, student);
  const of = textOf(paidFor?.student);
  // Staff forgive little by themselves, so it is owed again unless they say otherwise; a manager says it for each refund.
  const mayForgive = usePermissions()('refunds.any');
  return useMemo(() => {
    const named = kind && related !== undefined ? { resource: kind, related_record: related } : undefined;
    const whose = student ?? (kind === students.name ? related : of);
    return {
      isNamed: named !== undefined,
      start: { ...(!mayForgive && { forgive: false }), student: whose, ...named, amount },
      known: { ...(person && { student: person }), ...(paidFor && { related_record: paidFor }) },
    };
  }, [kind, related, student, amount, of, person, paidFor, mayForgive]);
}

export function RefundForm(props: RecordFormProps) {
  const { resource, record, takenBack } = props;
  const { fallback = resource.screens.list } = useNavigationState();
  const { isNamed, start, known } = useStart();
  const isFixed = isNamed || record !== undefined || takenBack !== undefined;
  const read = useRef<Read>(undefined);
  const { percent: limit } = usePricing();
  const facts = useMemo(() => {
    const withinPaid: Rule = ({ amount }) => {
      const typed = parseTypedAmount(textOf(amount));
      const maximum = read.current?.refundable?.maximum;
      if (typed === undefined || maximum === undefined) return undefined;
      const message = refundProblem(typed, { paid: maximum, refunded: 0n });
      return message === undefined ? undefined : { field: 'amount', message };
    };
    return { ...resource, rules: [...resource.rules, withinPaid, ...(record ? [] : [debtIsDecided])] };
  }, [resource, record]);
  const lacks = (body: Draft) => {
    const { refundable, payments = [] } = read.current ?? {};
    const amount = readPiastres(body.amount);
    if (record || amount === undefined || !refundable) return undefined;
    const name = textOf(body.resource);
    if (!refundable.sums || !isResourceName(name)) return 'refunds.any';
    const method = textOf(body.payment_method) || CASH;
    const isCredit = method === CREDIT;
    return lackedForGoingBack(
      resourceOf(name),
      { sums: refundable.sums, payments, limit },
      {
        method,
        paidOut: isCredit ? 0n : amount,
        credit: isCredit ? amount : 0n,
        forgiven: body.forgive === true ? amount : 0n,
      },
    );
  };
  const expect = (body: Draft): Draft => ({
    payable: body.resource === students.name ? null : body.related_record,
    related_title: textOf(read.current?.payable?.receipt_number) || null,
  });
  const title = formTitle(resource, resource, record !== undefined);
  return (
    <FormPage title={title} about={record ? undefined : messages.about} list={fallback}>
      {({ onDone, ...callbacks }) => (
        <ResourceForm
          resource={resource}
          facts={facts}
          record={record}
          takenBack={takenBack}
          {...(!record && !takenBack && { start })}
          known={known}
          {...(!record && { expect })}
          lacks={lacks}
          submitLabel={record ? formMessages.saveChanges : title}
          onDone={(done: SavedForm) => {
            rememberReason('refund', textOf(done.body.reason));
            onDone(done);
          }}
          {...callbacks}
        >
          <Fields isFixed={isFixed} read={read} />
        </ResourceForm>
      )}
    </FormPage>
  );
}
