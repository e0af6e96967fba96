import { Grid } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { showsAllChoices } from '#app/fields/choice.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { currentDay, effectiveDayOf } from '#app/lib/branch-day.ts';
import { displayDay } from '#contract/days.ts';
import { debtOf } from '#contract/define-resource.ts';
import type { Field, FieldMap } from '#contract/fields.ts';
import { parseTypedAmount } from '#contract/money.ts';
import { endByPeriod } from '#contract/rules/term.ts';
import { FieldInput } from './field-input.tsx';
import { FormSummary, PaidInFull, RemainsLine, remainingAfter } from './form-amounts.tsx';
import { useFormContextValue, type Values, writesResourceItself } from './form-context.ts';
import { useAsked } from './paid-by.tsx';
import { PriceTerms } from './price-terms.tsx';
import { RecentChoices } from './recent-choices.tsx';
import { messages } from './texts.en.ts';

const NAME = 'ends_on';

/** The last day of an enrolment. One that follows the period moves with it and with the first day (decision 133). */
function LastDay() {
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

function RemainingNote() {
  const { resource, definition, record } = useFormContextValue();
  const values = useWatch<Values>();
  const debt = debtOf(resource);
  if (!writesResourceItself(resource, definition) || !debt) return null;
  return (
    <>
      <FormSummary>
        <RemainsLine label={messages.remaining} amount={remainingAfter(resource, values, record)} />
      </FormSummary>
      <PaidInFull name={debt.paid} price={parseTypedAmount(textOf(values[debt.price]))} />
    </>
  );
}

const SHORT_KINDS: readonly Field['kind'][] = ['money', 'choice', 'date', 'phone'];

const shortKind = (field: Field) =>
  SHORT_KINDS.includes(field.kind) && !showsAllChoices(field) ? field.kind : undefined;

function linesOf(fields: FieldMap): string[][] {
  const lines: string[][] = [];
  let last: Field['kind'] | undefined;
  for (const [name, field] of Object.entries(fields)) {
    const line = lines.at(-1);
    const kind = shortKind(field);
    if (line && kind !== undefined && kind === last) line.push(name);
    else lines.push([name]);
    last = kind;
  }
  return lines;
}

function columnsFor(count: number, minWidth: string): string {
  const share = `calc((100% - ${(count - 1) * 1.25}rem) / ${count})`;
  return `repeat(auto-fit, minmax(max(min(100%, ${minWidth}), ${share}), 1fr))`;
}

export function FormFields() {
  const { resource, definition } = useFormContextValue();
  const { asks, requires } = useAsked();
  const known = Object.fromEntries(Object.entries(definition.fields).filter(([name]) => asks(name)));
  return linesOf(known).map((line) => {
    const kind = line[0] === undefined ? undefined : definition.fields[line[0]]?.kind;
    const money = kind === 'money';
    const narrow = money || kind === 'choice';
    return (
      <Grid
        key={line[0]}
        gap="5"
        gridColumn={line.length > 2 ? '1 / -1' : undefined}
        templateColumns={columnsFor(line.length, narrow ? '9.25rem' : '11rem')}
      >
        {line[0] !== undefined && <RecentChoices name={line[0]} />}
        {line.map((name) =>
          name === 'ends_on' ? (
            <LastDay key={name} />
          ) : (
            <FieldInput key={name} name={name} required={requires(name)} />
          ),
        )}
        {money && <RemainingNote />}
        {line.includes(resource.cash?.discount ? (resource.cash.owed ?? '') : '') && <PriceTerms />}
      </Grid>
    );
  });
}
