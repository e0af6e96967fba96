import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { currentDay, effectiveDayOf } from '#app/lib/branch-day.ts';
import { displayDay } from '#contract/days.ts';
import { endByPeriod } from '#contract/rules/term.ts';
import { FieldInput } from './field-input.tsx';
import { useFormContextValue, type Values } from './form-context.ts';
import { messages } from './texts.en.ts';

const NAME = 'ends_on';

/** The last day of an enrolment. One that follows the period moves with it and with the first day (decision 133). */
export function LastDay() {
  const { definition, record } = useFormContextValue();
  const { setValue, getValues } = useFormContext<Values>();
  const [typed, period] = useWatch<Values>({ name: ['custom_date', 'period'] });
  const first = textOf(typed) || (record && effectiveDayOf(record)) || currentDay();
  const last = endByPeriod(definition.fields, { custom_date: first, period });
  const before = useRef(last);
  useEffect(() => {
    const follows = record !== undefined && textOf(getValues(NAME)) === before.current;
    before.current = last;
    if (follows && last !== undefined && textOf(getValues(NAME)) !== last)
      setValue(NAME, last, { shouldDirty: true });
  }, [record, last, getValues, setValue]);
  return (
    <FieldInput
      name={NAME}
      help={last === undefined ? undefined : messages.endsByPeriod({ day: displayDay(last) })}
    />
  );
}
