import { useWatch } from 'react-hook-form';
import { debtOf } from '#app/data/debt-of.ts';
import { useFormSetting, writesItself } from './form-facts.ts';
import { RemainsLine } from './remains-line.tsx';
import type { Values } from './values.ts';
import { whatRemains } from './what-remains.ts';

/** Under the money of an enrolment: what remains with the amounts as they stand. */
export function RemainingNote() {
  const { resource, facts, record } = useFormSetting();
  const values = useWatch<Values>();
  if (!writesItself(resource, facts) || !debtOf(resource)) return null;
  return <RemainsLine label="Remaining" amount={whatRemains(resource, values, record)} />;
}
