import { Button, chakra, Flex } from '@chakra-ui/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { request } from '#app/api/client.ts';
import { useConnection } from '#app/api/connection.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { textOf } from '#app/fields/field-control.ts';
import { keysOfRecord, recordsWithKeys } from '#app/fields/twin-records.ts';
import { pagePath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts';
import { workInSlices } from '#app/lib/work-in-slices.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import type { CachedRecord } from '#app/reads/cached-records.ts';
import { cachedRecordsQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { knownRecords } from '#app/reads/with-pending.ts';
import type { Resource } from '#contract/define-resource.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { isTwinName, twinTest } from '#contract/name-twins.ts';
import { foldForSearch } from '#contract/paging.ts';
import { phoneKeys } from '#contract/phones.ts';
import { type FoundStudent, SEARCH_PATH, searchAnswer } from '#contract/search.ts';
import { ExistingChoice } from './existing-choice.ts';
import { messages } from './texts.en.ts';
import { WarningLine } from './warning-line.tsx';

/** Returns the words of a name in one order: "Adel Mona" is "Mona Adel". */
const wordsOf = (name: string) => foldForSearch(name).split(/\s+/).filter(Boolean).sort().join(' ');

const wordsOfRecord = memoizeBy((record: RecordRow) => ({ words: wordsOf(textOf(record.name)) }));

/** Computes what names are compared by, once for each record: of hundreds it takes longer than a key may wait. */
function prepareName(record: RecordRow): void {
  keysOfRecord(record);
  wordsOfRecord(record);
}

const hasSameWords = (one: string, other: string): boolean =>
  wordsOf(one) !== '' && wordsOf(one) === wordsOf(other);

/** Tells whether two names are probably one person's: the same words, folded, or written in other letters (decision 117). */
const isSameName = (one: string, other: string): boolean =>
  hasSameWords(one, other) || isTwinName(one, other);

/** The fields of a student in which one phone number may stand. */
const phoneFields = ['phone', 'father_phone', 'mother_phone'] as const;

/**
 * Returns the known students who may be the one that is being added (decision 106).
 * @param field the field that was typed: a name, or a phone number in any writing
 */
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
    : students.filter((student) => phoneFields.some((name) => isTyped(textOf(student[name]))));
}

/** Returns what an entry says of its record: what was typed, and what the server answered. */
const versionsOf = memoizeBy((entry: OutboxEntry): readonly RecordRow[] => {
  const { body, expected, operation, result } = entry;
  return [{ ...body, ...expected, id: operation.recordId }, ...(result ? [result] : [])];
});

/** Returns the ids of the records that an entry writes: the device's and the server's. */
const idsOf = ({ operation, result }: OutboxEntry) => [operation.recordId, ...(result ? [result.id] : [])];

/** Returns all versions of the students that this device knows: cached, typed and answered. */
function versionsAmong(
  resource: Resource,
  cached: readonly CachedRecord[],
  outbox: readonly OutboxEntry[],
): readonly RecordRow[] {
  const own = outbox.filter(({ operation }) => operation.resource === resource.name);
  return [...cached.map(({ record }) => record), ...own.flatMap(versionsOf)];
}

/** Prepares the names of all known students for `knownDuplicates`, in slices: a key must not wait for hundreds. */
const prepareNames = (...known: Parameters<typeof versionsAmong>): Promise<void> =>
  workInSlices(versionsAmong(...known), prepareName);

/**
 * Returns the students that this device knows who may be the one that is being added (decision 106). Only those that
 * some version names so are overlaid: hundreds of entries change many times a second while they are sent.
 * @param outbox all entries of the owner, in order
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
    (entry) => entry.operation.resource !== resource.name || idsOf(entry).some((id) => named.has(id)),
  );
  const ids = new Set([...named, ...about.flatMap(idsOf)]);
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

/** A student who may be the one that is being added. */
interface Duplicate {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly record: RecordRow;
}

const knownDuplicate = (record: RecordRow): Duplicate => ({
  id: record.id,
  name: textOf(record.name),
  detail: [textOf(record.code), textOf(record.phone)].filter(Boolean).join(' · '),
  record,
});

const foundDuplicate = ({ id, title, detail }: FoundStudent): Duplicate => ({
  id,
  name: title,
  detail,
  record: { id, name: title },
});

/** Asks the server who has this name or number; nobody where it has no search, or is not reached. */
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

/**
 * Returns who of the students that this device knows has this name or number; nobody for ''. Then nothing is
 * observed either: the entries change many times a second while hundreds are sent.
 */
function useKnown(resource: Resource, field: 'name' | 'phone', typed: string): readonly Duplicate[] {
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
    return knownDuplicates(resource, field, typed, cached ?? [], outbox).map(knownDuplicate);
  }, [resource, cached, outbox, field, typed, isPrepared]);
}

interface PossibleDuplicateNoteProps {
  readonly resource: Resource;
  readonly field: 'name' | 'phone';
  readonly value: string;
  /** Id of the record that the form itself writes. */
  readonly own: string | undefined;
}

/** Names a student who may be the one that is being added; it never blocks (decision 106). */
export function PossibleDuplicateNote({ resource, field, value, own }: PossibleDuplicateNoteProps) {
  const typed = useDebouncedValue(value.trim(), DEBOUNCE_MS);
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  const chooseExisting = useContext(ExistingChoice);
  const found = useFound(field, typed);
  const isTyping = typed !== value.trim();
  const known = useKnown(resource, field, isTyping ? '' : typed);
  const duplicate = [...found, ...known].find(({ id }) => id !== own && !others.has(id));
  if (!duplicate || isTyping) return null;
  const { id, name, detail, record } = duplicate;
  const path = pagePath(resource, record, 'id') ?? resource.screens.list;
  return (
    <chakra.span display="block">
      <WarningLine role="status">
        {field === 'name' ? messages.sameName : messages.samePhone} <bdi>{name}</bdi>
        {detail !== '' && (
          <>
            {' '}
            (<bdi>{detail}</bdi>)
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
