import X from 'lucide-react/icons/x';
import { usePeople } from '#app/reads/people.ts';
import { useRecord } from '#app/reads/use-records.ts';
import filtersStyles from '#app/theme/filters.module.css';
import type { Resource } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { filterLabel, type NamedMonth } from './filter-labels.ts';
import type { ListFilters, SetFilters } from './list-state.ts';
import { messages } from './texts.en.ts';

interface ChipProps {
  readonly resource: Resource;
  readonly name: string;
  readonly value: string;
  readonly months: readonly NamedMonth[];
  readonly onRemove: () => void;
}

function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <li>
      <button type="button" data-chip aria-label={messages.removeFilter({ label })} onClick={onRemove}>
        <bdi>{label}</bdi> <X size={16} aria-hidden />
      </button>
    </li>
  );
}

/** Renders a filter by a referenced record, with its name. */
function ReferenceChip({
  referenced,
  resource,
  name,
  value,
  months,
  onRemove,
}: ChipProps & { referenced: Resource }) {
  const { record } = useRecord(referenced, value);
  const label = filterLabel(resource, name, value, { months, nameOf: record && referenced.titleOf(record) });
  return <Chip label={label} onRemove={onRemove} />;
}

interface FilterChipsProps {
  readonly resource: Resource;
  readonly listFilters: ListFilters;
  readonly setFilters: SetFilters;
  readonly months: readonly NamedMonth[];
  /** Called before a chip that may have the focus is removed. */
  readonly onBeforeRemove: () => void;
}

/** Renders the active filters as chips; a tap removes one. */
export function FilterChips({
  resource,
  listFilters: { filters },
  setFilters,
  months,
  onBeforeRemove,
}: FilterChipsProps) {
  const people = usePeople();
  const remove = (names: readonly string[]) => {
    onBeforeRemove();
    setFilters(Object.fromEntries(names.map((name) => [name, ''])));
  };
  return (
    <ul className={filtersStyles.chips} aria-label={messages.activeFilters}>
      {Object.entries(filters).map(([name, value]) => {
        const { refersTo } = resource.fields[name] ?? {};
        const chip = { resource, name, value, months, onRemove: () => remove([name]) };
        return refersTo ? (
          <ReferenceChip key={name} referenced={resourceOf(refersTo)} {...chip} />
        ) : (
          <Chip
            key={name}
            label={filterLabel(resource, name, value, {
              months,
              nameOf: name === 'recorded_by' ? people.get(value) : undefined,
            })}
            onRemove={chip.onRemove}
          />
        );
      })}
      <li>
        <button type="button" onClick={() => remove(Object.keys(filters))}>
          {messages.clearFilters}
        </button>
      </li>
    </ul>
  );
}
