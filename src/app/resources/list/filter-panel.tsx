import { chakra, Input, NativeSelect } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { filterPanel } from '#app/theme/recipes/filters.ts';
import { isDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { NamedMonth } from './filter-labels.ts';
import { filterNames, type ListFilters, type SetFilters } from './list-state.ts';
import { orderings } from './order.ts';

const Panel = chakra('fieldset', filterPanel);

interface ChooseProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** True if its options are long. */
  readonly wide?: true;
  readonly children: ReactNode;
}

/**
 * Returns a control's value as it was just set. The address follows a moment later; the control must not
 * jump back meanwhile.
 */
function useAhead<Value>(value: Value): [Value, (value: Value) => void] {
  const [shown, setShown] = useState(value);
  useEffect(() => setShown(value), [value]);
  return [shown, setShown];
}

function Choose({ label, value, onChange, wide, children }: ChooseProps) {
  const [shown, setShown] = useAhead(value);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the select
    <label data-wide={wide}>
      {label}
      <NativeSelect.Root>
        <NativeSelect.Field
          value={shown}
          onChange={({ target }) => {
            setShown(target.value);
            onChange(target.value);
          }}
        >
          {children}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </label>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Check({ label, checked, onChange }: CheckProps) {
  const [shown, setShown] = useAhead(checked);
  return (
    <label data-check>
      <input
        type="checkbox"
        checked={shown}
        onChange={({ target }) => {
          setShown(target.checked);
          onChange(target.checked);
        }}
      />
      {label}
    </label>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Renders the device's own date input; an incomplete date does not filter. */
function Day({ label, value, onChange }: DayProps) {
  const [typed, setTyped] = useAhead(value);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the input
    <label>
      {label}
      <Input
        type="date"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.value === '' || isDay(target.value)) onChange(target.value);
        }}
      />
    </label>
  );
}

interface FilterPanelProps {
  readonly id: string;
  readonly resource: Resource;
  readonly narrowing: ListFilters;
  readonly narrow: SetFilters;
  readonly months: readonly NamedMonth[];
  readonly chooseOrder: boolean;
  readonly onClose: () => void;
}

/** Renders every filter and order that the resource's declaration allows. Each change applies at once. */
export function FilterPanel(props: FilterPanelProps) {
  const { id, resource, narrowing, narrow, months, chooseOrder, onClose } = props;
  const {
    month = '',
    created_after = '',
    created_before = '',
    owing,
    is_installment = '',
  } = narrowing.filters;
  const names = filterNames(resource);
  const backwards = created_after !== '' && created_before !== '' && created_before < created_after;
  return (
    <Panel
      id={id}
      aria-label="Filters"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      {months.length > 0 && (
        <Choose wide label="Month" value={month} onChange={(value) => narrow({ month: value })}>
          <option value="">All months</option>
          {months.map(({ id: value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Choose>
      )}
      <Day label="From" value={created_after} onChange={(day) => narrow({ created_after: day })} />
      <Day label="Until" value={created_before} onChange={(day) => narrow({ created_before: day })} />
      {names.includes('is_installment') && (
        <Choose label="Rows" value={is_installment} onChange={(value) => narrow({ is_installment: value })}>
          <option value="">All rows</option>
          <option value="false">No installments</option>
          <option value="true">Installments only</option>
        </Choose>
      )}
      {names.includes('owing') && (
        <Check
          label="Only debts"
          checked={owing === 'true'}
          onChange={(only) => narrow({ owing: only ? 'true' : '' })}
        />
      )}
      {chooseOrder && (
        <Choose wide label="Order" value={narrowing.ordering} onChange={(ordering) => narrow({ ordering })}>
          {orderings(resource).map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Choose>
      )}
      {backwards && (
        <p role="alert" data-wrong>
          The last day is before the first: nothing can be between them.
        </p>
      )}
    </Panel>
  );
}
