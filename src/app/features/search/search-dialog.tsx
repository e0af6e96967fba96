import { chakra, Dialog, Input, InputGroup, Text } from '@chakra-ui/react';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { searchResultsRecipe } from '#app/theme/recipes/search.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { resources } from '#contract/resources/registry.ts';
import { SEARCH_LIMIT } from '#contract/search.ts';
import { HitRow, optionId } from './hit-row.tsx';
import type { Hit, Hits } from './hits.ts';
import { messages } from './messages.ts';
import { type SearchResult, useSearch } from './use-search.ts';

const Results = chakra('div', searchResultsRecipe);

const groups = ['students', 'receipts', 'books'] as const satisfies readonly (keyof Hits)[];
const MAX_LENGTH = 255;

const nameOf = (group: keyof Hits): string =>
  group === 'receipts' ? messages.receipts : resources[group === 'books' ? 'book' : 'student'].plural;

/** Returns the text below the rows; undefined if they say everything. */
function footnote({ status, hits }: SearchResult, count: number, typed: string): string | undefined {
  if (status === 'idle') return messages.hint;
  if (status === 'loading') return count === 0 ? messages.searching : undefined;
  if (count === 0) return `${messages.nothing({ typed })} ${messages.nothingHint}`;
  return groups.some((group) => hits[group].length >= SEARCH_LIMIT) ? messages.more : undefined;
}

interface SearchDialogProps {
  readonly onClose: () => void;
}

/** Renders the one search over the page (decision 61): a field, and rows that keys and fingers choose from. */
export function SearchDialog({ onClose }: SearchDialogProps) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const result = useSearch(typed);
  const { hits, note, status } = result;
  const rows: readonly Hit[] = groups.flatMap((group) => hits[group]);
  const options = rows.flatMap((hit) => [
    { hit, id: optionId(listId, hit, false), path: hit.path },
    ...(hit.payPath ? [{ hit, id: optionId(listId, hit, true), path: hit.payPath }] : []),
  ]);
  // The best row is chosen until another one is.
  const active = options.find(({ id }) => id === chosen) ?? options[0];

  useEffect(() => {
    if (active) list.current?.querySelector(`[id="${active.id}"]`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);

  const choose = (path: string) => {
    onClose();
    void navigate(path);
  };
  const moveBy = (step: number) => {
    const at = active ? rows.indexOf(active.hit) : -1;
    const next = rows[(at + step + rows.length) % rows.length];
    if (next) setChosen(optionId(listId, next, false));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (rows.length > 0) moveBy(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const path = event.shiftKey ? active?.hit.payPath : active?.path;
      if (path !== undefined && status === 'ready') choose(path);
    }
  };
  const text = footnote(result, rows.length, typed.trim());

  return (
    <DialogFrame title={messages.title} size="lg" focusFirst={field} onClose={onClose}>
      <Dialog.Body display="flex" flexDirection="column" gap="3" pb="5" height="min(36rem, 80dvh)">
        <InputGroup startElement={<Search size={20} aria-hidden />}>
          <Input
            ref={field}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            role="combobox"
            aria-label={messages.label}
            aria-autocomplete="list"
            aria-expanded={rows.length > 0}
            aria-controls={rows.length > 0 ? listId : undefined}
            aria-activedescendant={active?.id}
            placeholder={messages.placeholder}
            value={typed}
            maxLength={MAX_LENGTH}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosen(undefined);
            }}
            onKeyDown={onKeyDown}
            dir="auto"
            paddingInline="10"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </InputGroup>
        {note !== undefined && (
          <Text role="status" color="fg.muted" fontSize="sm">
            {note}
          </Text>
        )}
        {rows.length > 0 && (
          // Keeps the focus in the field.
          <Results
            ref={list}
            id={listId}
            role="listbox"
            aria-label={messages.results}
            aria-busy={status === 'loading'}
            onMouseDown={(event) => event.preventDefault()}
          >
            {groups.map(
              (group) =>
                hits[group].length > 0 && (
                  // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
                  <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
                    <h3 id={`${listId}-${group}`} role="presentation">
                      {nameOf(group)}
                    </h3>
                    {hits[group].map((hit) => (
                      <HitRow
                        key={hit.path}
                        listId={listId}
                        hit={hit}
                        active={active?.id}
                        onActive={setChosen}
                        onChoose={choose}
                      />
                    ))}
                  </div>
                ),
            )}
          </Results>
        )}
        {text !== undefined && (
          <Text role="status" color="fg.muted" fontSize="sm">
            {text}
          </Text>
        )}
        {hits.students.length > 0 && (
          <Text hideBelow="lg" color="fg.muted" fontSize="sm">
            {messages.keyHint}
          </Text>
        )}
      </Dialog.Body>
    </DialogFrame>
  );
}
