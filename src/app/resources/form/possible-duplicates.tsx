import { Button, chakra, Flex } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { request } from '#app/api/client.ts';
import { useConnection } from '#app/api/connection.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { textOf } from '#app/fields/field-control.ts';
import { keysOfRecord, recordsWithKeys } from '#app/fields/twin-records.ts';
import { useDebouncedValue, useHeld } from '#app/lib/held-values.ts';
import { workInSlices } from '#app/lib/idle-work.ts';
import { pagePath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import type { CachedRecord } from '#app/reads/cached-records.ts';
import { cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { knownRecords } from '#app/reads/with-pending.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { numberInDigits } from '#contract/digits.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { isTwinName, twinTest } from '#contract/name-twins.ts';
import { foldForSearch } from '#contract/paging.ts';
import { phoneKeys } from '#contract/phones.ts';
import { studentPhones } from '#contract/resources/student.ts';
import { type FoundStudent, SEARCH_PATH, searchAnswer } from '#contract/search.ts';
import { ExistingChoice } from './form-context.ts';
import { messages } from './texts.en.ts';
import { WarningLine } from './warning-line.tsx';

const wordsOf = (name: string) => foldForSearch(name).split(/\s+/).filter(Boolean).sort().join(' ');

const wordsOfRecord = memoizeBy((record: RecordRow) => ({ words: wordsOf(textOf(record.name)) }));

/**
 * Comparison keys are computed once for each record: for hundreds of records it takes longer than a keystroke may wait.
 */
function prepareName(record: RecordRow): void {
  keysOfRecord(record);
  wordsOfRecord(record);
}

const hasSameWords = (one: string, other: string): boolean =>
  wordsOf(one) !== '' && wordsOf(one) === wordsOf(other);

/** The same words, folded, or written in other letters (decision 117). */
const isSameName = (one: string, other: string): boolean =>
  hasSameWords(one, other) || isTwinName(one, other);

/** @param field the field that was typed: a name, or a phone number in any writing */
export function possibleDuplicates(
  field: 'name' | 'phone',
  typed: string,
  students: readonly RecordRow[],
): readonly RecordRow[] {
  if (field === 'name') {
    // Keys are compared first: they are kept, and spellings are not.
    const rows = students.map((record) => ({ record }));
    const candidates = new Set(recordsWithKeys(rows, typed, false).map(({ record }) => record));
    const words = wordsOf(typed);
    const isTwin = twinTest(typed);
    return students.filter(
      (record) =>
        (words !== '' && wordsOfRecord(record).words === words) ||
        (candidates.has(record) && isTwin(textOf(record.name))),
    );
  }
  const keys = new Set(phoneKeys(typed));
  const isTyped = (phone: string) => phoneKeys(phone).some((key) => keys.has(key));
  return keys.size === 0
    ? []
    : students.filter((student) => studentPhones.some((name) => isTyped(textOf(student[name]))));
}

const versionsOf = memoizeBy((entry: OutboxEntry): readonly RecordRow[] => {
  const { body, expected, operation, result } = entry;
  return [{ ...body, ...expected, id: operation.recordId }, ...(result ? [result] : [])];
});

const idOf = ({ operation }: OutboxEntry): string => operation.recordId;

function versionsAmong(
  resource: Resource,
  cached: readonly CachedRecord[],
  outbox: readonly OutboxEntry[],
): readonly RecordRow[] {
  const entries = outbox.filter(({ operation }) => operation.resource === resource.name);
  return [...cached.map(({ record }) => record), ...entries.flatMap(versionsOf)];
}

/** Works in slices, so that no keystroke waits for hundreds of names. */
const prepareNames = (...known: Parameters<typeof versionsAmong>): Promise<void> =>
  workInSlices(versionsAmong(...known), prepareName);

/**
 * The outbox is applied to candidates only: hundreds of entries change many times a second while they are sent.
 */
export function knownDuplicates(
  resource: Resource,
  field: 'name' | 'phone',
  typed: string,
  cached: readonly CachedRecord[],
  outbox: readonly OutboxEntry[],
): readonly RecordRow[] {
  const versions = versionsAmong(resource, cached, outbox);
  const named = new Set(possibleDuplicates(field, typed, versions).map(({ id }) => id));
  if (named.size === 0) return [];
  const about = outbox.filter(
    (entry) => entry.operation.resource !== resource.name || named.has(idOf(entry)),
  );
  const ids = new Set([...named, ...about.map(idOf)]);
  const kept = cached.filter(({ record }) => ids.has(record.id));
  const { created, fromServer } = knownRecords(resource, kept, about);
  const there = [...created, ...fromServer].filter(({ pending }) => pending?.kind !== 'delete');
  return possibleDuplicates(
    field,
    typed,
    there.map(({ record }) => record),
  );
}

const DEBOUNCE_MS = 400;

interface Duplicate {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly record: RecordRow;
}

const knownDuplicate = (record: RecordRow): Duplicate => ({
  id: record.id,
  name: textOf(record.name),
  detail: [textOf(record.code), textOf(record.phone)].map(numberInDigits).filter(Boolean).join(' · '),
  record,
});

const foundDuplicate = ({ id, title, detail }: FoundStudent): Duplicate => ({
  id,
  name: title,
  detail,
  record: { id, name: title },
});

function useFound(field: 'name' | 'phone', typed: string): readonly Duplicate[] {
  const { data: branch = bootCache().branch } = useQuery(branchQuery());
  const offline = useConnection() === 'offline';
  const isComplete = field === 'name' ? typed.length > 1 : phoneKeys(typed).length > 0;
  const { data } = useQuery({
    queryKey: ['search', typed],
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: SEARCH_PATH, query: { q: typed }, answer: searchAnswer, signal }),
    enabled: branch?.search === true && !offline && isComplete,
    retry: false,
  });
  return useMemo(
    () =>
      (data?.students ?? [])
        .filter(({ title }) => field === 'phone' || isSameName(title, typed))
        .map(foundDuplicate),
    [data, field, typed],
  );
}

/** Observes nothing for '': the entries change many times a second while hundreds are sent. */
function useKnown(
  resource: Resource,
  field: 'name' | 'phone',
  typed: string,
  without: string | undefined,
): readonly Duplicate[] {
  const client = useQueryClient();
  const { rows: outbox } = useOutboxView(typed !== '');
  const { data: cached } = useQuery({ ...cachedRecordsQuery(client, resource), enabled: typed !== '' });
  const [isPrepared, setPrepared] = useState(field === 'phone');
  const isWanted = typed !== '' && cached !== undefined;
  useEffect(() => {
    if (isPrepared || !isWanted) return;
    let isCurrent = true;
    void prepareNames(resource, cached, outboxView().rows).then(() => isCurrent && setPrepared(true));
    return () => {
      isCurrent = false;
    };
  }, [isPrepared, isWanted, resource, cached]);
  return useMemo(() => {
    if (typed === '' || !isPrepared) return [];
    const others = outbox.filter(({ id }) => id !== without);
    return knownDuplicates(resource, field, typed, cached ?? [], others).map(knownDuplicate);
  }, [resource, cached, outbox, without, field, typed, isPrepared]);
}

interface PossibleDuplicateNoteProps {
  readonly resource: Resource;
  readonly field: 'name' | 'phone';
  readonly value: string;
  readonly recordId: string | undefined;
  readonly replaces: string | undefined;
  /** From the start of a save: this device counts the saved record already. */
  readonly isFrozen: boolean;
}

export function PossibleDuplicateNote(props: PossibleDuplicateNoteProps) {
  const { resource, field, value, recordId, replaces, isFrozen } = props;
  const typed = useDebouncedValue(value.trim(), DEBOUNCE_MS);
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const chooseExisting = useContext(ExistingChoice);
  const found = useFound(field, typed);
  const isTyping = typed !== value.trim();
  const known = useKnown(resource, field, isTyping ? '' : typed, replaces);
  const other = [...found, ...known].find(({ id }) => id !== recordId && !others.has(id));
  const duplicate = useHeld(isTyping ? undefined : other, isFrozen);
  if (!duplicate) return null;
  const { id, name, detail, record } = duplicate;
  const path = pagePath(resource, record, 'id') ?? resource.screens.list;
  return (
    <chakra.span display="block">
      <WarningLine role="status">
        {field === 'name' ? messages.sameName : messages.samePhone} <TypedText>{name}</TypedText>
        {detail !== '' && (
          <>
            {' '}
            (<TypedText>{detail}</TypedText>)
          </>
        )}
        .
      </WarningLine>
      <Flex as="span" gap="2" wrap="wrap" marginBlockStart="1">
        {chooseExisting ? (
          <Button size="sm" minHeight="11" variant="outline" onClick={() => chooseExisting(record)}>
            {messages.chooseExisting({ name })}
          </Button>
        ) : (
          <Button asChild size="sm" minHeight="11" variant="outline">
            <Link to={path}>{messages.openExisting({ name })}</Link>
          </Button>
        )}
        <Button
          size="sm"
          minHeight="11"
          variant="outline"
          colorPalette="neutral"
          onClick={() => setOthers(new Set([...others, id]))}
        >
          {messages.anotherPerson}
        </Button>
      </Flex>
    </chakra.span>
  );
}
