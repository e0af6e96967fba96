import { useBranchList } from '#app/reads/branch-lists.ts';
import { fieldWith } from '#contract/fields.ts';
import { ListedCell } from './cells.tsx';
import { choiceControl } from './choice.tsx';
import type { FieldControl, InputProps } from './field-control.ts';

/** Chooses from a list of the branch's settings; a removed entry of a record stays named. */
function Input({ field, value, ...props }: InputProps) {
  const { offered, nameOf } = useBranchList(field.list);
  const ids = offered.map(({ id }) => id);
  const choices = [...ids, ...(value === '' || ids.includes(value) ? [] : [value])].map((id) => ({
    value: id,
    label: nameOf(id),
  }));
  return (
    <choiceControl.Input {...props} field={fieldWith(field, { kind: 'choice', choices })} value={value} />
  );
}

export const listedControl: FieldControl = { Input, Cell: ListedCell };
