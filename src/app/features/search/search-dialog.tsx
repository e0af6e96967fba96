import { chakra, Dialog, Input, InputGroup, Text } from '@chakra-ui/react';
import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import HandCoins from 'lucide-react/icons/hand-coins';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { request } from '#app/api/client.ts';
import { useConnection } from '#app/api/connection.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { useDebouncedValue } from '#app/lib/held-values.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import type { CachedRecord } from '#app/reads/cached-records.ts';
import { cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { knownRecords } from '#app/reads/with-pending.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { TypedText, typedText } from '#app/ui/typed-text.tsx';
import { resources } from '#contract/resources/registry.ts';
import { MIN_SEARCH_LENGTH, SEARCH_LIMIT, SEARCH_PATH, searchAnswer } from '#contract/search.ts';
import { type Hit, type Hits, hitsOfAnswer } from './hits.ts';
import searchStyles from './search.module.css';
import { type Known, searchedResources, searchKnown, withKnown } from './search-known.ts';
import { messages } from './texts.en.ts';

export const optionId = (list: string, hit: Pick<Hit, 'path'>, pay: boolean) =>
  `${list}-${pay ? 'pay' : 'open'}-${hit.path.replace(/\W/g, '_')}`;

interface HitRowProps {
  readonly listId: string;
  readonly hit: Hit;
  readonly active: string | undefined;
  readonly onActive: (id: string) => void;
  readonly onChoose: (path: string) => void;
}

export function HitRow({ listId, hit, active, onActive, onChoose }: HitRowProps) {
  const option = (path: string, pay: boolean) => {
    const id = optionId(listId, hit, pay);
    return {
      id,
      to: path,
      role: 'option',
      tabIndex: -1,
      'aria-selected': id === active,
      onPointerMove: () => onActive(id),
      onClick: (event: MouseEvent) => {
        // A new tab leaves this page as it is.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onChoose(path);
      },
    };
  };
  return (
    <div data-row role="presentation">
      <Link {...option(hit.path, false)} data-open>
        <span data-text>
          <span {...typedText(hit.title)}>{hit.title}</span>
          <small>
            {hit.detail.map((part) => (
              <TypedText key={part}>{part}</TypedText>
            ))}
            {hit.pending && (
              <chakra.span display="inline-flex" alignItems="center" gap="1" color="waiting.fg">
                <Clock size={14} aria-hidden /> {appMessages.waitingToBeSent}
              </chakra.span>
            )}
          </small>
        </span>
        {hit.value !== '' && (
          <span data-value data-owes={hit.owes || undefined}>
            <bdi>{hit.value}</bdi>
          </span>
        )}
      </Link>
      {hit.payPath && (
        <Link
          {...option(hit.payPath, true)}
          data-pay
          aria-label={messages.takePaymentFrom({ name: hit.title })}
          title={appMessages.takePayment}
        >
          <HandCoins size={20} aria-hidden />
          <chakra.span hideBelow="md">{appMessages.takePayment}</chakra.span>
        </Link>
      )}
    </div>
  );
}

const DEBOUNCE_MS = 150;
const FRESH_MS = 10_000;

export interface SearchResult {
  readonly status: 'idle' | 'loading' | 'ready';
  readonly hits: Hits;
  readonly note: string | undefined;
}

const searchQuery = (words: string) =>
  queryOptions({
    queryKey: ['search', words] as const,
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: SEARCH_PATH, query: { q: words }, answer: searchAnswer, signal }),
    staleTime: FRESH_MS,
    retry: false,
  });

const NOTHING: readonly CachedRecord[] = [];

function useKnown(cached: boolean): Known | undefined {
  const client = useQueryClient();
  const { rows: outbox } = useOutboxView();
  const answers = useQueries({
    queries: searchedResources.map((resource) => ({
      ...cachedRecordsQuery(client, resource),
      enabled: cached,
    })),
    combine: (all) => ({
      lists: all.map(({ data }) => data),
      isLoading: all.some(({ isLoading }) => isLoading),
    }),
  });
  return useMemo(() => {
    if (cached && answers.isLoading) return undefined;
    return new Map(
      searchedResources.map((resource, place) => [
        resource,
        knownRecords(resource, (cached && answers.lists[place]) || NOTHING, outbox),
      ]),
    );
  }, [cached, answers, outbox]);
}

/** On the server if it declares `search`, else on this device (decision 61). */
export function useSearch(typed: string): SearchResult {
  const { data: branch = bootCache().branch } = useQuery(branchQuery());
  const offline = useConnection() === 'offline';
  const words = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const isLongEnough = [...words].length >= MIN_SEARCH_LENGTH;
  const declared = branch?.search;
  const online = useQuery({
    ...searchQuery(words),
    enabled: declared === true && !offline && isLongEnough,
    placeholderData: (previous) => previous,
  });
  const onDevice = offline || declared === false || online.isError;
  const known = useKnown(onDevice);
  const deviceHits = useMemo(() => known && searchKnown(known, words), [known, words]);
  const answer = useMemo(() => online.data && hitsOfAnswer(online.data), [online.data]);

  const hits = useMemo(() => {
    const none: Hits = { students: [], receipts: [], books: [] };
    if (!isLongEnough || !deviceHits) return none;
    return onDevice || !answer ? deviceHits : withKnown(answer, deviceHits);
  }, [isLongEnough, deviceHits, onDevice, answer]);
  if (typed.trim() === '' || (!isLongEnough && words === typed.trim()))
    return { status: 'idle', hits, note: undefined };
  const isReady = words === typed.trim() && deviceHits !== undefined && (onDevice || online.isSuccess);
  const source = offline ? messages.onlyOnDevice : online.isError ? messages.failed : messages.hostCannot;
  return {
    status: isReady && !online.isPlaceholderData ? 'ready' : 'loading',
    hits,
    note: onDevice ? source : undefined,
  };
}

const groups = ['students', 'receipts', 'books'] as const satisfies readonly (keyof Hits)[];
const MAX_LENGTH = 255;

const nameOf = (group: keyof Hits): string =>
  group === 'receipts' ? messages.receipts : resources[group === 'books' ? 'book' : 'student'].plural;

function footnote({ status, hits }: SearchResult, count: number, typed: string): string | undefined {
  if (status === 'idle') return messages.hint;
  if (status === 'loading') return count === 0 ? messages.searching : undefined;
  if (count === 0) return `${messages.nothing({ typed })} ${messages.nothingHint}`;
  return groups.some((group) => hits[group].length >= SEARCH_LIMIT) ? messages.more : undefined;
}

interface SearchDialogProps {
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
}

export function SearchDialog({ typed, onType, onClose }: SearchDialogProps) {
  const navigate = useNavigate();
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
              onType(event.target.value);
              setChosen(undefined);
            }}
            onKeyDown={onKeyDown}
            // An empty field takes the direction of its placeholder, which is the page's.
            dir={typed === '' ? undefined : 'auto'}
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
          <div
            className={searchStyles.results}
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
          </div>
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
