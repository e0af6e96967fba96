import { NativeSelect } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { DayInput, dayError } from '#app/fields/date.tsx';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { useBranchList, usePaymentMethods } from '#app/reads/branch-lists.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useDeclared, useReadStrategy } from '#app/reads/capabilities.ts';
import { usePeople } from '#app/reads/people.ts';
import { useRecord } from '#app/reads/use-records.ts';
import filtersStyles from '#app/theme/filters.module.css';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay, isDay } from '#contract/days.ts';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Month } from '#contract/month.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { labels } from '#contract/texts/labels.en.ts';
import { isFolded, orderings, RECORDED_BY, rowTabs, TABLE_QUERY, WIDE_QUERY } from './columns.ts';
import {
  chipsOf,
  EVERYBODY,
  filterNames,
  type ListFilters,
  presentByDefault,
  type SetFilters,
} from './list-state.ts';
import { messages } from './texts.en.ts';

/** Empty for a server without filters: only a server with filters can tell the month of a record. */
function useMonthsToFilter({ cash }: Resource): readonly Month[] {
  // The list itself reads them.
  const { data } = useQuery({ ...monthsQuery(1), enabled: false });
  const canFilter = useReadStrategy()?.searches !== false && cash !== undefined;
  return (canFilter && data?.results) || [];
}

const PAYMENT_METHOD = 'payment_method';

const presenceLabels = (): Readonly<Record<string, string>> => ({
  true: messages.present,
  false: messages.gone,
  [EVERYBODY]: messages.all,
});

/** Returns the field of a resource that chooses from a list of the branch's settings. */
const listedField = ({ fields }: Resource) => Object.entries(fields).find(([, { list }]) => list);

export function useFilterLabel(resource: Resource, name: string, value: string): string {
  const months = useMonthsToFilter(resource);
  const people = usePeople();
  const methods = usePaymentMethods();
  const list = useBranchList(resource.fields[name]?.list);
  const refersTo = resource.fields[name]?.refersTo;
  const referenced = refersTo && resourceOf(refersTo);
  const { record } = useRecord(referenced ?? resource, referenced && value);
  if (name === 'created_after') return messages.fromDay({ day: displayDay(value) });
  if (name === 'created_before') return messages.untilDay({ day: displayDay(value) });
  if (name === 'owing') return messages.onlyDebts;
  if (name === 'present') return presenceLabels()[value] ?? value;
  if (name === 'ending_before') return messages.endsBy({ day: displayDay(value) });
  if (name === 'ending_after') return messages.endsFrom({ day: displayDay(value) });
  if (name === 'is_installment') return new Map(rowTabs(resource)).get(value) ?? value;
  if (name === 'month') return months.find(({ id }) => id === value)?.name ?? messages.oneMonth;
  if (name === RECORDED_BY) return messages.takenByPerson({ name: people.get(value) ?? '' });
  if (name === PAYMENT_METHOD) return methods.nameOf(value);
  if (resource.fields[name]?.list) return list.nameOf(value);
  const label = fieldOf(resource, name)?.label ?? name;
  const nameOfRecord = record && referenced?.titleOf(record);
  return nameOfRecord
    ? messages.namedReference({ label, name: nameOfRecord })
    : messages.unnamedReference({ label: label.toLowerCase() });
}

interface ChipProps {
  readonly resource: Resource;
  readonly name: string;
  readonly value: string;
  readonly onRemove: () => void;
}

function Chip({ resource, name, value, onRemove }: ChipProps) {
  const label = useFilterLabel(resource, name, value);
  return (
    <li>
      <button type="button" data-chip aria-label={messages.removeFilter({ label })} onClick={onRemove}>
        <TypedText>{label}</TypedText> <X size={16} aria-hidden />
      </button>
    </li>
  );
}

interface FilterChipsProps {
  readonly resource: Resource;
  readonly listFilters: ListFilters;
  readonly setFilters: SetFilters;
  readonly onBeforeRemove: () => void;
}

export function FilterChips(props: FilterChipsProps) {
  const { resource, listFilters, setFilters, onBeforeRemove } = props;
  const remove = (names: readonly string[]) => {
    onBeforeRemove();
    setFilters(Object.fromEntries(names.map((name) => [name, ''])));
  };
  const names = chipsOf(listFilters, useMedia(TABLE_QUERY));
  return (
    <ul className={filtersStyles.chips} aria-label={messages.activeFilters}>
      {names.map(([name, value]) => (
        <Chip key={name} {...{ resource, name, value }} onRemove={() => remove([name])} />
      ))}
      <li>
        <button type="button" onClick={() => remove(names.map(([name]) => name))}>
          {messages.clearFilters}
        </button>
      </li>
    </ul>
  );
}

/**
 * A control shows its new value at once. The address follows a moment later, and the control must not jump back
 * meanwhile.
 */
function useOptimisticValue<Value>(value: Value): [Value, (value: Value) => void] {
  const [shown, setShown] = useState(value);
  useEffect(() => setShown(value), [value]);
  return [shown, setShown];
}

interface SelectFilterProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly wide?: true;
  readonly children: ReactNode;
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

/** An incomplete date does not filter. */
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
  readonly onClose: () => void;
}

export function FilterPanel(props: FilterPanelProps) {
  const { id, resource, listFilters, setFilters, onClose } = props;
  const {
    month = '',
    created_after = '',
    created_before = '',
    owing,
    recorded_by = '',
    payment_method = '',
    ending_before = '',
  } = listFilters.filters;
  const names = filterNames(resource);
  const shownByDefault = presentByDefault(listFilters);
  const [tellsWhoLeft, tellsEnds] = [useDeclared('departures'), useDeclared('renewals')];
  const people = usePeople();
  const months = useMonthsToFilter(resource);
  const { offered, known, nameOf } = usePaymentMethods();
  const [listedName = '', listed] = listedField(resource) ?? [];
  const list = useBranchList(listed?.list);
  const [asTable, wide] = [useMedia(TABLE_QUERY), useMedia(WIDE_QUERY)];
  const hasHeadOfEachField = asTable && (wide || !isFolded(resource));
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
      {names.includes('present') && tellsWhoLeft && (
        <SelectFilter
          label={messages.whoIsHere}
          value={listFilters.filters.present ?? shownByDefault}
          onChange={(value) => setFilters({ present: value === shownByDefault ? '' : value })}
        >
          {Object.entries(presenceLabels()).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
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
      {names.includes('ending_before') && tellsEnds && (
        <DayFilter
          label={messages.endsByFilter}
          value={ending_before}
          onChange={(day) => setFilters({ ending_before: day, ending_after: '' })}
        />
      )}
      {people.size > 0 && names.includes(RECORDED_BY) && (
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
      {known.length > 0 && names.includes(PAYMENT_METHOD) && (
        <SelectFilter
          label={labels.paymentMethod}
          value={payment_method}
          onChange={(value) => setFilters({ payment_method: value })}
        >
          <option value="">{messages.anyMethod}</option>
          {[...offered, ...known.filter(({ removed }) => removed)].map(({ id: value }) => (
            <option key={value} value={value}>
              {nameOf(value)}
            </option>
          ))}
        </SelectFilter>
      )}
      {listed && list.offered.length + list.removed.length > 0 && names.includes(listedName) && (
        <SelectFilter
          label={listed.label}
          value={listFilters.filters[listedName] ?? ''}
          onChange={(value) => setFilters({ [listedName]: value })}
        >
          <option value="">{messages.all}</option>
          {[...list.offered, ...list.removed].map(({ id }) => (
            <option key={id} value={id}>
              {list.nameOf(id)}
            </option>
          ))}
        </SelectFilter>
      )}
      {!asTable && names.includes('is_installment') && (
        <SelectFilter
          label={messages.rowsFilter}
          value={listFilters.filters.is_installment ?? ''}
          onChange={(value) => setFilters({ is_installment: value })}
        >
          {rowTabs(resource).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectFilter>
      )}
      {names.includes('owing') && (
        <CheckFilter
          label={messages.onlyDebts}
          checked={owing === 'true'}
          onChange={(onlyDebts) => setFilters({ owing: onlyDebts ? 'true' : '' })}
        />
      )}
      {!hasHeadOfEachField && (
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
