import { Input, NativeSelect } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { listTitle } from '#app/lib/texts.en.ts';
import filtersStyles from '#app/theme/filters.module.css';
import { levels } from '#contract/choices.ts';
import { debtKinds } from '#contract/debts.ts';
import { parseTypedAmount, toLatinNumber } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { type DebtFilters, hasLevels } from './debt-filters.ts';
import { messages } from './texts.en.ts';

const DEBOUNCE_MS = 400;

const orders = [
  ['', 'largest'],
  ['remaining', 'smallest'],
  ['-age', 'oldest'],
  ['age', 'newest'],
  ['name', 'byName'],
  ['-name', 'byNameBackwards'],
] as const;

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

function Select({ label, value, onChange, children }: SelectProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the select
    <label>
      {label}
      <NativeSelect.Root>
        <NativeSelect.Field value={value} onChange={({ target }) => onChange(target.value)}>
          {children}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </label>
  );
}

/** Filters a moment after the last key; text that is no amount does not filter. */
function Minimum({ value, onChange }: Pick<SelectProps, 'value' | 'onChange'>) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    const isAmount = typed.trim() === '' || parseTypedAmount(typed) !== undefined;
    if (typed === value || !isAmount) return;
    const timer = setTimeout(() => onChange(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the input
    <label>
      {messages.minimum}
      <Input
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(toLatinNumber(target.value))}
      />
    </label>
  );
}

interface DebtToolbarProps {
  readonly filters: DebtFilters;
  readonly onChange: (change: Partial<DebtFilters>) => void;
}

/** Renders the filters and the order of the page. */
export function DebtToolbar({ filters, onChange }: DebtToolbarProps) {
  const { kind, level, minimum, ordering } = filters;
  return (
    <fieldset className={filtersStyles.panel} aria-label={messages.filters} data-no-print>
      <Select label={messages.kind} value={kind} onChange={(value) => onChange({ kind: value })}>
        <option value="">{messages.allKinds}</option>
        {debtKinds.map((name) => (
          <option key={name} value={name}>
            {listTitle(resourceOf(name))}
          </option>
        ))}
      </Select>
      {hasLevels(kind) && (
        <Select label={messages.level} value={level} onChange={(value) => onChange({ level: value })}>
          <option value="">{messages.allLevels}</option>
          {levels.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
      <Minimum value={minimum} onChange={(value) => onChange({ minimum: value })} />
      <Select label={messages.order} value={ordering} onChange={(value) => onChange({ ordering: value })}>
        {orders.map(([value, label]) => (
          <option key={value} value={value}>
            {messages[label]}
          </option>
        ))}
      </Select>
    </fieldset>
  );
}
