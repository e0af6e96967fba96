import { Button, chakra } from '@chakra-ui/react';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { textOf } from '#app/fields/field-control.ts';
import { optionTitle } from '#app/fields/reference-options.ts';
import { effectiveDayOf } from '#app/lib/branch-day.ts';
import { useDebouncedValue, useFrozen } from '#app/lib/held-values.ts';
import { parseJson, readLocal, writeLocal } from '#app/lib/local-storage.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useReadStrategy } from '#app/reads/capabilities.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { numberInDigits } from '#contract/digits.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { isSameCode } from '#contract/search-text.ts';
import { seenLine } from '#contract/typed-text.ts';
import { localRecords, useLocalSources } from './local-records.ts';
import { messages } from './texts.en.ts';
import { WarningLine } from './warning-line.tsx';

const SERIES_KEY = 'branch-desk receipt series';

/** 32 letters and digits that are not mistaken for each other on paper: five random bits each. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** 2^35 prefixes: the probability that two of a thousand devices have the same one is 1 in 69,000 (decision 52). */
const PREFIX_LENGTH = 7;

/** Prefix and count are one stored value: a count that is lost alone would begin at 1 again under the old prefix. */
const series = z.object({
  prefix: z.string().length(PREFIX_LENGTH),
  count: z.number().int().nonnegative(),
});

function newPrefix(): string {
  const random = crypto.getRandomValues(new Uint8Array(PREFIX_LENGTH));
  return [...random].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

const readSeries = () => series.safeParse(parseJson(readLocal(SERIES_KEY))).data;

/** What `takeReceiptNumber` would give now; undefined before the first one. Another tab may take it first. */
function offeredReceiptNumber(): string | undefined {
  const stored = readSeries();
  return stored && `${stored.prefix}-${stored.count + 1}`;
}

/** Such as "K7QM4TX-12" (decision 52). No number is given twice; one that stays unused leaves a gap. */
export function takeReceiptNumber(): string {
  const { prefix, count } = readSeries() ?? { prefix: newPrefix(), count: 0 };
  const next = { prefix, count: count + 1 };
  const text = JSON.stringify(next);
  writeLocal(SERIES_KEY, text);
  // Full storage still has the count before, from which this number would be given again.
  if (readLocal(SERIES_KEY) !== text) return `${newPrefix()}-1`;
  return `${prefix}-${next.count}`;
}

interface NextNumberProps {
  readonly onTake: (number: string) => void;
}

export function NextNumber({ onTake }: NextNumberProps) {
  // A second tap on the same form offers the same number.
  const [taken, setTaken] = useState<string>();
  const next = () => {
    const number = taken ?? takeReceiptNumber();
    setTaken(number);
    onTake(number);
  };
  const offered = taken ?? offeredReceiptNumber();
  return (
    <Button
      variant="outline"
      flexDirection="column"
      flexShrink="0"
      gap="0"
      minHeight="11"
      lineHeight="tight"
      onClick={next}
    >
      {messages.nextNumber}
      {offered !== undefined && (
        <chakra.bdi dir="ltr" fontSize="sm" fontWeight="normal">
          {numberInDigits(offered)}
        </chakra.bdi>
      )}
    </Button>
  );
}

const DEBOUNCE_MS = 400;

interface DuplicateValueWarningProps {
  readonly name: string;
  readonly value: string;
  readonly record: Partial<RecordRow> | undefined;
  readonly replaces: string | undefined;
  /** From the start of a save: this device counts the saved record already. */
  readonly isFrozen: boolean;
}

const resourcesWith = (name: string) =>
  resourceNames
    .map(resourceOf)
    .filter(({ capability }) => capability === undefined)
    .filter(({ fields, installment }) => (fields[name] ?? installment?.fields[name])?.warnIfDuplicate);

function dayOf(record: RecordRow): string | undefined {
  return displayDay(effectiveDayOf(record)) || undefined;
}

/** Only warns: one paper receipt may cover several records (decision 13). Lines of one collection share its receipt. */
export function DuplicateValueWarning(props: DuplicateValueWarningProps) {
  const { name, value, record: editedRecord, replaces, isFrozen } = props;
  const search = useDebouncedValue(seenLine(value), DEBOUNCE_MS);
  const resources = useMemo(() => resourcesWith(name), [name]);
  const searches = useReadStrategy()?.searches === true;
  // Fills the cache with the server's answers. The search itself covers all that this device knows, offline
  // and pending included.
  const answers = useQueries({
    queries: resources.map((resource) => ({
      ...listQuery(resource, { page: 1, search }),
      // A server without search would answer its newest records for any term.
      enabled: search !== '' && searches,
      retry: false,
    })),
    combine: (answers) => answers.map(({ dataUpdatedAt }) => dataUpdatedAt).join(),
  });
  const sources = useLocalSources(replaces);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer repeats the search
  const duplicate = useMemo(() => {
    if (search === '') return undefined;
    for (const resource of resources) {
      const [local] = localRecords(
        resource,
        sources,
        (record) =>
          isSameCode(textOf(record[name]), search) &&
          record.id !== editedRecord?.id &&
          (editedRecord?.collection == null || record.collection !== editedRecord.collection),
      );
      if (local) return { title: optionTitle(resource, local.record), day: dayOf(local.record) };
    }
    return undefined;
  }, [resources, name, editedRecord, answers, search, sources]);
  const shown = useFrozen(search === seenLine(value) ? duplicate : undefined, isFrozen);
  if (!shown) return null;
  return (
    <WarningLine role="status">
      {messages.alreadyUsedFor({ receipt: numberInDigits(seenLine(value)) })}{' '}
      <TypedText>{shown.title}</TypedText>
      {shown.day !== undefined && ` ${messages.onDay({ day: shown.day })}`}. {messages.keepDuplicate}
    </WarningLine>
  );
}
