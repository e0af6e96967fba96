import { NativeSelect } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { type ComponentType, type ReactNode, useEffect, useId, useState } from 'react';
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
import { declaredFilters, type FilterKind } from '#contract/list-filters.ts';
import type { Month } from '#contract/month.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { labels } from '#contract/texts/labels.en.ts';
import { isFolded, orderings, rowTabs, TABLE_QUERY, WIDE_QUERY } from './columns.ts';
import {
  chipsOf,
  chosenFilters,
  EVERYBODY,
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

const presenceLabels = (): Readonly<Record<string, string>> => ({
  true: messages.present,
  false: messages.gone,
  [EVERYBODY]: messages.all,
});

export function useFilterLabel(resource: Resource, name: string, value: string): string {
  const kind = declaredFilters(resource)[name]?.kind;
  const months = useMonthsToFilter(resource);
  const people = usePeople();
  const methods = usePaymentMethods();
  const list = useBranchList(resource.fields[name]?.list);
  const referenced = kind === 'record' ? referencedBy(resource, name) : undefined;
  const { record } = useRecord(referenced ?? resource, referenced && value);
  const label = fieldOf(resource, name)?.label ?? name;
  const day = displayDay(value);
  const isUntil = name.endsWith('_before');
  switch (kind) {
    case 'day':
      return isUntil ? messages.untilDay({ day }) : messages.fromDay({ day });
    case 'end':
      return isUntil ? messages.endsBy({ day }) : messages.endsFrom({ day });
    case 'owing':
      return messages.onlyDebts;
    case 'present':
      return presenceLabels()[value] ?? value;
    case 'rows':
      return new Map(rowTabs(resource)).get(value) ?? value;
    case 'month':
      return months.find(({ id }) => id === value)?.name ?? messages.oneMonth;
    case 'person':
      return messages.takenByPerson({ name: people.get(value) ?? '' });
    case 'method':
      return methods.nameOf(value);
    case 'listed':
      return list.nameOf(value);
    default: {
      const nameOfRecord = record && referenced?.titleOf(record);
      return nameOfRecord
        ? messages.namedReference({ label, name: nameOfRecord })
        : messages.unnamedReference({ label: label.toLowerCase() });
    }
  }
}

function referencedBy({ fields }: Resource, name: string): Resource | undefined {
  const refersTo = fields[name]?.refersTo;
  return refersTo && resourceOf(refersTo);
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

interface ControlProps {
  readonly resource: Resource;
  readonly name: string;
  readonly listFilters: ListFilters;
  readonly setFilters: SetFilters;
}

const chosenValue = ({ name, listFilters }: ControlProps): string => listFilters.filters[name] ?? '';

interface OptionsFilterProps extends ControlProps {
  readonly label: string;
  readonly all?: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly wide?: true;
}

function OptionsFilter({ label, all, options, wide, ...control }: OptionsFilterProps) {
  if (options.length === 0) return null;
  return (
    <SelectFilter
      label={label}
      value={chosenValue(control)}
      onChange={(value) => control.setFilters({ [control.name]: value })}
      {...(wide && { wide })}
    >
      {all !== undefined && <option value="">{all}</option>}
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectFilter>
  );
}

function MonthFilter(props: ControlProps) {
  const months = useMonthsToFilter(props.resource);
  return (
    <OptionsFilter
      {...props}
      wide
      label={appMessages.month}
      all={messages.allMonths}
      options={months.map(({ id, name }) => [id, name])}
    />
  );
}

function PresentFilter({ name, listFilters, setFilters }: ControlProps) {
  const tellsWhoLeft = useDeclared('departures');
  const shownByDefault = presentByDefault(listFilters);
  if (!tellsWhoLeft) return null;
  return (
    <SelectFilter
      label={messages.whoIsHere}
      value={listFilters.filters[name] ?? shownByDefault}
      onChange={(value) => setFilters({ [name]: value === shownByDefault ? '' : value })}
    >
      {Object.entries(presenceLabels()).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectFilter>
  );
}

function DaysFilter(props: ControlProps) {
  const { name, setFilters } = props;
  return (
    <DayFilter
      label={name.endsWith('_before') ? messages.untilFilter : messages.fromFilter}
      value={chosenValue(props)}
      onChange={(day) => setFilters({ [name]: day })}
    />
  );
}

function EndFilter(props: ControlProps) {
  const { name, setFilters } = props;
  const tellsEnds = useDeclared('renewals');
  if (!tellsEnds || name !== 'ending_before') return null;
  return (
    <DayFilter
      label={messages.endsByFilter}
      value={chosenValue(props)}
      onChange={(day) => setFilters({ [name]: day, ending_after: '' })}
    />
  );
}

function PersonFilter(props: ControlProps) {
  const people = usePeople();
  return <OptionsFilter {...props} label={messages.takenBy} all={messages.anybody} options={[...people]} />;
}

function MethodFilter(props: ControlProps) {
  const { offered, known, nameOf } = usePaymentMethods();
  const methods = known.length > 0 ? [...offered, ...known.filter(({ removed }) => removed)] : [];
  return (
    <OptionsFilter
      {...props}
      label={labels.paymentMethod}
      all={messages.anyMethod}
      options={methods.map(({ id }) => [id, nameOf(id)])}
    />
  );
}

function ListedFilter(props: ControlProps) {
  const field = props.resource.fields[props.name];
  const list = useBranchList(field?.list);
  return (
    <OptionsFilter
      {...props}
      label={field?.label ?? props.name}
      all={messages.all}
      options={[...list.offered, ...list.removed].map(({ id }) => [id, list.nameOf(id)])}
    />
  );
}

function RowsFilter(props: ControlProps) {
  const asTable = useMedia(TABLE_QUERY);
  if (asTable) return null;
  return <OptionsFilter {...props} label={messages.rowsFilter} options={rowTabs(props.resource)} />;
}

function OwingFilter(props: ControlProps) {
  const { name, setFilters } = props;
  return (
    <CheckFilter
      label={messages.onlyDebts}
      checked={chosenValue(props) === 'true'}
      onChange={(onlyDebts) => setFilters({ [name]: onlyDebts ? 'true' : '' })}
    />
  );
}

const controls: readonly (readonly [FilterKind, ComponentType<ControlProps>])[] = [
  ['month', MonthFilter],
  ['present', PresentFilter],
  ['day', DaysFilter],
  ['end', EndFilter],
  ['person', PersonFilter],
  ['method', MethodFilter],
  ['listed', ListedFilter],
  ['rows', RowsFilter],
  ['owing', OwingFilter],
];

interface FilterPanelProps {
  readonly id: string;
  readonly resource: Resource;
  readonly listFilters: ListFilters;
  readonly setFilters: SetFilters;
  readonly onClose: () => void;
}

export function FilterPanel(props: FilterPanelProps) {
  const { id, resource, listFilters, setFilters, onClose } = props;
  const { created_after = '', created_before = '' } = listFilters.filters;
  const chosen = chosenFilters(resource);
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
      {controls.flatMap(([kind, Control]) =>
        chosen
          .filter(([, filterKind]) => filterKind === kind)
          .map(([name]) => <Control key={name} {...{ resource, name, listFilters, setFilters }} />),
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
