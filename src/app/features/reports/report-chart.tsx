import { useId } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { ChartCard } from '#app/resources/month/charts/chart.tsx';
import {
  type PlottedSums,
  partsOfSums,
  SumsLegend,
  SumsPlot,
  SumsValues,
} from '#app/resources/month/charts/sums-plot.tsx';
import { messages as chartMessages } from '#app/resources/month/charts/texts.en.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { sum } from '#contract/money.ts';
import { goesByDay, type Report } from '#contract/reports.ts';
import { type ReportFilters, stepsOf } from './report-sums.ts';
import { messages } from './texts.en.ts';

interface ReportChartProps {
  readonly report: Report;
  readonly filters: ReportFilters;
}

/** By day or by month. Nothing for a single one, and where no money moved. */
export function ReportChart({ report, filters }: ReportChartProps) {
  const about = useId();
  const values = useId();
  const steps = stepsOf(report, filters);
  const isEmpty = steps.every(({ revenue, expenses }) => revenue === 0n && expenses === 0n);
  if (steps.length < 2 || isEmpty) return null;
  const byDay = goesByDay(report);
  const whole: PlottedSums = {
    id: 'whole',
    name: messages.span({ from: displayDay(report.from), until: displayDay(report.until) }),
    revenue: sum(steps.map(({ revenue }) => revenue)),
    expenses: sum(steps.map(({ expenses }) => expenses)),
    profit: sum(steps.map(({ profit }) => profit)),
  };
  return (
    <ChartCard
      title={chartMessages.monthsTitle}
      about={<TypedText>{`${chartMessages.monthSums(partsOfSums(whole))}.`}</TypedText>}
      aboutId={about}
    >
      <SumsLegend />
      <SumsPlot
        places={steps}
        label={
          byDay
            ? chartMessages.daysSumsPlot({ count: steps.length })
            : chartMessages.monthsPlot({ count: steps.length })
        }
        scrollLabel={byDay ? chartMessages.daysScroll : chartMessages.monthsScroll}
        describedBy={about}
        details={values}
      />
      <SumsValues
        id={values}
        label={byDay ? chartMessages.daysTable : chartMessages.monthsTable}
        head={byDay ? chartMessages.day : appMessages.month}
        places={steps}
      />
    </ChartCard>
  );
}
