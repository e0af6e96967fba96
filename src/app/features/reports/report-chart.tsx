import { messages as appMessages } from '#app/lib/texts.en.ts';
import { Chart } from '#app/resources/month/charts/chart.tsx';
import { dayName, monthName, type Sums, sumsSeries, sumsText } from '#app/resources/month/charts/charts.tsx';
import { messages as chartMessages } from '#app/resources/month/texts.en.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { type Day, dayAfter, displayDay, monthLater } from '#contract/days.ts';
import { parsePiastres, sum } from '#contract/money.ts';
import { isOf, type ReportFilters } from '#contract/report-sums.ts';
import { goesByDay, type Report } from '#contract/reports.ts';
import { firstOfMonth } from './periods.ts';
import { messages } from './texts.en.ts';

export function stepsOf(report: Report, filters: ReportFilters): readonly Sums[] {
  const byDay = goesByDay(report);
  const lines = report.over_time.filter(isOf(filters));
  const steps: Sums[] = [];
  const next = (day: Day) => (byDay ? dayAfter(day) : monthLater(day, 1));
  for (let day = byDay ? report.from : firstOfMonth(report.from); day <= report.until; day = next(day)) {
    const linesOfStep = lines.filter(({ from }) => from === day);
    const [revenue, expenses] = [
      sum(linesOfStep.map((line) => parsePiastres(line.revenue))),
      sum(linesOfStep.map((line) => parsePiastres(line.expenses))),
    ];
    const name = byDay ? dayName(day) : monthName(day);
    steps.push({ id: day, name, revenue, expenses, profit: revenue - expenses });
  }
  return steps;
}

interface ReportChartProps {
  readonly report: Report;
  readonly filters: ReportFilters;
}

export function ReportChart({ report, filters }: ReportChartProps) {
  const steps = stepsOf(report, filters);
  const isEmpty = steps.every(({ revenue, expenses }) => revenue === 0n && expenses === 0n);
  if (steps.length < 2 || isEmpty) return null;
  const byDay = goesByDay(report);
  const whole: Sums = {
    id: 'whole',
    name: messages.span({ from: displayDay(report.from), until: displayDay(report.until) }),
    revenue: sum(steps.map(({ revenue }) => revenue)),
    expenses: sum(steps.map(({ expenses }) => expenses)),
    profit: sum(steps.map(({ profit }) => profit)),
  };
  return (
    <Chart
      title={chartMessages.charts.monthsTitle}
      about={<TypedText>{`${sumsText(whole)}.`}</TypedText>}
      series={sumsSeries}
      places={steps}
      plot={{
        label: byDay
          ? chartMessages.charts.daysSumsPlot({ count: steps.length })
          : chartMessages.charts.monthsPlot({ count: steps.length }),
        scrollLabel: byDay ? chartMessages.charts.daysScroll : chartMessages.charts.monthsScroll,
        textOf: sumsText,
      }}
      head={byDay ? chartMessages.charts.day : appMessages.month}
      tableLabel={byDay ? chartMessages.charts.daysTable : chartMessages.charts.monthsTable}
    />
  );
}
