import { chakra, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { Link } from 'react-router-dom';
import { listTitle } from '#app/lib/messages.ts';
import { CLOSES_PAGE_PATH } from '#app/lib/paths.ts';
import { monthChecklistQuery } from '#app/reads/on-demand/month-checklist-query.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './messages.ts';

const Items = chakra('ul', {
  base: {
    listStyle: 'none',
    // A link of two lines is told from the next one.
    '& a': {
      display: 'flex',
      alignItems: 'center',
      minHeight: 'target',
      paddingBlock: '2',
      lineHeight: 'tight',
      textDecoration: 'underline',
    },
    '& p': { display: 'flex', alignItems: 'center', gap: '2', color: 'settled.fg' },
  },
});

/** Lists what may still be open before the month ends, each with its count and link; nothing of it prevents the end. */
export function MonthChecklist({ month, onLeave }: { readonly month: string; readonly onLeave: () => void }) {
  const { data, error } = useQuery(monthChecklistQuery());
  // The end of a month depends on nothing here: without an answer there is no list.
  if (error) return null;
  if (!data) return <Skeleton height="11" aria-label={messages.checklistLoading} role="status" />;
  const owing = (list: string, ofMonth: boolean) =>
    `${list}?${new URLSearchParams({ owing: 'true', ...(ofMonth && { month }) })}`;
  const { list: salaries } = resourceOf('salary').screens;
  const { list: deductions } = resourceOf('deduction').screens;
  const { list: payouts } = resourceOf('book-payout').screens;
  const items = [
    [data.unpaid_employees, messages.unpaidEmployees, salaries],
    [data.open_deductions, messages.openDeductions, deductions],
    [data.open_drawers, messages.openDrawers, CLOSES_PAGE_PATH],
    [data.owing_payouts, messages.owingPayouts, owing(payouts, false)],
  ] as const;
  const open = [
    ...items.flatMap(([count, text, to]) => (count > 0 ? [{ to, text: text({ count }) }] : [])),
    ...data.unpaid_enrolments.map(({ resource, count }) => ({
      to: owing(resourceOf(resource).screens.list, true),
      text: messages.unpaidEnrolments({ count, kind: listTitle(resourceOf(resource)) }),
    })),
  ];
  return (
    <section aria-label={messages.checklist}>
      <chakra.h3 fontWeight="semibold">{messages.checklist}</chakra.h3>
      <Items>
        {open.length === 0 && (
          <li>
            <p>
              <CircleCheck size={18} aria-hidden /> {messages.nothingOpen}
            </p>
          </li>
        )}
        {open.map(({ to, text }) => (
          <li key={to}>
            <Link to={to} onClick={onLeave}>
              {text}
            </Link>
          </li>
        ))}
      </Items>
      <chakra.p color="fg.muted" fontSize="sm">
        {messages.otherDevices}
      </chakra.p>
    </section>
  );
}
