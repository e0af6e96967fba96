import { Box, Button, chakra, Field, Flex, Input, InputGroup, NativeSelect } from '@chakra-ui/react';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { z } from 'zod';
import { formatTypedAmount } from '#app/fields/text-inputs.tsx';
import { messages as fieldMessages } from '#app/fields/texts.en.ts';
import { numberInput } from '#app/lib/typed-digits.ts';
import { settingsFields } from '#contract/branch-settings.ts';
import type { Field as DeclaredField } from '#contract/fields.ts';
import { toLatinNumber } from '#contract/money.ts';
import { conditionsOf, MOST_PRICES, type PricedResource, pricedResources } from '#contract/price-list.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { PriceCondition } from '#contract/rules/discounts.ts';
import { labels } from '#contract/texts/labels.en.ts';
import { type ListInputProps, Wrong } from './list-input.tsx';
import { messages } from './texts.en.ts';

/** As it is typed: the price may be unreadable, an open condition is ''. */
const typedRow = z.object({
  resource: z.enum(pricedResources),
  level: z.string().optional(),
  stage: z.string().optional(),
  period: z.string().optional(),
  transportation_type: z.string().optional(),
  price: z.string(),
});
type TypedRow = z.output<typeof typedRow>;

interface ConditionProps {
  readonly field: DeclaredField;
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

function Condition({ field, value, disabled, onChange }: ConditionProps) {
  return (
    <Field.Root flex="1 1 6.5rem" width="auto" disabled={disabled}>
      <Field.Label>{field.label}</Field.Label>
      {field.choices ? (
        <NativeSelect.Root>
          <NativeSelect.Field value={value} onChange={({ target }) => onChange(target.value)}>
            <option value="">{messages.any}</option>
            {field.choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      ) : (
        <Input
          value={value}
          dir="auto"
          placeholder={messages.any}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field.Root>
  );
}

interface PriceRowProps {
  readonly row: TypedRow;
  readonly title: string;
  readonly problem: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (row: TypedRow) => void;
  readonly onRemove: () => void;
}

function PriceRow({ row, title, problem, disabled, onChange, onRemove }: PriceRowProps) {
  const set = (name: PriceCondition | 'price') => (value: string) => onChange({ ...row, [name]: value });
  return (
    <chakra.fieldset borderWidth="1px" borderRadius="md" padding="3" aria-label={title}>
      <Flex gap="3" wrap="wrap" align="end">
        {conditionsOf(row.resource).map(([name, field]) => (
          <Condition
            key={name}
            field={field}
            value={row[name] ?? ''}
            disabled={disabled}
            onChange={set(name)}
          />
        ))}
        <Field.Root
          flex="1 1 6.5rem"
          width="auto"
          required
          invalid={problem !== undefined}
          disabled={disabled}
        >
          <Field.Label>{labels.price}</Field.Label>
          <InputGroup
            startElement={<chakra.span color="fg.muted">{fieldMessages.currency}</chakra.span>}
            dir="ltr"
          >
            <Input
              inputMode="decimal"
              autoComplete="off"
              textAlign="end"
              onChange={({ target }) => set('price')(toLatinNumber(target.value))}
              onBlur={() => set('price')(formatTypedAmount(row.price))}
              {...numberInput(row.price, 'amount')}
            />
          </InputGroup>
        </Field.Root>
        <Button
          variant="ghost"
          colorPalette="neutral"
          disabled={disabled}
          aria-label={messages.removeMethodOf({ name: title })}
          onClick={onRemove}
        >
          <X size={18} aria-hidden />
        </Button>
      </Flex>
      <Wrong message={problem} />
    </chakra.fieldset>
  );
}

export function PriceListInput({ value, refused, error, disabled, onChange }: ListInputProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = typedRow.array().safeParse(JSON.parse(value || '[]')).data ?? [];
  const problems = refused ? settingsFields.price_list.write.safeParse(rows).error?.issues : undefined;
  const general = error ?? problems?.find(({ path }) => path.length === 0)?.message;
  const set = (changed: readonly TypedRow[]) => onChange(JSON.stringify(changed));
  const add = (resource: PricedResource) => {
    set([...rows, { resource, price: '' }]);
    const isOpened = () =>
      box.current?.querySelector<HTMLElement>(`[data-kind=${resource}] fieldset:last-of-type select,
      [data-kind=${resource}] fieldset:last-of-type input`);
    requestAnimationFrame(() => isOpened()?.focus());
  };
  return (
    <Flex ref={box} direction="column" gap="4">
      <chakra.p color="fg.muted">{messages.pricesHelp}</chakra.p>
      {pricedResources.map((resource) => {
        const { plural: kind } = resourceOf(resource);
        let place = 0;
        return (
          <Box key={resource} data-kind={resource} display="grid" gap="2">
            <Flex align="center" justify="space-between" gap="3">
              <chakra.h3 fontWeight="medium">{kind}</chakra.h3>
              <Button
                variant="outline"
                disabled={disabled || rows.length >= MOST_PRICES}
                aria-label={messages.addPrice({ kind })}
                onClick={() => add(resource)}
              >
                <Plus size={16} aria-hidden /> {messages.add}
              </Button>
            </Flex>
            {rows.map((row, index) => {
              if (row.resource !== resource) return null;
              place += 1;
              return (
                <PriceRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and keep their order
                  key={index}
                  row={row}
                  title={messages.priceOf({ kind, place })}
                  problem={problems?.find(({ path }) => path[0] === index)?.message}
                  disabled={disabled}
                  onChange={(changed) => set(rows.map((one, at) => (at === index ? changed : one)))}
                  onRemove={() => set(rows.filter((_, at) => at !== index))}
                />
              );
            })}
          </Box>
        );
      })}
      <Wrong message={general} />
    </Flex>
  );
}
