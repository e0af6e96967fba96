import { Button, chakra, Flex, Input, InputGroup, Skeleton } from '@chakra-ui/react';
import ListFilter from 'lucide-react/icons/list-filter';
import Search from 'lucide-react/icons/search';
import { lazy, memo, Suspense, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Resource } from '#contract/define-resource.ts';
import type { NamedMonth } from './filter-labels.ts';
import type { ListFilters, SetFilters } from './list-state.ts';

const loadPanel = () => import('./filter-panel.tsx');
const FilterPanel = lazy(async () => ({ default: (await loadPanel()).FilterPanel }));
const FilterChips = lazy(async () => ({ default: (await import('./filter-chips.tsx')).FilterChips }));

const SETTLE_MS = 300;

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (search: string) => void;
}

/** Searches a moment after the last key, so that a word costs one request. */
const SearchBox = memo(function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  useEffect(() => {
    const search = typed.trim();
    if (search === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = search;
      onSearch(search);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);

  return (
    <InputGroup startElement={<Search size={18} aria-hidden />} flex="1 1 16rem" maxWidth="26rem">
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        dir="auto"
        // Both sides: Arabic text starts on the right.
        paddingInline="10"
        autoComplete="off"
      />
    </InputGroup>
  );
});

interface ListToolbarProps {
  readonly resource: Resource;
  readonly narrowing: ListFilters;
  readonly narrow: SetFilters;
  /** Months to choose from; empty if the resource has no cash rule. */
  readonly months: readonly NamedMonth[];
  /** Whether the order is chosen among the filters, because not every column head can be tapped. */
  readonly chooseOrder: boolean;
  /** "120 students", or '' while unknown. */
  readonly count: string;
}

/** Renders search, filters and count above a list. Memoized: turning a page does not render it again. */
export const ListToolbar = memo(function ListToolbar(props: ListToolbarProps) {
  const { resource, narrowing, narrow, months, chooseOrder, count } = props;
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const set = Object.keys(narrowing.filters).length;
  const onSearch = useCallback((search: string) => narrow({ search }), [narrow]);
  const toFilters = useCallback(() => toggle.current?.focus(), []);
  return (
    <>
      <Flex role="search" gap="3" wrap="wrap" align="center" marginBlockEnd="4">
        <SearchBox
          label={`Search ${resource.plural.toLowerCase()}`}
          value={narrowing.search}
          onSearch={onSearch}
        />
        <Button
          ref={toggle}
          variant="outline"
          colorPalette="neutral"
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          aria-label={set > 0 ? `Filters, ${set} set` : undefined}
          onPointerEnter={() => void loadPanel().catch(() => undefined)}
          onClick={() => setOpen(!open)}
        >
          <ListFilter size={18} aria-hidden /> Filters{set > 0 && ` · ${set}`}
        </Button>
        <chakra.output color="fg.muted" fontSize="sm" marginInlineStart="auto">
          {count}
        </chakra.output>
      </Flex>
      {open && (
        <Suspense fallback={<Skeleton height="7rem" marginBlockEnd="4" />}>
          <FilterPanel
            id={panel}
            {...{ resource, narrowing, narrow, months, chooseOrder }}
            onClose={() => {
              setOpen(false);
              toFilters();
            }}
          />
        </Suspense>
      )}
      {set > 0 && (
        <Suspense>
          <FilterChips {...{ resource, narrowing, narrow, months }} onGone={toFilters} />
        </Suspense>
      )}
    </>
  );
});
