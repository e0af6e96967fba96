import { messages as appMessages } from '#app/lib/messages.ts';
import { formatMoney } from '#contract/money.ts';
import { ChartValues } from './chart-values.tsx';
import type { ChartedMonth } from './charted-month.ts';
import { messages } from './messages.ts';

/** Renders the values of the months chart as a table, newest first. */
export function MonthsValues({ id, months }: { id: string; months: readonly ChartedMonth[] }) {
  return (
    <ChartValues
      id={id}
      label={messages.monthsTable}
      heads={[appMessages.month, messages.revenue, messages.expenses, messages.profit]}
    >
      <tbody>
        {[...months].reverse().map((month) => (
          <tr key={month.id}>
            <th scope="row">
              <bdi>{month.name}</bdi>
            </th>
            {[month.revenue, month.expenses, month.profit].map((amount, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the three amounts have a fixed order
              <td key={index} data-amount>
                <bdi dir="ltr">{formatMoney(amount)}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ChartValues>
  );
}
