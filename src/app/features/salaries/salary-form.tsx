import { useCallback, useEffect, useMemo, useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { useAllRecords } from '#app/reads/use-records.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { RecordForm, type RecordFormProps } from '#app/resources/form/record-form.tsx';
import type { Values } from '#app/resources/form/values.ts';
import type { Draft } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { optimisticSalary, salaryFormDefinition } from './compute-salary.ts';
import { PrintSalary } from './print-salary.tsx';
import { SalaryNote, StoredSalaryNote } from './salary-note.tsx';
import { useOpenDeductions } from './use-open-deductions.ts';

const employees = resourceOf('employee');

function ChosenEmployee({ onChosen }: { onChosen: (employee: string) => void }) {
  const employee = textOf(useWatch<Values>({ name: 'employee' }));
  useEffect(() => onChosen(employee), [employee, onChosen]);
  return null;
}

/** Renders a new salary with base, deductions and net before it is saved (decision 15). */
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
      <FrozenSalaryNote inputs={inputs} list={list} />
      <FieldInput name="custom_date" />
    </RecordForm>
  );
}

/** Freezes the note during the submit: from then on the deductions count as settled. */
function FrozenSalaryNote(props: Parameters<typeof SalaryNote>[0]) {
  const { isSubmitting } = useFormState();
  const [frozen, setFrozen] = useState(props);
  if (!isSubmitting && (frozen.inputs !== props.inputs || frozen.list !== props.list)) setFrozen(props);
  return <SalaryNote {...frozen} />;
}

/** Renders the form of a salary. The amounts are computed before the save and never change afterwards. */
export function SalaryForm(props: RecordFormProps) {
  const { resource, record, takenBack } = props;
  if (!record) return <NewSalary {...props} />;
  return (
    <RecordForm resource={resource} record={record} takenBack={takenBack} facts={resource}>
      <FieldInput name="employee" />
      <StoredSalaryNote record={record} />
      <PrintSalary record={record} />
      <FieldInput name="custom_date" />
    </RecordForm>
  );
}
