import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { textOf } from '#app/fields/field-control.ts';
import { optionTitle } from '#app/fields/reference-options.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts';
import { useReadStrategy } from '#app/reads/read-strategy.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import { displayDay, effectiveDay } from '#contract/days.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { localRecords, useLocalSources } from './local-records.ts';
import { WarningLine } from './warning-line.tsx';

const SETTLE_MS = 400;

interface UsedElsewhereProps {
  readonly name: string;
  readonly value: string;
  /** Id of the record that the form itself writes. */
  readonly own: string | undefined;
}

/** Returns every resource whose field of this name warns about duplicates. */
const kindsWith = (name: string) =>
  resourceNames.map(resourceOf).filter(({ fields }) => fields[name]?.warnIfDuplicate);

function dayOf(row: RecordRow): string {
  const created = textOf(row.created_at);
  const custom = textOf(row.custom_date);
  return created === ''
    ? ''
    : ` on ${displayDay(effectiveDay({ custom_date: custom || null, created_at: created }))}`;
}

/**
 * Names a record that already has this value. One paper receipt may cover several records (decision 13).
 */
export function DuplicateValueWarning({ name, value, own }: UsedElsewhereProps) {
  const search = useDebouncedValue(value.trim(), SETTLE_MS);
  const kinds = useMemo(() => kindsWith(name), [name]);
  const searches = useReadStrategy()?.searches === true;
  // The answers fill the cache; the search itself covers all that this device knows, offline and pending
  // included.
  const readings = useQueries({
    queries: kinds.map((resource) => ({
      ...listQuery(resource, { page: 1, search }),
      // A server without search would answer its newest records for any term.
      enabled: search !== '' && searches,
      retry: false,
    })),
    combine: (answers) => answers.map(({ dataUpdatedAt }) => dataUpdatedAt).join(),
  });
  const shelf = useLocalSources();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer repeats the search
  const found = useMemo(() => {
    if (search === '') return undefined;
    for (const resource of kinds) {
      const [here] = localRecords(resource, shelf, (row) => row[name] === search && row.id !== own);
      if (here) return { title: optionTitle(resource, here.record), day: dayOf(here.record) };
    }
    return undefined;
  }, [kinds, name, own, readings, search, shelf]);
  if (!found || search !== value.trim()) return null;
  return (
    <WarningLine role="status">
      Already used for <bdi>{found.title}</bdi>
      {found.day}. Keep it if one paper covers both.
    </WarningLine>
  );
}
