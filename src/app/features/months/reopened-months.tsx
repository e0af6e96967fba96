import { chakra } from '@chakra-ui/react';
import { MonthChanges } from '#app/resources/month/month-changes.tsx';
import type { Month } from '#contract/month.ts';
import { messages } from './messages.ts';

/** Renders what was changed in ended months after they were re-opened; the table has no room for it. */
export function ReopenedMonths({ months }: { readonly months: readonly Month[] }) {
  const reopened = months.filter(({ status, reopened_at }) => status === 'ended' && reopened_at);
  if (reopened.length === 0) return null;
  return (
    <chakra.section aria-label={messages.reopenedMonths} marginBlockStart="5">
      <chakra.h2 fontWeight="semibold" marginBlockEnd="2">
        {messages.reopenedMonths}
      </chakra.h2>
      <chakra.ul listStyle="none" display="grid" gap="3">
        {reopened.map((month) => (
          <li key={month.id}>
            <chakra.h3 fontWeight="medium" marginBlockEnd="1" dir="auto">
              {month.name}
            </chakra.h3>
            <MonthChanges month={month} />
          </li>
        ))}
      </chakra.ul>
    </chakra.section>
  );
}
