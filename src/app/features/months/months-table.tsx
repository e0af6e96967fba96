import { Box } from '@chakra-ui/react';
import { amountText, figureGroupsOf } from '#app/resources/month/month-figures.tsx';
import monthsStyles from '#app/theme/months.module.css';
import { displayDay } from '#contract/days.ts';
import type { Month } from '#contract/month.ts';
import type { MonthAction } from './month-dialogs.tsx';
import { MonthName } from './month-name.tsx';
import { MonthRowActions } from './month-row-actions.tsx';
import { StatusBadge } from './status-badge.tsx';
import { messages } from './texts.en.ts';

interface MonthRowProps {
  readonly month: Month;
  readonly groups: ReturnType<typeof figureGroupsOf>;
  readonly blockedReason: string | undefined;
  readonly onAction: (month: Month, action: MonthAction) => void;
}

function MonthRow({ month, groups, blockedReason, onAction }: MonthRowProps) {
  return (
    <tr>
      <th scope="row" data-sticky>
        <MonthName month={month} />
      </th>
      <td>
        <StatusBadge status={month.status} />
      </td>
      {groups.map(({ figures }) =>
        figures.map(({ name, total }, place) => (
          <td key={name} data-amount data-total={total} data-group-start={place === 0 || undefined}>
            <bdi dir="ltr">{amountText(month[name])}</bdi>
          </td>
        )),
      )}
      <td data-group-start>{month.start_date && displayDay(month.start_date)}</td>
      <td>{month.end_date && displayDay(month.end_date)}</td>
      <td data-end>
        <MonthRowActions month={month} blockedReason={blockedReason} onAction={onAction} />
      </td>
    </tr>
  );
}

interface MonthsTableProps {
  readonly months: readonly Month[];
  readonly blockedReason: string | undefined;
  readonly seesFigures: boolean;
  readonly onAction: (month: Month, action: MonthAction) => void;
}

export function MonthsTable({ months, blockedReason, seesFigures, onAction }: MonthsTableProps) {
  const groups = seesFigures ? figureGroupsOf(months) : [];
  return (
    <Box
      role="region"
      aria-label={messages.tableRegion}
      tabIndex={0}
      overflowX="auto"
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
    >
      <table className={monthsStyles.table} data-months aria-label={messages.table}>
        <thead>
          <tr>
            <td data-sticky />
            <td />
            {groups.map(({ group, label, figures }) => (
              <th key={group} scope="colgroup" colSpan={figures.length} data-group-start>
                {label}
              </th>
            ))}
            <td colSpan={2} data-group-start />
            <td data-end />
          </tr>
          <tr>
            <th scope="col" data-sticky>
              {messages.name}
            </th>
            <th scope="col">{messages.status}</th>
            {groups.map(({ figures }) =>
              figures.map(({ name, label }, place) => (
                <th key={name} scope="col" data-amount data-group-start={place === 0 || undefined}>
                  {label}
                </th>
              )),
            )}
            <th scope="col" data-group-start>
              {messages.startDate}
            </th>
            <th scope="col">{messages.endDate}</th>
            <th scope="col" data-end>
              {messages.actions}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <MonthRow key={month.id} {...{ month, groups, blockedReason, onAction }} />
          ))}
        </tbody>
      </table>
    </Box>
  );
}
