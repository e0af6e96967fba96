import { Box, chakra, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useConnection } from '#app/api/connection.ts';
import { asOf } from '#app/lib/branch-day.ts';
import { isManagedByPerson, useBranchesOfPerson } from '#app/reads/branches-of-person.ts';
import { branchReportsQuery, type Period } from '#app/reads/reports.ts';
import { messages as monthMessages } from '#app/resources/month/texts.en.ts';
import { PageError } from '#app/ui/page-error.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { inDigits } from '#contract/digits.ts';
import { formatAmount, type Piastres, parsePiastres, sum } from '#contract/money.ts';
import { CASH, CREDIT } from '#contract/payment-methods.ts';
import { isNarrowed, type ReportFilters, type ReportSums, sumsOf } from '#contract/report-sums.ts';
import type { BranchReports, Report } from '#contract/reports.ts';
import { messages } from './texts.en.ts';

const BranchTable = chakra('table', {
  base: {
    minWidth: 'full',
    fontSize: 'sm',
    // Lines of collapsed borders do not follow a fixed cell.
    borderCollapse: 'separate',
    borderSpacing: '0',
    '& caption': { captionSide: 'top', color: 'fg.muted', textAlign: 'start', marginBlockEnd: '1' },
    '& caption > span': { position: 'sticky', insetInlineStart: '0' },
    '& :is(th, td)': { paddingBlock: '2', paddingInlineStart: '4', fontWeight: 'normal' },
    '& thead th': { color: 'fg.muted', verticalAlign: 'bottom' },
    '& tr > :not(:first-child)': { textAlign: 'end', whiteSpace: 'nowrap' },
    '& tr > :first-child': {
      position: 'sticky',
      insetInlineStart: '0',
      minWidth: '7rem',
      maxWidth: '12rem',
      paddingInlineStart: '0',
      paddingInlineEnd: '2',
      // Where the other columns pass under it.
      borderInlineEndWidth: { base: '1px', md: '0' },
      textAlign: 'start',
      background: 'bg.surface',
    },
    '& tbody :is(th, td)': { borderTopWidth: '1px' },
    '& tbody td': { fontVariantNumeric: 'tabular-nums' },
    '& [data-sum]': { fontWeight: 'bold' },
  },
});

interface Column {
  readonly report: Report;
  readonly sums: ReportSums;
}

interface Row {
  readonly label: string;
  readonly texts: readonly string[];
  readonly isSum?: true;
}

function rowsOf(columns: readonly Column[], isNarrow: boolean): readonly Row[] {
  const money = (label: string, of: (column: Column) => Piastres) => {
    const amounts = columns.map(of);
    return { label, texts: [...amounts, sum(amounts)].map((amount) => formatAmount(amount)) };
  };
  const enrolments = (label: string, member: 'started' | 'renewed') => {
    const counts = columns.map(({ report }) =>
      report.enrolments.reduce((all, kind) => all + kind[member], 0),
    );
    return {
      label,
      texts: [...counts, counts.reduce((all, one) => all + one, 0)].map((count) => inDigits(count)),
    };
  };
  return [
    money(messages.totalIncome, ({ sums }) => sums.income),
    money(messages.paidBack, ({ sums }) => sums.paidBack),
    money(messages.totalExpenses, ({ sums }) => sums.expenses),
    ...(columns.some(({ sums }) => sums.credit !== 0n)
      ? [money(messages.movedByCredit, ({ sums }) => sums.credit)]
      : []),
    { ...money(monthMessages.result, ({ sums }) => sums.result), isSum: true },
    // They have neither method nor person.
    ...(isNarrow
      ? []
      : [
          money(messages.debtsAtEnd, ({ report }) => parsePiastres(report.debts)),
          enrolments(messages.startedEnrolments, 'started'),
          enrolments(messages.renewedEnrolments, 'renewed'),
          money(messages.differences, ({ report }) => parsePiastres(report.drawers.difference)),
        ]),
  ];
}

interface FiguresProps {
  readonly branches: BranchReports['results'];
  readonly filters: ReportFilters;
}

function Figures({ branches, filters }: FiguresProps) {
  const rows = rowsOf(
    branches.map(({ report }) => ({ report, sums: sumsOf(report, filters) })),
    isNarrowed(filters),
  );
  const keys = [...branches.map(({ id }) => id), 'all'];
  return (
    <Box role="region" aria-label={messages.branches} tabIndex={0} overflowX="auto">
      <BranchTable aria-label={messages.branches}>
        <caption>
          <span>{monthMessages.amountsIn}</span>
        </caption>
        <thead>
          <tr>
            <th scope="col">{messages.figure}</th>
            {branches.map(({ id, name }) => (
              <th key={id} scope="col">
                <TypedText>{name}</TypedText>
              </th>
            ))}
            <th scope="col">{messages.allBranches}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, texts, isSum }) => (
            <tr key={label}>
              <th scope="row" data-sum={isSum ? '' : undefined}>
                {label}
              </th>
              {texts.map((text, place) => (
                <td key={keys[place]} data-sum={isSum || place === branches.length ? '' : undefined}>
                  <bdi dir="ltr">{text}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </BranchTable>
    </Box>
  );
}

interface BranchFiguresProps {
  readonly period: Period;
  readonly filters: ReportFilters;
}

export function BranchFigures({ period, filters }: BranchFiguresProps) {
  const isShown = useBranchesOfPerson().all.filter(isManagedByPerson).length > 1;
  const offline = useConnection() === 'offline';
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...branchReportsQuery(period),
    enabled: isShown,
  });
  if (!isShown) return null;
  const { method, person } = filters;
  const body = () => {
    if (person !== '') return <p>{messages.ofPerson}</p>;
    if (data) return <Figures branches={data.results} filters={filters} />;
    if (offline) return <p>{messages.branchesOffline}</p>;
    if (error) return <PageError error={error} onRetry={() => void refetch()} />;
    return <Skeleton role="status" aria-label={messages.branchesLoading} height="16rem" borderRadius="md" />;
  };
  return (
    <Surface padding={{ base: '4', md: '5' }} marginBlockStart="4">
      <chakra.h2 fontWeight="semibold" marginBlockEnd="2">
        {messages.branches}
      </chakra.h2>
      {offline && data && (
        <chakra.p color="waiting.fg" fontSize="sm" marginBlockEnd="2">
          {messages.branchesAsOf({ time: asOf(dataUpdatedAt) })}
        </chakra.p>
      )}
      {body()}
      {person === '' && data && method !== '' && method !== CASH && method !== CREDIT && (
        <chakra.p color="fg.muted" fontSize="sm" marginBlockStart="2">
          {messages.ofOwnMethod}
        </chakra.p>
      )}
    </Surface>
  );
}
