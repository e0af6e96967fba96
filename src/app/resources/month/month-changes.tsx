import { chakra } from '@chakra-ui/react';
import { displayDay } from '#contract/days.ts';
import { formatKnownMoney, readPiastres } from '#contract/money.ts';
import type { Month } from '#contract/month.ts';
import { messages } from './messages.ts';
import { MonthWrites } from './month-writes.tsx';

const amount = (text: string) => formatKnownMoney(readPiastres(text));

/** Shows who re-opened a month and why, and which figures changed. Renders nothing if it never was. */
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
        {messages.reopenedOn({ day: displayDay(reopened_at) })}
        {reopened_by && (
          <>
            {` ${messages.by} `}
            <bdi>{reopened_by}</bdi>
          </>
        )}
        {reopened_reason ? (
          <>
            {': '}
            <bdi>{reopened_reason}</bdi>
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
