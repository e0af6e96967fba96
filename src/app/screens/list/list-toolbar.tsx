import { chakra, Flex, Input, InputGroup, NativeSelect } from '@chakra-ui/react';
import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import type { Place } from './use-place.ts';

const SETTLE_MS = 300;

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (search: string) => void;
}

/** Searches a moment after the last key, so that each word typed costs one request and not six. */
function SearchBox({ label, value, onSearch }: SearchBoxProps) {
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
        // Both sides: Arabic text begins at the other one.
        paddingInline="10"
        autoComplete="off"
      />
    </InputGroup>
  );
}

interface ListToolbarProps {
  readonly place: Place;
  readonly narrow: (change: Partial<Pick<Place, 'search' | 'month'>>) => void;
  readonly many: string;
  /** Months to choose from; none where the list holds no money. */
  readonly months: readonly { readonly id: string; readonly name: string }[];
  /** "120 students", or nothing while it is not known. */
  readonly count: string;
}

/** Search, month and count above a list. */
export function ListToolbar({ place, narrow, many, months, count }: ListToolbarProps) {
  return (
    <Flex role="search" gap="3" wrap="wrap" align="center" marginBlockEnd="4">
      <SearchBox
        label={`Search ${many.toLowerCase()}`}
        value={place.search}
        onSearch={(search) => narrow({ search })}
      />
      {months.length > 0 && (
        <NativeSelect.Root width="auto" flex="1 1 9rem" maxWidth="14rem">
          <NativeSelect.Field
            aria-label="Month"
            value={place.month}
            onChange={(event) => narrow({ month: event.target.value })}
          >
            <option value="">All months</option>
            {months.map((month) => (
              <option key={month.id} value={month.id}>
                {month.name}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      )}
      <chakra.output color="fg.muted" fontSize="sm" marginInlineStart="auto">
        {count}
      </chakra.output>
    </Flex>
  );
}
