import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import { asOf, dayAt } from '#app/lib/branch-day.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { monthWritesQuery } from '#app/reads/months.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import type { historyEntry } from '#contract/history.ts';
import { formatKnownMoney, formatMoney, readPiastres } from '#contract/money.ts';
import type { Month } from '#contract/month.ts';
import { translatedTitle } from '#contract/resources/name-in.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

type Entry = z.output<typeof historyEntry>;

function moneyOf({ resource, before, after }: Entry): string {
  const field = isResourceName(resource) ? resourceOf(resource).cash?.field : undefined;
  if (field === undefined) return '';
  const amounts = [before, after].map((record) => readPiastres(record?.[field]));
  return [...new Set(amounts.flatMap((amount) => (amount === undefined ? [] : [formatMoney(amount)])))].join(
    ' → ',
  );
}

const actionTexts = {
  created: 'wroteCreated',
  changed: 'wroteChanged',
  deleted: 'wroteDeleted',
  ended: 'wroteChanged',
  reopened: 'wroteChanged',
} as const;

function Writes({ month }: { readonly month: Month }) {
  const { data, error } = useQuery(monthWritesQuery(month.id));
  if (error) return <ErrorLine message={error.message} />;
  if (!data) return <chakra.output display="block">{messages.writesLoading}</chakra.output>;
  if (data.results.length === 0) return <p>{messages.noWrites}</p>;
  return (
    <chakra.ul listStyle="none" display="grid" gap="2">
      {data.results.map((entry) => (
        <li key={entry.id}>
          <strong>
            <TypedText>{translatedTitle(entry.title)}</TypedText>
          </strong>{' '}
          {messages[actionTexts[entry.action]]} <bdi dir="ltr">{moneyOf(entry)}</bdi>
          <chakra.small display="block" color="fg.muted">
            {isResourceName(entry.resource) ? resourceOf(entry.resource).singular : entry.resource} ·{' '}
            <TypedText>{entry.user_name}</TypedText> · {asOf(entry.at)}
          </chakra.small>
        </li>
      ))}
      {data.count > data.results.length && (
        <li>{messages.moreWrites({ count: data.count - data.results.length })}</li>
      )}
    </chakra.ul>
  );
}

function MonthWrites({ month }: { readonly month: Month }) {
  const [open, setOpen] = useState(false);
  const { data: branch } = useQuery({ ...branchQuery(), enabled: false });
  if (!branch?.month_checklist) return null;
  return (
    <chakra.details marginBlockStart="2" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <chakra.summary
        cursor="pointer"
        minHeight="target"
        alignContent="center"
        color="accent.fg"
        fontWeight="medium"
      >
        {messages.writes}
      </chakra.summary>
      {open && <Writes month={month} />}
    </chakra.details>
  );
}

const amount = (text: string) => formatKnownMoney(readPiastres(text));

export function MonthChanges({ month }: { month: Month }) {
  const { reopened_at, reopened_by, reopened_reason, changes } = month;
  if (!reopened_at) return null;
  return (
    <chakra.section
      aria-label={messages.changes}
      background="bg.subtle"
      padding="3"
      borderRadius="md"
      fontSize="sm"
    >
      <p>
        {messages.reopenedOn({ day: displayDay(dayAt(reopened_at)) })}
        {reopened_by && (
          <>
            {` ${messages.by} `}
            <TypedText>{reopened_by}</TypedText>
          </>
        )}
        {reopened_reason ? (
          <>
            {': '}
            <TypedText>{reopened_reason}</TypedText>
          </>
        ) : (
          '.'
        )}
      </p>
      {changes?.length ? (
        <chakra.dl marginBlockStart="2" display="grid" gap="1">
          {changes.map(({ figure, label, before, after }) => (
            <chakra.div key={figure} display="flex" columnGap="4" flexWrap="wrap">
              <dt>{label}</dt>
              <chakra.dd marginInlineStart="auto">
                <bdi>{amount(before)}</bdi> → <bdi>{amount(after)}</bdi>
              </chakra.dd>
            </chakra.div>
          ))}
        </chakra.dl>
      ) : (
        <p>{messages.figuresUnchanged}</p>
      )}
      <MonthWrites month={month} />
    </chakra.section>
  );
}
