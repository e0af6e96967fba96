import { chakra, Flex } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { useFrozen } from '#app/lib/held-values.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useReadStrategy } from '#app/reads/capabilities.ts';
import { type ListResult, useAllRecords } from '#app/reads/use-records.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { ComputedValues, StaleDataNote } from '#app/resources/form/form-amounts.tsx';
import type { Values } from '#app/resources/form/form-context.ts';
import { RecordForm, type RecordFormProps } from '#app/resources/form/form-page.tsx';
import { PaidBy } from '#app/resources/form/paid-by.tsx';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import type { Draft, FormDefinition, Rule } from '#contract/define-resource.ts';
import { formatDecimal, formatMoney, readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { type NetSalary, netSalary, salaryRefusal } from '#contract/rules/salary.ts';
import { messages } from './texts.en.ts';

interface SalaryInputs {
  readonly employee: RecordRow | undefined;
  readonly open: readonly RecordRow[] | undefined;
}

/** Follows the server's rule (decision 15); undefined if an input is unknown. */
function computeSalary({ employee, open }: SalaryInputs): NetSalary | undefined {
  const salary = readPiastres(employee?.salary);
  const deductions = open?.map(({ amount }) => readPiastres(amount));
  if (salary === undefined || !deductions?.every((amount) => amount !== undefined)) return undefined;
  return netSalary(salary, deductions);
}

function salaryFormDefinition(definition: FormDefinition, inputs: SalaryInputs): FormDefinition {
  const withinSalary: Rule = (draft) => {
    const net = draft.employee === inputs.employee?.id ? computeSalary(inputs) : undefined;
    const message = net && salaryRefusal(textOf(inputs.employee?.name), net);
    return message === undefined ? undefined : { field: 'employee', message };
  };
  return { ...definition, rules: [...definition.rules, withinSalary] };
}

function optimisticSalary(inputs: SalaryInputs, body: Draft): Draft | undefined {
  const net = body.employee === inputs.employee?.id ? computeSalary(inputs) : undefined;
  if (!net) return undefined;
  return {
    amount: formatDecimal(net.net),
    base_salary: formatDecimal(net.base),
    deducted: formatDecimal(net.deducted),
  };
}

const formatAmount = (value: unknown) => {
  const amount = readPiastres(value);
  return amount === undefined ? undefined : formatMoney(amount);
};

/** A raise or a later deduction does not change stored amounts (decision 35). */
function StoredSalaryNote({ record }: { record: RecordRow }) {
  return (
    <ComputedValues
      facts={[
        { label: messages.salary, value: formatAmount(record.base_salary) },
        { label: messages.deductions, value: formatAmount(record.deducted) },
        { label: messages.net, value: formatAmount(record.amount), total: true },
      ]}
    />
  );
}

interface SalaryNoteProps {
  readonly inputs: SalaryInputs;
  readonly list: ListResult;
}

/**
 * Shows the amounts before the salary is saved (decision 15). During the save the deductions already count as settled,
 * so the values from before are kept.
 */
function SalaryNote(props: SalaryNoteProps) {
  const { isSubmitting } = useFormState();
  const inputs = useFrozen(props.inputs, isSubmitting);
  const list = useFrozen(props.list, isSubmitting);
  const { employee, open } = inputs;
  const net = computeSalary(inputs);
  const refusal = net && salaryRefusal(textOf(employee?.name), net);
  const over = refusal !== undefined;
  return (
    <Flex direction="column" gap="2">
      <ComputedValues
        facts={[
          { label: messages.salary, value: formatAmount(employee?.salary) },
          {
            label:
              open && open.length > 0
                ? messages.deductionsCount({ count: open.length })
                : messages.deductions,
            value: net && formatMoney(net.deducted),
            refused: over,
          },
          { label: messages.net, value: net && formatMoney(net.net), total: true, refused: over },
        ]}
      />
      {over && (
        <chakra.p role="alert" color="refused.fg" fontSize="sm">
          {refusal}
        </chakra.p>
      )}
      {employee && !open && !list.fetching && (
        <chakra.p role="status" color="waiting.fg" fontSize="sm">
          {messages.deductionsUnknown}
        </chakra.p>
      )}
      {open && <StaleDataNote reading={list} />}
    </Flex>
  );
}

const deduction = resourceOf('deduction');

/** A rejected create does not count; a rejected delete does. */
const isInEffect = ({ pending }: ListedRecord) =>
  pending?.state === 'rejected' ? pending.kind !== 'create' : pending?.kind !== 'delete';

interface OpenDeductions {
  readonly open: readonly RecordRow[] | undefined;
  readonly list: ListResult;
}

/** Some servers do not send the settlement (decision 31). */
const isSettlementKnown = ({ record, pending }: ListedRecord) =>
  pending?.kind === 'create' || record.settled_by !== undefined;

/**
 * Includes pending deductions. Offline, deductions of an employee that was never read come from the cached list of all.
 * @param without id of a pending entry that is being edited and must not count
 */
function useOpenDeductions(employee: string, without: string | undefined): OpenDeductions {
  const isNew = isTemporaryId(employee);
  const filter = useReadStrategy()?.filter({ employee }) ?? { employee };
  const ofEmployee = useAllRecords(deduction, filter, { without, enabled: employee !== '' && !isNew });
  const cached = useAllRecords(deduction, {}, { without, enabled: false });
  const list = ofEmployee.updatedAt > 0 || cached.updatedAt === 0 ? ofEmployee : cached;
  const known = employee !== '' && (isNew || list.updatedAt > 0);
  const open = useMemo(() => {
    const deductions = list.rows.filter(isInEffect).filter(({ record }) => record.employee === employee);
    if (!known || !deductions.every(isSettlementKnown)) return undefined;
    return deductions.map(({ record }) => record).filter(({ settled_by }) => !settled_by);
  }, [known, list.rows, employee]);
  return { open, list };
}

const loadSlip = () => import('#app/printing/sheets/salary-slip.tsx');

/** Whoever may open this form may see salaries (decision 46). */
function PrintSalary({ record }: { readonly record: RecordRow }) {
  const months = useQuery(monthsQuery(1)).data?.results;
  const month = months?.find(({ id }) => id === record.month)?.name;
  return (
    <DialogButton
      justifySelf="start"
      load={loadSlip}
      dialog={(slip, close) => <slip.SalarySlip record={record} month={month} onClose={close} />}
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
  const { rows } = useAllRecords(employees, {}, { without: takenBack?.replaces });
  const { open, list } = useOpenDeductions(chosen, takenBack?.replaces);
  const employee = rows.find((listed) => listed.record.id === chosen)?.record;
  const inputs = useMemo(() => ({ employee, open }), [employee, open]);
  const definition = useMemo(() => salaryFormDefinition(resource, inputs), [resource, inputs]);
  const optimistic = useCallback((body: Draft) => optimisticSalary(inputs, body), [inputs]);

  return (
    <RecordForm
      resource={resource}
      record={record}
      takenBack={takenBack}
      facts={definition}
      expect={optimistic}
    >
      <ChosenEmployee onChosen={setChosen} />
      <FieldInput name="employee" />
      <SalaryNote inputs={inputs} list={list} />
      <FieldInput name="custom_date" />
      <PaidBy />
    </RecordForm>
  );
}

/** The amounts are computed before the save and never change afterwards. */
export function SalaryForm(props: RecordFormProps) {
  const { resource, record, takenBack } = props;
  if (!record) return <NewSalary {...props} />;
  return (
    <RecordForm resource={resource} record={record} takenBack={takenBack} facts={resource}>
      <FieldInput name="employee" />
      <StoredSalaryNote record={record} />
      <PrintSalary record={record} />
      <FieldInput name="custom_date" />
      <PaidBy />
    </RecordForm>
  );
}
