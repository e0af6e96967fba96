import { NativeSelect } from '@chakra-ui/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { DayInput, dayError } from '#app/fields/date.tsx';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { usePeople } from '#app/reads/people.ts';
import filtersStyles from '#app/theme/filters.module.css';
import { isDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { NamedMonth } from './filter-labels.ts';
import { filterNames, type ListFilters, type SetFilters } from './list-state.ts';
import { orderings } from './order.ts';
import { messages } from './texts.en.ts';

interface SelectFilterProps {
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
function useOptimisticValue<Value>(value: Value): [Value, (value: Value) => void] {
  const [shown, setShown] = useState(value);
  useEffect(() => setShown(value), [value]);
  return [shown, setShown];
}

function SelectFilter({ label, value, onChange, wide, children }: SelectFilterProps) {
  const [shown, setShown] = useOptimisticValue(value);
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

interface CheckFilterProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function CheckFilter({ label, checked, onChange }: CheckFilterProps) {
  const [shown, setShown] = useOptimisticValue(checked);
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

interface DayFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Renders the app's own date field; an incomplete date does not filter. */
function DayFilter({ label, value, onChange }: DayFilterProps) {
  const [typed, setTyped] = useOptimisticValue(value);
  const [left, setLeft] = useState(false);
  const id = useId();
  const error = left ? dayError(typed) : undefined;
  return (
    <div data-control>
      <label htmlFor={id}>{label}</label>
      <DayInput
        id={id}
        label={label}
        name={id}
        value={typed}
        onBlur={() => setLeft(true)}
        onChange={(day) => {
          setTyped(day);
          setLeft(false);
          if (day === '' || isDay(day)) onChange(day);
        }}
      />
      {error !== undefined && (
        <p role="alert" data-wrong>
          {error}
        </p>
      )}
    </div>
  );
}

interface FilterPanelProps {
  readonly id: string;
  readonly resource: Resource;
  readonly listFilters: ListFilters;
  readonly setFilters: SetFilters;
  readonly months: readonly NamedMonth[];
  readonly chooseOrder: boolean;
  readonly onClose: () => void;
}

/** Renders every filter and order that the resource's declaration allows. Each change applies at once. */
export function FilterPanel(props: FilterPanelProps) {
  const { id, resource, listFilters, setFilters, months, chooseOrder, onClose } = props;
  const {
    month = '',
    created_after = '',
    created_before = '',
    owing,
    is_installment = '',
    recorded_by = '',
  } = listFilters.filters;
  const names = filterNames(resource);
  const people = usePeople();
  const invalidRange = created_after !== '' && created_before !== '' && created_before < created_after;
  return (
    <fieldset
      className={filtersStyles.panel}
      id={id}
      aria-label={messages.filters}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      {months.length > 0 && (
        <SelectFilter
          wide
          label={appMessages.month}
          value={month}
          onChange={(value) => setFilters({ month: value })}
        >
          <option value="">{messages.allMonths}</option>
          {months.map(({ id: value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectFilter>
      )}
      <DayFilter
        label={messages.fromFilter}
        value={created_after}
        onChange={(day) => setFilters({ created_after: day })}
      />
      <DayFilter
        label={messages.untilFilter}
        value={created_before}
        onChange={(day) => setFilters({ created_before: day })}
      />
      {people.size > 0 && names.includes('recorded_by') && (
        <SelectFilter
          label={messages.takenBy}
          value={recorded_by}
          onChange={(value) => setFilters({ recorded_by: value })}
        >
          <option value="">{messages.anybody}</option>
          {[...people].map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectFilter>
      )}
      {names.includes('is_installment') && (
        <SelectFilter
          label={messages.rowsFilter}
          value={is_installment}
          onChange={(value) => setFilters({ is_installment: value })}
        >
          <option value="">{messages.allRows}</option>
          <option value="false">{messages.noInstallments}</option>
          <option value="true">{messages.installmentsOnly}</option>
        </SelectFilter>
      )}
      {names.includes('owing') && (
        <CheckFilter
          label={messages.onlyDebts}
          checked={owing === 'true'}
          onChange={(onlyDebts) => setFilters({ owing: onlyDebts ? 'true' : '' })}
        />
      )}
      {chooseOrder && (
        <SelectFilter
          wide
          label={messages.orderFilter}
          value={listFilters.ordering}
          onChange={(ordering) => setFilters({ ordering })}
        >
          {orderings(resource).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectFilter>
      )}
      {invalidRange && (
        <p role="alert" data-wrong>
          {messages.invalidRange}
        </p>
      )}
    </fieldset>
  );
}
