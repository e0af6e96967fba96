import type { ReactNode } from 'react';
import { messages } from './texts.en.ts';

interface ChartValuesProps {
  readonly id?: string;
  /** Accessible name of the table. */
  readonly label: string;
  /** Column heads: that of the row heads, then those of the amounts. */
  readonly heads: readonly [string, ...string[]];
  readonly children: ReactNode;
}

/** Renders a chart's values as a collapsed table with its children as body. */
export function ChartValues({ id, label, heads: [first, ...amounts], children }: ChartValuesProps) {
  return (
    <details id={id}>
      <summary>{messages.showTable}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section data-values aria-label={label} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{first}</th>
              {amounts.map((head) => (
                <th key={head} scope="col" data-amount>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          {children}
        </table>
      </section>
    </details>
  );
}
