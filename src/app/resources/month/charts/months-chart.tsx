import { useId, useMemo } from 'react';
import { useMonthHistory } from '#app/reads/month-history.ts';
import { ChartCard } from './chart-card.tsx';
import { ChartLegend } from './chart-legend.tsx';
import { chartedMonths, monthsText } from './charted-month.ts';
import { messages } from './messages.ts';
import { MonthsPlot } from './months-plot.tsx';
import { MonthsValues } from './months-values.tsx';
import { Axis } from './plot.tsx';
import { scaleOf } from './scale.ts';
import { useScrollContainer } from './use-scroll-container.ts';

export interface MonthsChartProps {
  /** Table on the page with the same months. Without one, or if it has fewer, the chart renders its own. */
  readonly table?: { readonly id: string; readonly months: number };
}

/** Charts revenue, expenses and profit of all months; renders nothing without a month. */
export function MonthsChart({ table }: MonthsChartProps) {
  const { months: newestFirst, count } = useMonthHistory();
  const months = useMemo(() => chartedMonths(newestFirst), [newestFirst]);
  const scale = useMemo(
    () => scaleOf(months.flatMap(({ revenue, expenses, profit }) => [revenue, expenses, profit])),
    [months],
  );
  const { container, width } = useScrollContainer();
  const about = useId();
  const ownTableId = useId();
  if (months.length === 0) return null;
  const coverage = months.length < count ? ` ${messages.newestMonths({ shown: months.length, count })}` : '';
  const hasOwnTable = !table || table.months < months.length;
  return (
    <ChartCard title={messages.monthsTitle} about={`${monthsText(months)}${coverage}`} aboutId={about}>
      <ChartLegend />
      <div data-picture>
        <Axis scale={scale} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
        <section ref={container} data-scrolls aria-label={messages.monthsScroll} tabIndex={0}>
          <MonthsPlot
            months={months}
            scale={scale}
            width={width}
            label={messages.monthsPlot({ count: months.length })}
            describedBy={about}
            details={hasOwnTable ? ownTableId : table.id}
          />
        </section>
      </div>
      {hasOwnTable && <MonthsValues id={ownTableId} months={months} />}
    </ChartCard>
  );
}
