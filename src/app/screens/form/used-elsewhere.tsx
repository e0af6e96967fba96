import { chakra } from '@chakra-ui/react';
import { useQueries } from '@tanstack/react-query';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { RecordRow } from '#app/data/record-row.ts';
import { listQuery } from '#app/data/resource-queries.ts';
import { optionTitle } from '#app/widgets/reference-options.ts';
import { textOf } from '#app/widgets/widget.ts';
import { displayDay, effectiveDay } from '#contract/days.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { useSettled } from '../use-settled.ts';

const SETTLE_MS = 400;

interface UsedElsewhereProps {
  readonly name: string;
  readonly value: string;
  /** The record being changed, which has the value itself. */
  readonly own: string | undefined;
}

/** Every kind whose records have such a value. */
const kindsWith = (name: string) =>
  resourceNames.map(resourceOf).filter(({ fields }) => fields[name]?.warnsWhenUsed);

function dayOf(row: RecordRow): string {
  const created = textOf(row.created_at);
  const custom = textOf(row.custom_date);
  return created === ''
    ? ''
    : ` on ${displayDay(effectiveDay({ custom_date: custom || null, created_at: created }))}`;
}

/** Says which record has this value already: one paper receipt may cover several (decision 13). */
export function UsedElsewhere({ name, value, own }: UsedElsewhereProps) {
  const search = useSettled(value.trim(), SETTLE_MS);
  const found = useQueries({
    queries: kindsWith(name).map((resource) => ({
      ...listQuery(resource, { page: 1, search }),
      enabled: search !== '',
      retry: false,
    })),
    combine: (answers) =>
      answers.flatMap(({ data }, place) => {
        const resource = kindsWith(name)[place];
        const row = data?.data.results.find((one) => one[name] === search && one.id !== own);
        return resource && row ? [{ title: optionTitle(resource, row), day: dayOf(row) }] : [];
      })[0],
  });
  if (!found || search !== value.trim()) return null;
  return (
    <chakra.span display="flex" gap="1.5" alignItems="center" color="waiting.fg" role="status">
      <TriangleAlert size={16} aria-hidden />
      <span>
        Already used for <bdi>{found.title}</bdi>
        {found.day}. Keep it if one paper covers both.
      </span>
    </chakra.span>
  );
}
