import { useQuery } from '@tanstack/react-query';
import { isRightToLeft } from '#app/lib/direction.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { inDigits } from '#contract/digits.ts';
import { formatMoney, type Piastres, readPiastres, sum } from '#contract/money.ts';
import { type Figures, figures } from '#contract/month.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { ChartCard, ChartValues } from './chart.tsx';
import { messages } from './texts.en.ts';

interface KindPart {
  readonly name: string;
  /** In piastres. */
  readonly amount: Piastres;
}

/** In percent, rounded to a tenth. */
function shareOf(amount: Piastres, total: Piastres): string {
  const tenths = total > 0n ? (amount * 2000n + total) / (total * 2n) : 0n;
  return inDigits(`${tenths / 10n}.${tenths % 10n} %`);
}

function KindsValues({ parts }: { parts: readonly KindPart[] }) {
  const total = sum(parts.map(({ amount }) => amount));
  return (
    <ChartValues label={messages.revenueByKind} heads={[messages.kind, messages.revenue, messages.share]}>
      <tbody>
        {parts.map(({ name, amount }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-amount>
              <bdi dir="ltr">{formatMoney(amount)}</bdi>
            </td>
            <td data-amount>
              <bdi dir="ltr">{shareOf(amount, total)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{messages.total}</th>
          <td data-amount>
            <bdi dir="ltr">{formatMoney(total)}</bdi>
          </td>
          <td />
        </tr>
      </tfoot>
    </ChartValues>
  );
}

function partsOf(month: Figures): KindPart[] {
  const revenue = figures.filter(({ group }) => group === 'revenue').map(({ name }) => name);
  return resourceNames
    .map(resourceOf)
    .flatMap(({ plural, cash }) => {
      const figure = revenue.find((name) => name === cash?.figure);
      const amount = figure && readPiastres(month[figure]);
      return amount === undefined ? [] : [{ name: plural, amount }];
    })
    .sort((one, other) => (one.amount < other.amount ? 1 : one.amount > other.amount ? -1 : 0));
}

function barOf(amount: Piastres, largest: Piastres) {
  const percent = largest > 0n && amount > 0n ? Number((amount * 1000n) / largest) / 10 : 0;
  return { x: isRightToLeft() ? `${100 - percent}%` : 0, width: `${percent}%` };
}

export function RevenueByKind() {
  const [month] = useQuery(monthsQuery(1)).data?.results ?? [];
  if (!month) return null;
  const parts = partsOf(month);
  const largest = parts[0]?.amount ?? 0n;
  return (
    <ChartCard
      title={messages.revenueByKind}
      about={largest > 0n ? <TypedText>{month.name}</TypedText> : messages.noRevenue({ month: month.name })}
    >
      <ul data-parts>
        {parts.map(({ name, amount }) => (
          <li key={name}>
            <span>{name}</span>
            <span data-amount dir="ltr">
              {formatMoney(amount)}
            </span>
            <svg width="100%" height={10} aria-hidden="true">
              <rect data-ground width="100%" height={10} rx={3} />
              <rect data-bar="revenue" {...barOf(amount, largest)} height={10} rx={3} />
            </svg>
          </li>
        ))}
      </ul>
      <KindsValues parts={parts} />
    </ChartCard>
  );
}
