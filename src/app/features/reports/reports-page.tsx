import { Box, Button, chakra, Flex, NativeSelect, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { dateControl, dayError } from '#app/fields/date.tsx';
import { currentDay } from '#app/lib/branch-day.ts';
import { DEBTS_SCREEN } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { useBranchList, usePaymentMethods } from '#app/reads/branch-lists.ts';
import { type Period, reportQuery } from '#app/reads/reports.ts';
import { TABLE_QUERY } from '#app/resources/list/columns.ts';
import { ExportButton } from '#app/resources/list/export-button.tsx';
import { messages as listMessages } from '#app/resources/list/texts.en.ts';
import { Sums } from '#app/resources/month/statement-table.tsx';
import { messages as chartMessages } from '#app/resources/month/texts.en.ts';
import { Permitted } from '#app/resources/permitted-screen.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay, isDay } from '#contract/days.ts';
import { inDigits } from '#contract/digits.ts';
import { date } from '#contract/fields.ts';
import { formatKnownMoney, formatMoney, readPiastres } from '#contract/money.ts';
import {
  expensesByCategory,
  isNarrowed,
  type ReportFilters,
  sumsBy,
  sumsOf,
  WITHOUT_FILTERS,
} from '#contract/report-sums.ts';
import { REPORTS_PATH, type Report } from '#contract/reports.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { labels } from '#contract/texts/labels.en.ts';
import { BranchFigures } from './branch-figures.tsx';
import { askedPeriod, periodBefore, periodNames, yearBefore } from './periods.ts';
import { ReportStatement } from './report-statement.tsx';
import { messages } from './texts.en.ts';

function OfAll({ report }: { readonly report: Report }) {
  const moneyOf = (decimal: string) => formatKnownMoney(readPiastres(decimal));
  const { discounts, drawers } = report;
  return (
    <>
      <Sums
        title={listMessages.enrolments}
        empty={messages.nothing}
        columns={[chartMessages.charts.kind, messages.started, messages.renewed, messages.ended]}
        rows={report.enrolments.map(({ resource, started, renewed, ended }) => ({
          key: resource,
          name: isResourceName(resource) ? resourceOf(resource).plural : resource,
          sums: [inDigits(started), inDigits(renewed), inDigits(ended)],
        }))}
      />
      <Sums
        title={messages.other}
        empty={messages.nothing}
        columns={[messages.figure, messages.howMany, labels.amount]}
        rows={[
          {
            key: 'discounts',
            name: messages.discounts,
            sums: [inDigits(discounts.count), moneyOf(discounts.total)],
          },
          { key: 'closes', name: messages.closes, sums: [inDigits(drawers.closes), ''] },
          {
            key: 'differing',
            name: messages.differing,
            sums: [inDigits(drawers.differing), moneyOf(drawers.difference)],
          },
        ]}
      />
    </>
  );
}

function Breakdowns({ report, filters }: { readonly report: Report; readonly filters: ReportFilters }) {
  const methods = usePaymentMethods();
  const categories = useBranchList('expense_categories');
  return (
    <>
      <Sums
        title={messages.byMethod}
        empty={messages.nothing}
        columns={[messages.method, messages.received, messages.paidOut]}
        rows={sumsBy(report, 'payment_method', filters).map(({ key, received, paidOut }) => ({
          key,
          name: <TypedText>{methods.nameOf(key)}</TypedText>,
          sums: [formatMoney(received), formatMoney(paidOut)],
        }))}
      />
      <Sums
        title={messages.byPerson}
        empty={messages.nothing}
        columns={[listMessages.takenBy, messages.received, messages.paidOut]}
        rows={sumsBy(report, 'recorded_by', filters).map(({ key, name, received, paidOut }) => ({
          key,
          name: <TypedText>{name}</TypedText>,
          sums: [formatMoney(received), formatMoney(paidOut)],
        }))}
      />
      <Sums
        title={messages.byCategory}
        empty={messages.nothing}
        columns={[messages.category, messages.howMany, labels.amount]}
        rows={expensesByCategory(report, filters).map(({ category, count, total }) => ({
          key: category ?? '',
          name:
            category === null ? messages.noCategory : <TypedText>{categories.nameOf(category)}</TypedText>,
          sums: [inDigits(count), formatMoney(total)],
        }))}
      />
      {!isNarrowed(filters) && <OfAll report={report} />}
    </>
  );
}

const Chart = optionalComponent(async () => (await import('./report-chart.tsx')).ReportChart);

const dayField = { from: date(() => listMessages.fromFilter), until: date(() => listMessages.untilFilter) };

interface DaysProps {
  readonly period: Period;
  readonly onChoose: (period: Period) => void;
}

function Days({ period, onChoose }: DaysProps) {
  const [days, setDays] = useState(period);
  const isRight = isDay(days.from) && isDay(days.until) && days.from <= days.until;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight) onChoose(days);
  };
  const input = (name: 'from' | 'until') => (
    <dateControl.Input
      name={name}
      field={dayField[name]}
      value={days[name]}
      onChange={(value) => setDays({ ...days, [name]: value })}
      onBlur={() => undefined}
      error={days[name] === '' ? undefined : dayError(days[name])}
    />
  );
  return (
    <chakra.form noValidate display="flex" flexWrap="wrap" alignItems="end" gap="3" onSubmit={submit}>
      <Box flex="1 1 9.5rem">{input('from')}</Box>
      <Box flex="1 1 9.5rem">{input('until')}</Box>
      <Button type="submit" variant="outline" disabled={!isRight}>
        {messages.show}
      </Button>
      {isDay(days.from) && isDay(days.until) && days.from > days.until && (
        <ErrorLine message={messages.wrongOrder} />
      )}
    </chakra.form>
  );
}

const FilterRow = chakra('fieldset', {
  base: {
    display: 'flex',
    gap: '3',
    flex: '1 1 18rem',
    minWidth: '0',
    '& label': { flex: '1 1 8.5rem', minWidth: '0', fontSize: 'sm', fontWeight: 'medium' },
  },
});

interface FilterProps {
  readonly report: Report;
  readonly filters: ReportFilters;
  readonly onChange: (change: Partial<ReportFilters>) => void;
}

function Filters({ report, filters, onChange }: FilterProps) {
  const { nameOf } = usePaymentMethods();
  const methods = sumsBy(report, 'payment_method', WITHOUT_FILTERS);
  const people = sumsBy(report, 'recorded_by', WITHOUT_FILTERS);
  const select = (
    name: keyof ReportFilters,
    label: string,
    all: string,
    options: readonly { readonly key: string; readonly text: string }[],
  ) => (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the select
    <label>
      {label}
      <NativeSelect.Root>
        <NativeSelect.Field
          value={filters[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        >
          <option value="">{all}</option>
          {options.map(({ key, text }) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </label>
  );
  return (
    <FilterRow aria-label={messages.filters}>
      {select(
        'method',
        messages.method,
        messages.allMethods,
        methods.map(({ key }) => ({ key, text: nameOf(key) })),
      )}
      {select(
        'person',
        listMessages.takenBy,
        messages.everybody,
        people.map(({ key, name }) => ({ key, text: name })),
      )}
    </FilterRow>
  );
}

export function ReportsPage() {
  return (
    <Permitted needs="months.figures">
      <Reports />
    </Permitted>
  );
}

function listPath(kind: ResourceName, { from, until }: Period, { method, person }: ReportFilters): string {
  const { screens, fields } = resourceOf(kind);
  const query = new URLSearchParams({ created_after: from, created_before: until });
  if (method !== '' && fields.payment_method) query.set('payment_method', method);
  if (person !== '') query.set('recorded_by', person);
  return `${screens.list}?${query}`;
}

function exportQuery({ from, until }: Period, { method, person }: ReportFilters) {
  return {
    from,
    until,
    ...(method !== '' && { payment_method: method }),
    ...(person !== '' && { recorded_by: person }),
  };
}

function Reports() {
  const [params, setParams] = useSearchParams();
  const offline = useConnection() === 'offline';
  const isPhone = !useMedia(TABLE_QUERY);
  const asked = askedPeriod(params, currentDay());
  const period: Period = { from: asked.from, until: asked.until };
  const filters = { method: params.get('method') ?? '', person: params.get('person') ?? '' };
  const { data: report, error, dataUpdatedAt, refetch } = useQuery(reportQuery(period));
  const { data: before } = useQuery(reportQuery(periodBefore(period, asked.name)));
  const { data: lastYear } = useQuery(reportQuery(yearBefore(period)));
  const change = (values: Readonly<Record<string, string>>) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(values))
          value === '' ? next.delete(name) : next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <PageHeading
        title={messages.title}
        // On a phone the figures need the room.
        about={isPhone ? undefined : messages.about}
        action={
          <>
            <ExportButton path={REPORTS_PATH} query={exportQuery(period, filters)} />
            <Button variant="outline" colorPalette="neutral" onClick={() => window.print()}>
              <Printer size={18} aria-hidden /> {appMessages.print}
            </Button>
          </>
        }
      />
      <Flex role="group" aria-label={messages.periods} gap="2" wrap="wrap" marginBlockEnd="3" data-no-print>
        {periodNames.map((name) => (
          <Button
            key={name}
            variant={name === asked.name ? 'solid' : 'outline'}
            colorPalette={name === asked.name ? undefined : 'neutral'}
            aria-pressed={name === asked.name}
            onClick={() => change({ period: name, from: '', until: '' })}
          >
            {messages[name]}
          </Button>
        ))}
      </Flex>
      <Flex gap="3" wrap="wrap" align="end" marginBlockEnd="4" data-no-print>
        <Days
          key={`${period.from} ${period.until}`}
          period={period}
          onChoose={({ from, until }) => change({ period: '', from, until })}
        />
        {report && <Filters report={report} filters={filters} onChange={change} />}
      </Flex>
      <OfflineNote
        shown={offline}
        updatedAt={report ? dataUpdatedAt : 0}
        text={report ? undefined : messages.offline}
      />
      {report ? (
        <Flex gap="4" align="start" direction={{ base: 'column', lg: 'row' }}>
          <Flex direction="column" gap="4" flex={{ lg: '3' }} width="full" minWidth="0">
            <Surface padding={{ base: '4', md: '5' }} width="full">
              <chakra.h2 fontWeight="semibold" marginBlockEnd="2">
                {messages.span({ from: displayDay(period.from), until: displayDay(period.until) })}
              </chakra.h2>
              <ReportStatement
                now={sumsOf(report, filters)}
                before={before && sumsOf(before, filters)}
                lastYear={lastYear && sumsOf(lastYear, filters)}
                pathOf={(kind) => listPath(kind, period, filters)}
                debtsPath={period.until === currentDay() ? DEBTS_SCREEN : undefined}
              />
            </Surface>
            <Chart report={report} filters={filters} />
          </Flex>
          <Flex direction="column" gap="4" flex={{ lg: '2' }} width="full">
            <Breakdowns report={report} filters={filters} />
          </Flex>
        </Flex>
      ) : error ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : (
        !offline && <Skeleton role="status" aria-label={messages.loading} height="24rem" borderRadius="md" />
      )}
      <BranchFigures period={period} filters={filters} />
    </>
  );
}
