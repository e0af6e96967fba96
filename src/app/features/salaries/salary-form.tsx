import { chakra, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { useFrozen } from '#app/lib/held-values.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { paidPart } from '#app/lib/salary-of.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { type ListResult, useAllRecords } from '#app/reads/use-records.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import {
  ComputedValues,
  FormSummary,
  RemainsLine,
  StaleDataNote,
} from '#app/resources/form/form-amounts.tsx';
import type { Values } from '#app/resources/form/form-context.ts';
import { RecordForm, type RecordFormProps } from '#app/resources/form/form-page.tsx';
import { PaidBy } from '#app/resources/form/paid-by.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import type { Draft, FormDefinition, Resource, Rule } from '#contract/define-resource.ts';
import {
  formatGrouped,
  formatMoney,
  type Piastres,
  parseTypedAmount,
  readPiastres,
} from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { leftAfter, partProblem } from '#contract/rules/salary.ts';
import { labels } from '#contract/texts/labels.en.ts';
import {
  advances,
  computeSalary,
  expectedSalary,
  openPayProblem,
  type SalaryInputs,
  useOpenPay,
} from './open-pay.ts';
import { messages } from './texts.en.ts';

function salaryFormDefinition(definition: FormDefinition, inputs: SalaryInputs): FormDefinition {
  const computedFor = (draft: Draft) =>
    draft.employee === inputs.employee?.id ? computeSalary(inputs) : undefined;
  const withinSalary: Rule = (draft) => {
    const computed = computedFor(draft);
    const message = computed && openPayProblem(textOf(inputs.employee?.name), computed);
    return message === undefined ? undefined : { field: 'employee', message };
  };
  const withinRest: Rule = (draft) => {
    const amount = parseTypedAmount(textOf(draft.amount));
    const salary = amount === undefined ? undefined : computedFor(draft)?.salary;
    const message =
      amount === undefined || salary === undefined || salary.net < 0n
        ? undefined
        : partProblem(amount, salary);
    return message === undefined ? undefined : { field: 'amount', message };
  };
  return { ...definition, rules: [...definition.rules, withinSalary, withinRest] };
}

const formatAmount = (value: unknown) => {
  const amount = readPiastres(value);
  return amount === undefined ? undefined : formatMoney(amount);
};

const ifAny = (label: string, amount: Piastres | undefined) =>
  amount === undefined || amount <= 0n ? [] : [{ label, value: formatMoney(amount) }];

/** A raise or a later deduction does not change stored amounts (decision 35). */
function StoredSalaryNote({ record }: { record: RecordRow }) {
  const part = paidPart(record);
  const left = part && leftAfter(part);
  return (
    <ComputedValues
      facts={[
        { label: messages.salary, value: formatAmount(record.base_salary) },
        ...ifAny(labels.bonuses, part?.bonus),
        { label: messages.deductions, value: formatAmount(record.deducted) },
        ...ifAny(labels.advances, part?.advanced),
        ...ifAny(labels.paidBefore, part?.paidBefore),
        {
          label: left !== undefined && left > 0n ? messages.paidNow : messages.net,
          value: formatAmount(record.amount),
          total: true,
        },
        ...ifAny(messages.rest, left),
      ]}
    />
  );
}

interface SalaryNoteProps {
  readonly inputs: SalaryInputs;
  readonly list: ListResult;
  readonly inParts: boolean;
}

/** During the save the deductions already count as settled, so the values from before are kept. */
function SalaryNote({ inParts, ...props }: SalaryNoteProps) {
  const { isSubmitting } = useFormState();
  const inputs = useFrozen(props.inputs, isSubmitting);
  const list = useFrozen(props.list, isSubmitting);
  const { employee, open } = inputs;
  const computed = computeSalary(inputs);
  const salary = computed?.salary;
  const problem = computed && openPayProblem(textOf(employee?.name), computed);
  const over = problem !== undefined;
  const counted = (label: string, records: readonly unknown[] | undefined, before: Piastres | undefined) =>
    records && records.length > 0 && before === 0n
      ? messages.counted({ label, count: records.length })
      : label;
  const before = inputs.last && paidPart(inputs.last);
  return (
    <Flex direction="column" gap="2">
      <ComputedValues
        facts={[
          {
            label: messages.salary,
            value: salary ? formatMoney(salary.base) : formatAmount(employee?.salary),
          },
          ...ifAny(counted(labels.bonuses, open?.bonus, before?.bonus ?? 0n), salary?.bonus),
          {
            label: counted(messages.deductions, computed?.deductionsNow, before?.deducted ?? 0n),
            value: salary && formatMoney(salary.deducted),
            refused: over,
          },
          ...ifAny(counted(labels.advances, open?.advance, before?.advanced ?? 0n), salary?.advanced),
          ...ifAny(labels.paidBefore, salary?.paidBefore),
          { label: messages.net, value: salary && formatMoney(salary.net), total: true, refused: over },
        ]}
      />
      {over && (
        <chakra.p role="alert" color="refused.fg" fontSize="sm">
          {problem}
        </chakra.p>
      )}
      {employee && !computed && !list.fetching && (
        <chakra.p role="status" color="waiting.fg" fontSize="sm">
          {inParts ? messages.openUnknown : messages.deductionsUnknown}
        </chakra.p>
      )}
      {computed && computed.deductedLater > 0n && (
        <chakra.p role="status" color="waiting.fg" fontSize="sm">
          {messages.deductedLater({ amount: formatMoney(computed.deductedLater) })}
        </chakra.p>
      )}
      {open && <StaleDataNote reading={list} />}
    </Flex>
  );
}

function AmountToPay({ inputs }: { readonly inputs: SalaryInputs }) {
  const { isSubmitting } = useFormState<Values>();
  const { getValues, setValue } = useFormContext<Values>();
  const net = computeSalary(useFrozen(inputs, isSubmitting))?.salary.net;
  const offer = net === undefined || net < 0n ? '' : formatGrouped(net);
  const offered = useRef('');
  useEffect(() => {
    if (textOf(getValues('amount')) === offered.current) setValue('amount', offer);
    offered.current = offer;
  }, [offer, getValues, setValue]);
  const amount = parseTypedAmount(textOf(useWatch<Values>({ name: 'amount' })));
  return (
    <>
      <FieldInput name="amount" help={messages.amountHelp} />
      {net !== undefined && amount !== undefined && amount !== net && net > 0n && (
        <FormSummary>
          <RemainsLine label={messages.rest} amount={net - amount} />
        </FormSummary>
      )}
    </>
  );
}

const loadSlip = () => import('#app/printing/sheets/salary-slip.tsx');

function PrintSalary({ resource, record }: { readonly resource: Resource; readonly record: RecordRow }) {
  const months = useQuery(monthsQuery(1)).data?.results;
  const month = months?.find(({ id }) => id === record.month)?.name;
  return (
    <DialogButton
      justifySelf="start"
      load={loadSlip}
      dialog={(slip, close) => <slip.SalarySlip {...{ resource, record, month }} onClose={close} />}
    >
      <Printer size={18} aria-hidden /> {messages.printSlip}
    </DialogButton>
  );
}

const employees = resourceOf('employee');

function ChosenEmployee({ onChosen }: { onChosen: (employee: string) => void }) {
  const employee = textOf(useWatch<Values>({ name: 'employee' }));
  useEffect(() => onChosen(employee), [employee, onChosen]);
  return null;
}

function NewSalary({ resource, record, takenBack }: RecordFormProps) {
  const [chosen, setChosen] = useState('');
  const inParts = useDeclaredFields().knows(advances);
  const { rows } = useAllRecords(employees, {}, { without: takenBack?.replaces });
  const { open, last, list } = useOpenPay(chosen, { without: takenBack?.replaces, inParts });
  const employee = rows.find((listed) => listed.record.id === chosen)?.record;
  const inputs = useMemo(() => ({ employee, open, last }), [employee, open, last]);
  const definition = useMemo(() => salaryFormDefinition(resource, inputs), [resource, inputs]);
  const expected = useCallback((body: Draft) => expectedSalary(inputs, body), [inputs]);

  return (
    <RecordForm
      resource={resource}
      record={record}
      takenBack={takenBack}
      facts={definition}
      expect={expected}
    >
      <ChosenEmployee onChosen={setChosen} />
      <FieldInput name="employee" />
      <SalaryNote inputs={inputs} list={list} inParts={inParts} />
      {inParts && <AmountToPay inputs={inputs} />}
      <FieldInput name="custom_date" />
      <PaidBy />
    </RecordForm>
  );
}

export function SalaryForm(props: RecordFormProps) {
  const { resource, record, takenBack } = props;
  if (!record) return <NewSalary {...props} />;
  return (
    <RecordForm resource={resource} record={record} takenBack={takenBack} facts={resource}>
      <FieldInput name="employee" />
      <StoredSalaryNote record={record} />
      <PrintSalary resource={resource} record={record} />
      <FieldInput name="custom_date" />
      <PaidBy />
    </RecordForm>
  );
}
