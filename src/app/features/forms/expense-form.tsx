import { Button, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { currentDay, effectiveDayOf } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { useAllRecords } from '#app/reads/use-records.ts';
import type { Values } from '#app/resources/form/form-context.ts';
import { FormFields } from '#app/resources/form/form-fields.tsx';
import { RecordForm, type RecordFormProps } from '#app/resources/form/form-page.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { type Day, monthLater } from '#contract/days.ts';
import { formatGrouped, formatMoney, type Piastres, readPiastres } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

const expense = resourceOf('expense');

const MOST_OFFERED = 6;

interface Recurring {
  readonly title: string;
  readonly amount: Piastres;
  readonly record: RecordRow;
}

const firstOfMonth = (today: Day, months: number): Day => monthLater(`${today.slice(0, 7)}-01`, months);

/** Expenses of the calendar month before, the dearest first, that were not recorded in this one yet. */
export function recurringIn(records: readonly RecordRow[], today: Day): readonly Recurring[] {
  const [before, running] = [firstOfMonth(today, -1), firstOfMonth(today, 0)];
  const titleOf = (record: RecordRow) => foldForSearch(textOf(record.title));
  const recorded = new Set(records.filter((one) => effectiveDayOf(one) >= running).map(titleOf));
  const byTitle = new Map<string, Recurring>();
  for (const record of records) {
    const day = effectiveDayOf(record);
    const amount = readPiastres(record.amount);
    const name = titleOf(record);
    if (day < before || day >= running || amount === undefined || recorded.has(name)) continue;
    if (!byTitle.has(name)) byTitle.set(name, { title: textOf(record.title), amount, record });
  }
  return [...byTitle.values()]
    .toSorted((one, other) => (one.amount > other.amount ? -1 : Number(one.amount < other.amount)))
    .slice(0, MOST_OFFERED);
}

function AsLastMonth() {
  const { setValue, formState } = useFormContext<Values>();
  const title = textOf(useWatch<Values>({ name: 'title' }));
  const [today] = useState(currentDay);
  const { rows } = useAllRecords(expense, { created_after: firstOfMonth(today, -1) });
  const { offered } = usePaymentMethods();
  const recurring = recurringIn(
    rows.map(({ record }) => record),
    today,
  );
  // What was typed is not overwritten.
  if (title !== '' && !recurring.some((one) => one.title === title)) return null;
  if (recurring.length === 0) return null;
  const take = ({ title: recurringTitle, amount, record }: Recurring) => {
    const method = textOf(record.payment_method);
    const values = {
      title: recurringTitle,
      amount: formatGrouped(amount),
      ...(textOf(record.category) !== '' && { category: textOf(record.category) }),
      ...(offered.some(({ id }) => id === method) && { payment_method: method }),
    };
    for (const [name, value] of Object.entries(values))
      setValue(name, value, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  return (
    <chakra.div gridColumn="1 / -1" role="group" aria-label={messages.asLastMonth}>
      <chakra.p color="fg.muted" fontSize="sm" marginBlockEnd="2">
        {messages.asLastMonth}
      </chakra.p>
      <Flex gap="2" wrap="wrap">
        {recurring.map((one) => (
          <Button
            key={one.record.id}
            variant={one.title === title ? 'subtle' : 'outline'}
            colorPalette={one.title === title ? 'accent' : 'neutral'}
            aria-pressed={one.title === title}
            maxWidth="full"
            minHeight="target"
            height="auto"
            whiteSpace="normal"
            onClick={() => take(one)}
          >
            <TypedText>{one.title}</TypedText>
            <bdi>{formatMoney(one.amount)}</bdi>
          </Button>
        ))}
      </Flex>
    </chakra.div>
  );
}

export function ExpenseForm(props: RecordFormProps) {
  return (
    <RecordForm {...props} facts={props.resource}>
      {!props.record && <AsLastMonth />}
      <FormFields />
    </RecordForm>
  );
}
