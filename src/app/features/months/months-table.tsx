import { Box, chakra, Flex } from '@chakra-ui/react';
import Pencil from 'lucide-react/icons/pencil';
import Printer from 'lucide-react/icons/printer';
import Trash from 'lucide-react/icons/trash-2';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { MonthChanges } from '#app/resources/month/month-changes.tsx';
import { amountText, figureGroupsOf, MonthFigures } from '#app/resources/month/month-figures.tsx';
import monthsStyles from '#app/theme/months.module.css';
import recordsStyles from '#app/theme/records.module.css';
import { displayDay } from '#contract/days.ts';
import { type Month, monthSpan } from '#contract/month.ts';
import type { MonthAction } from './month-dialogs.tsx';
import { MonthName, MonthSums, StatusBadge } from './month-parts.tsx';
import { messages } from './texts.en.ts';

interface MonthRowActionsProps {
  readonly month: Month;
  readonly blockedReason: string | undefined;
  readonly onAction: (month: Month, action: MonthAction) => void;
}

function MonthRowActions({ month, blockedReason, onAction }: MonthRowActionsProps) {
  const seesFigures = usePermissions()('months.figures');
  return (
    <div className={recordsStyles.rowActions}>
      {seesFigures && (
        <button
          type="button"
          aria-label={messages.printMonth({ name: month.name })}
          title={messages.printMonth({ name: month.name })}
          onClick={() => onAction(month, 'print')}
        >
          <Printer size={18} aria-hidden />
        </button>
      )}
      <button
        type="button"
        disabled={blockedReason !== undefined}
        aria-label={messages.editMonth({ name: month.name })}
        title={blockedReason ?? appMessages.edit}
        onClick={() => onAction(month, 'rename')}
      >
        <Pencil size={18} aria-hidden />
      </button>
      <button
        type="button"
        data-destroys
        disabled={blockedReason !== undefined}
        aria-label={messages.deleteMonth({ name: month.name })}
        title={blockedReason ?? appMessages.delete}
        onClick={() => onAction(month, 'delete')}
      >
        <Trash size={18} aria-hidden />
      </button>
    </div>
  );
}

interface MonthCardsProps {
  readonly months: readonly Month[];
  readonly blockedReason: string | undefined;
  readonly seesFigures: boolean;
  readonly onAction: (month: Month, action: MonthAction) => void;
}

function AllFigures({ month }: { readonly month: Month }) {
  return (
    <chakra.details flex="1" fontSize="sm">
      <chakra.summary
        cursor="pointer"
        minHeight="target"
        alignContent="center"
        color="accent.fg"
        fontWeight="medium"
      >
        {messages.allFigures}
      </chakra.summary>
      <chakra.p color="fg.muted" marginBlockEnd="2">
        {monthSpan(month)}
      </chakra.p>
      <MonthFigures month={month} />
      <Box marginBlockStart="4">
        <MonthChanges month={month} />
      </Box>
    </chakra.details>
  );
}

const inCard = ['revenue', 'total_net_profit'] as const;

export function MonthCards({ months, blockedReason, seesFigures, onAction }: MonthCardsProps) {
  return (
    <chakra.ul display="flex" flexDirection="column" gap="2" listStyle="none">
      {months.map((month) => (
        <chakra.li
          key={month.id}
          background="bg.surface"
          borderWidth="1px"
          borderRadius="md"
          paddingInline="4"
          paddingBlock="2"
        >
          <Flex align="start" gap="2" marginBlockEnd="1">
            <chakra.h2 fontSize="md" fontWeight="semibold">
              <MonthName month={month} />
            </chakra.h2>
            <chakra.span marginInlineStart="auto">
              <StatusBadge status={month.status} />
            </chakra.span>
          </Flex>
          {seesFigures && <MonthSums month={month} only={inCard} />}
          <Flex justify="space-between" align="start" gap="2">
            {seesFigures ? <AllFigures month={month} /> : <span />}
            <MonthRowActions month={month} blockedReason={blockedReason} onAction={onAction} />
          </Flex>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

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
