import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { fieldWith } from '#contract/fields.ts';
import { CASH } from '#contract/payment-methods.ts';
import { MethodCell } from './cells.tsx';
import { choiceControl } from './choice.tsx';
import type { FieldControl, InputProps } from './field-control.ts';

/** Cash is chosen where the record says nothing; a removed method of a record stays named. */
function Input({ field, value, ...props }: InputProps) {
  const { offered, nameOf } = usePaymentMethods();
  const chosen = value || CASH;
  const ids = offered.map(({ id }) => id);
  const choices = [...ids, ...(ids.includes(chosen) ? [] : [chosen])].map((id) => ({
    value: id,
    label: nameOf(id),
  }));
  return (
    <choiceControl.Input
      {...props}
      field={fieldWith(field, { kind: 'choice', optional: false, choices })}
      value={chosen}
    />
  );
}

export const methodControl: FieldControl = { Input, Cell: MethodCell };
