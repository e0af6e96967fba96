import { formatMoney, type Piastres, sum } from '#contract/money.ts';
import { ChartValues } from './chart-values.tsx';
import { messages } from './messages.ts';

/** Holds the revenue of one resource. */
export interface KindPart {
  readonly name: string;
  /** In piastres. */
  readonly amount: Piastres;
}

/** Formats the share of an amount in percent, rounded to a tenth. */
function shareOf(amount: Piastres, total: Piastres): string {
  const tenths = total > 0n ? (amount * 2000n + total) / (total * 2n) : 0n;
  return `${tenths / 10n}.${tenths % 10n} %`;
}

/** Renders the revenue and share of each resource, and their total, as a table. */
export function KindsValues({ parts }: { parts: readonly KindPart[] }) {
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
