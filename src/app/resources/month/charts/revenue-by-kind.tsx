import { useQuery } from '@tanstack/react-query';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { readPiastres } from '#contract/money.ts';
import { type Figures, figures } from '#contract/month.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { Chart } from './chart.tsx';
import { messages } from './texts.en.ts';

function kindsOf(month: Figures) {
  const revenue = figures.filter(({ group }) => group === 'revenue').map(({ name }) => name);
  return resourceNames
    .map(resourceOf)
    .flatMap(({ name: id, plural, cash }) => {
      const figure = revenue.find((name) => name === cash?.figure);
      const amount = figure && readPiastres(month[figure]);
      return amount === undefined ? [] : [{ id, name: plural, revenue: amount }];
    })
    .sort((one, other) => (one.revenue < other.revenue ? 1 : one.revenue > other.revenue ? -1 : 0));
}

export function RevenueByKind() {
  const [month] = useQuery(monthsQuery(1)).data?.results ?? [];
  if (!month) return null;
  const kinds = kindsOf(month);
  const hasRevenue = (kinds[0]?.revenue ?? 0n) > 0n;
  return (
    <Chart
      title={messages.revenueByKind}
      about={hasRevenue ? <TypedText>{month.name}</TypedText> : messages.noRevenue({ month: month.name })}
      series={['revenue']}
      places={kinds}
      head={messages.kind}
      tableLabel={messages.revenueByKind}
    />
  );
}
