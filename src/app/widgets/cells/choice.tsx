import { labelOf } from '#contract/choices.ts';
import { type CellProps, textOf } from '../widget.ts';

/** The label of a choice in a list. */
export function ChoiceCell({ name, field, row }: CellProps) {
  const value = textOf(row[name]);
  return <span>{value === '' ? '' : labelOf(field.choices ?? [], value)}</span>;
}
