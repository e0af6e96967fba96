import { Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { WORK_HISTORY_PATH } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranchList, usePaymentMethods } from '#app/reads/branch-lists.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { monthBreakdownQuery, monthQuery, useMonthHistory } from '#app/reads/months.ts';
import { filteredPath } from '#app/resources/list/list-state.ts';
import { MonthChanges } from '#app/resources/month/month-changes.tsx';
import { AllDebts, amountText, figureGroupsOf } from '#app/resources/month/month-figures.tsx';
import { changeText, StatementTable, Sums } from '#app/resources/month/statement-table.tsx';
import { messages as monthMessages } from '#app/resources/month/texts.en.ts';
import { Permitted } from '#app/resources/permitted-screen.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { inDigits } from '#contract/digits.ts';
import { formatKnownMoney, readPiastres } from '#contract/money.ts';
import { type Figure, type Figures, type Month, type MonthBreakdown, monthSpan } from '#contract/month.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { MonthDialogs } from './month-dialogs.tsx';
import { StatusBadge } from './month-parts.tsx';
import { messages } from './texts.en.ts';

const allResources = resourceNames.map(resourceOf);

interface Rows {
  readonly resource: Resource;
  readonly path: string;
}

function rowsOf(name: Figure['name'], month: string, knows: (resource: Resource) => boolean): Rows[] {
  return allResources.filter(knows).flatMap((resource): Rows[] => {
    const path = filteredPath(resource, 'month', month);
    if (resource.cash?.figure === name) return [{ resource, path }];
    return resource.cash?.debts === name ? [{ resource, path: `${path}&owing=true` }] : [];
  });
}

function FigureName({ label, rows }: { readonly label: string; readonly rows: readonly Rows[] }) {
  const [first, ...more] = rows;
  if (!first) return <span>{label}</span>;
  return (
    <>
      <Link to={first.path}>{label}</Link>
      {more.map(({ resource, path }) => (
        <Link key={resource.name} to={path}>
          {resource.plural}
        </Link>
      ))}
    </>
  );
}

function yearBefore(month: Month, months: readonly Month[]): Month | undefined {
  const [year = '', calendarMonth = ''] = (month.start_date ?? '').split('-');
  const began = `${Number(year) - 1}-${calendarMonth}-`;
  return months.find(({ start_date }) => start_date?.startsWith(began));
}

function MonthStatement({ month }: { readonly month: Month }) {
  const { knows } = useDeclaredFields();
  const { months } = useMonthHistory();
  const place = months.findIndex(({ id }) => id === month.id);
  const before = place < 0 ? undefined : months[place + 1];
  const lastYear = yearBefore(month, months);
  const others: readonly (Figures & { readonly id: string; readonly name: string })[] = [
    ...(before ? [before] : []),
    ...(lastYear && lastYear.id !== before?.id ? [lastYear] : []),
  ];
  const columns = 2 + (before ? 1 : 0) + others.length;
  return (
    <>
      <StatementTable aria-label={messages.allFigures}>
        <caption>{monthMessages.amountsIn}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.figure}</th>
            <th scope="col">
              {month.status === 'running' ? messages.soFar : <TypedText>{month.name}</TypedText>}
            </th>
            {others.map(({ id, name }) => (
              <th key={id} scope="col" data-wide={id === lastYear?.id || undefined}>
                <TypedText>{name}</TypedText>
              </th>
            ))}
            {before && <th scope="col">{monthMessages.change}</th>}
          </tr>
        </thead>
        {figureGroupsOf([month]).map(({ group, label, figures }) => (
          <tbody key={group}>
            <tr data-group>
              <th scope="rowgroup" colSpan={columns}>
                {label}
                {group === 'debts' && ` · ${monthMessages.debtsOfMonth}`}
              </th>
            </tr>
            {figures.map(({ name, label: figure, total }) => (
              <tr key={name} data-total={total}>
                <th scope="row">
                  <FigureName label={figure} rows={rowsOf(name, month.id, knows)} />
                </th>
                <td>
                  <bdi dir="ltr">{amountText(month[name])}</bdi>
                </td>
                {others.map((other) => (
                  <td key={other.id} data-before data-wide={other.id === lastYear?.id || undefined}>
                    <bdi dir="ltr">{amountText(other[name])}</bdi>
                  </td>
                ))}
                {before && (
                  <td data-before>
                    <bdi dir="ltr">{changeText(readPiastres(month[name]), readPiastres(before[name]))}</bdi>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </StatementTable>
      <AllDebts />
    </>
  );
}

const amount = (decimal: string | null) => formatKnownMoney(readPiastres(decimal));

function ByMethod({ breakdown: { by_method } }: { readonly breakdown: MonthBreakdown }) {
  const { nameOf } = usePaymentMethods();
  return (
    <Sums
      title={messages.byMethod}
      empty={messages.nothingMoved}
      columns={[messages.method, messages.received, messages.paidOut]}
      rows={by_method.map(({ payment_method, received, paid_out }) => ({
        key: payment_method,
        name: <TypedText>{nameOf(payment_method)}</TypedText>,
        sums: [amount(received), amount(paid_out)],
      }))}
    />
  );
}

function Credit({ breakdown: { credit } }: { readonly breakdown: MonthBreakdown }) {
  if (!credit) return null;
  const { given, used, paid_out, balance } = credit;
  const rows = [
    { key: 'given', name: messages.creditGiven, sum: given },
    { key: 'used', name: messages.creditUsed, sum: used },
    { key: 'paid_out', name: messages.creditPaidOut, sum: paid_out },
    { key: 'balance', name: messages.creditBalance, sum: balance },
  ];
  if (rows.every(({ sum }) => (readPiastres(sum) ?? 0n) === 0n)) return null;
  return (
    <Sums
      title={messages.credit}
      columns={[messages.credit, messages.creditAmount]}
      rows={rows.map(({ sum, ...row }) => ({ ...row, sums: [amount(sum)] }))}
    />
  );
}

function Discounts({ breakdown }: { readonly breakdown: MonthBreakdown }) {
  const { nameOf } = useBranchList('discount_reasons');
  const { discounts_by_reason: reasons = [], discounts_by_person: people = [] } = breakdown;
  if (reasons.length === 0) return null;
  const sums = ({ count, total }: { count: number; total: string | null }) => [
    inDigits(count),
    amount(total),
  ];
  return (
    <>
      <Sums
        title={messages.discountsByReason}
        columns={[messages.reason, messages.howMany, messages.takenOff]}
        rows={reasons.map(({ discount_reason: id, ...of }) => ({
          key: id,
          name: <TypedText>{nameOf(id)}</TypedText>,
          sums: sums(of),
        }))}
      />
      <Sums
        title={messages.discountsByPerson}
        columns={[messages.person, messages.howMany, messages.takenOff]}
        rows={people.map(({ name, ...of }) => ({
          key: name,
          name: <TypedText>{name}</TypedText>,
          sums: sums(of),
        }))}
      />
    </>
  );
}

function Expenses({
  breakdown: { expenses_by_category: rows = [] },
}: {
  readonly breakdown: MonthBreakdown;
}) {
  const { nameOf } = useBranchList('expense_categories');
  if (rows.every(({ category }) => category === null)) return null;
  return (
    <Sums
      title={messages.expensesByCategory}
      columns={[messages.category, messages.howMany, messages.paidOut]}
      rows={rows.map(({ category, count, total }) => ({
        key: category ?? '',
        name: category === null ? messages.noCategory : <TypedText>{nameOf(category)}</TypedText>,
        sums: [inDigits(count), amount(total)],
      }))}
    />
  );
}

export function MonthPage() {
  return (
    <Permitted needs="months.figures">
      <OneMonth />
    </Permitted>
  );
}

function OneMonth() {
  const { id = '' } = useParams();
  const offline = useConnection() === 'offline';
  const { data: month, error, dataUpdatedAt, refetch } = useQuery(monthQuery(id));
  const breakdown = useQuery(monthBreakdownQuery(id));
  const [prints, setPrints] = useState(false);
  if (!month)
    return (
      <>
        <PageHeading title={messages.title} back={WORK_HISTORY_PATH} />
        {error ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton role="status" aria-label={messages.loading} height="24rem" borderRadius="md" />
        )}
      </>
    );
  return (
    <>
      <PageHeading
        title={month.name}
        about={
          <Flex gap="2" align="center">
            <StatusBadge status={month.status} /> {monthSpan(month)}
          </Flex>
        }
        back={WORK_HISTORY_PATH}
        action={
          <Button variant="outline" onClick={() => setPrints(true)}>
            <Printer size={18} aria-hidden /> {appMessages.print}
          </Button>
        }
      />
      {prints && <MonthDialogs month={month} action="print" onClose={() => setPrints(false)} />}
      <OfflineNote shown={offline} updatedAt={dataUpdatedAt} />
      <Flex gap="4" align="start" direction={{ base: 'column', lg: 'row' }}>
        <Surface padding={{ base: '4', md: '5' }} flex={{ lg: '3' }} width="full">
          <chakra.h2 fontWeight="semibold" marginBlockEnd="2">
            {messages.allFigures}
          </chakra.h2>
          <MonthStatement month={month} />
          <Box marginBlockStart="4">
            <MonthChanges month={month} />
          </Box>
        </Surface>
        <Flex direction="column" gap="4" flex={{ lg: '2' }} width="full">
          {breakdown.data ? (
            <>
              <ByMethod breakdown={breakdown.data} />
              <Credit breakdown={breakdown.data} />
              <Expenses breakdown={breakdown.data} />
              <Discounts breakdown={breakdown.data} />
            </>
          ) : breakdown.error ? (
            <PageError error={breakdown.error} onRetry={() => void breakdown.refetch()} />
          ) : (
            <Skeleton role="status" aria-label={messages.loading} height="12rem" borderRadius="md" />
          )}
        </Flex>
      </Flex>
    </>
  );
}
