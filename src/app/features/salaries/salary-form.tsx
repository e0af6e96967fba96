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
import { SalaryNote, StampedNote } from './salary-note.tsx';
import { useOpenDeductions } from './use-open-deductions.ts';

const employees = resourceOf('employee');

/** Tells the form which employee is chosen; not while it saves, when the deductions count as settled already. */
function Chosen({ onChosen }: { onChosen: (employee: string) => void }) {
  const employee = textOf(useWatch<Values>({ name: 'employee' }));
  useEffect(() => onChosen(employee), [employee, onChosen]);
  return null;
}

/** A new salary, with base, deductions and net before it is saved (decision 15). */
function NewSalary({ resource, record, takenBack }: RecordFormProps) {
  const [chosen, setChosen] = useState('');
  const { rows } = useAllRecords(employees, {}, { without: takenBack?.replaces });
  const { open, reading } = useOpenDeductions(chosen, takenBack?.replaces);
  const employee = rows.find((listed) => listed.record.id === chosen)?.record;
  const ground = useMemo(() => ({ employee, open }), [employee, open]);
  const facts = useMemo(() => salaryFormDefinition(resource, ground), [resource, ground]);
  const expect = useCallback((body: Draft) => optimisticSalary(ground, body), [ground]);

  return (
    <RecordForm resource={resource} record={record} takenBack={takenBack} facts={facts} expect={expect}>
      <Chosen onChosen={setChosen} />
      <FieldInput name="employee" />
      <HeldNote ground={ground} reading={reading} />
      <FieldInput name="custom_date" />
    </RecordForm>
  );
}

/** The note as it stood when Save was pressed: from then on the deductions count as settled. */
function HeldNote(props: Parameters<typeof SalaryNote>[0]) {
  const { isSubmitting } = useFormState();
  const [shown, setShown] = useState(props);
  if (!isSubmitting && (shown.ground !== props.ground || shown.reading !== props.reading)) setShown(props);
  return <SalaryNote {...shown} />;
}

/** The form of a salary: its figures are worked out before, and stay as stamped after. */
export function SalaryForm(props: RecordFormProps) {
  const { resource, record, takenBack } = props;
  if (!record) return <NewSalary {...props} />;
  return (
    <RecordForm resource={resource} record={record} takenBack={takenBack} facts={resource}>
      <FieldInput name="employee" />
      <StampedNote record={record} />
      <FieldInput name="custom_date" />
    </RecordForm>
  );
}
