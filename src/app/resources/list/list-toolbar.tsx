import ListFilter from 'lucide-react/icons/list-filter';
import Printer from 'lucide-react/icons/printer';
import Search from 'lucide-react/icons/search';
import { memo, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import buttonStyles from '#app/resources/button.module.css';
import filtersStyles from '#app/theme/filters.module.css';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { Resource } from '#contract/define-resource.ts';
import { rowTabs, TABLE_QUERY } from './columns.ts';
import { ExportButton, ImportLink } from './export-button.tsx';
import listStyles from './list.module.css';
import type { ListSheetProps } from './list-sheet.tsx';
import { chipsOf, type ListFilters, type SetFilters, sentFilters } from './list-state.ts';
import { SelectButton } from './selection.tsx';
import { messages } from './texts.en.ts';
import type { ShownList } from './use-list.ts';

const loadSheet = async () => (await import('./list-sheet.tsx')).ListSheetDialog;

function PrintButton(props: Omit<ListSheetProps, 'onClose'>) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Sheet = useLazyDialog(open, loadSheet, close);
  return (
    <>
      <button
        type="button"
        className={buttonStyles.neutral}
        aria-label={appMessages.print}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Printer size={18} aria-hidden /> <span className={listStyles.wideLabel}>{appMessages.print}</span>
      </button>
      {open && Sheet && <Sheet {...props} onClose={close} />}
    </>
  );
}

const loadFilters = () => import('./filters.tsx');
const FilterChips = optionalComponent(async () => (await loadFilters()).FilterChips);

export const Count = ({ children }: { readonly children: ReactNode }) => (
  <output className={filtersStyles.count}>{children}</output>
);

const DEBOUNCE_MS = 300;

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly setFilters: SetFilters;
}

/** Waits a moment after the last key, so that a word costs one request. */
function SearchBox({ label, value, setFilters }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const submitted = useRef(value);

  useEffect(() => {
    if (value === submitted.current) return;
    submitted.current = value;
    setTyped(value);
  }, [value]);

  useEffect(() => {
    const search = typed.trim();
    if (search === submitted.current) return;
    const timer = setTimeout(() => {
      submitted.current = search;
      setFilters({ search });
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, setFilters]);

  return (
    <div className={filtersStyles.searchBox}>
      <Search size={18} aria-hidden />
      <input
        className={filtersStyles.searchInput}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // An empty field takes the direction of its placeholder, which is the page's.
        dir={typed === '' ? undefined : 'auto'}
        autoComplete="off"
      />
    </div>
  );
}

type RowTabsProps = Pick<ListToolbarProps, 'resource' | 'listFilters' | 'setFilters'>;

function RowTabs({ resource, listFilters, setFilters }: RowTabsProps) {
  const { is_installment: shown = '' } = listFilters.filters;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of buttons is no fieldset
    <div role="group" aria-label={messages.rowsFilter} className={listStyles.rowTabs}>
      {rowTabs(resource).map(([value, label]) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === shown}
          onClick={() => setFilters({ is_installment: value })}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

interface ListToolbarProps {
  readonly resource: Resource;
  readonly listFilters: ListFilters;
  readonly setFilters: SetFilters;
  readonly count: string | undefined;
  readonly list: ShownList;
}

export const ListToolbar = memo(function ListToolbar(props: ListToolbarProps) {
  const { resource, listFilters, setFilters, count, list } = props;
  const { search, ordering } = listFilters;
  const { knows } = useDeclaredFields();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const asTable = useMedia(TABLE_QUERY);
  // On a phone the rows need the room: there the choice is among the filters.
  const hasTabs = asTable && resource.installment !== undefined;
  const activeCount = chipsOf(listFilters, asTable).length;
  const focusToggle = () => toggle.current?.focus();
  const loaded = useLazyDialog(open, loadFilters, () => setOpen(false));
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers of 2022 do not know the element */}
      <div role="search" className={listStyles.toolbar}>
        <SearchBox
          label={messages.search({ things: resource.plural.toLowerCase() })}
          value={search}
          setFilters={setFilters}
        />
        <button
          ref={toggle}
          type="button"
          className={buttonStyles.neutral}
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          aria-label={activeCount > 0 ? messages.filtersLabel({ count: activeCount }) : undefined}
          onPointerEnter={() => void loadFilters().catch(() => undefined)}
          onClick={() => setOpen(!open)}
        >
          <ListFilter size={18} aria-hidden />{' '}
          {/* On a phone the search needs the room; the chips say what is set. */}
          <span className={listStyles.filtersLabel}>
            {activeCount > 0 ? messages.filtersWithCount({ count: activeCount }) : messages.filters}
          </span>
        </button>
        {resource.name === 'student' && <ImportLink />}
        <ExportButton
          path={resource.path}
          query={{ search, ordering, ...sentFilters(resource, listFilters, knows) }}
        />
        <PrintButton resource={resource} listFilters={listFilters} list={list} />
        {list.rows.length > 0 && <SelectButton />}
        {!hasTabs && count !== undefined && <Count>{count}</Count>}
      </div>
      {hasTabs && (
        <div className={listStyles.tabs}>
          <RowTabs {...{ resource, listFilters, setFilters }} />
          {count !== undefined && <Count>{count}</Count>}
        </div>
      )}
      {open && !loaded && <div className={listStyles.panelLoading} />}
      {open && loaded && (
        <loaded.FilterPanel
          id={panel}
          {...{ resource, listFilters, setFilters }}
          onClose={() => {
            setOpen(false);
            focusToggle();
          }}
        />
      )}
      {activeCount > 0 && (
        <FilterChips {...{ resource, listFilters, setFilters }} onBeforeRemove={focusToggle} />
      )}
    </>
  );
});
