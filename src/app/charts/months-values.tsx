import { formatMoney } from '#contract/money.ts';
import type { ChartedMonth } from './charted-month.ts';

/** The figures of the chart as a table, newest first. */
export function MonthsValues({ id, months }: { id: string; months: readonly ChartedMonth[] }) {
  return (
    <details id={id}>
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section data-values aria-label="Figures of the chart" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col" data-amount>
                Revenue
              </th>
              <th scope="col" data-amount>
                Expenses
              </th>
              <th scope="col" data-amount>
                Profit
              </th>
            </tr>
          </thead>
          <tbody>
            {[...months].reverse().map((month) => (
              <tr key={month.id}>
                <th scope="row" dir="auto">
                  {month.name}
                </th>
                {[month.revenue, month.expenses, month.profit].map((amount, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the three stand in a fixed order
                  <td key={place} data-amount dir="ltr">
                    {formatMoney(amount)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
