import type { ReactNode } from 'react';

interface ChartValuesProps {
  readonly id?: string;
  /** What they are of, in a few words. */
  readonly label: string;
  /** The heads of its columns: of what stands first in a row, then of amounts. */
  readonly heads: readonly [string, ...string[]];
  readonly children: ReactNode;
}

/** The figures of a chart as a table, whose body are its children; opened by whoever wants to read them. */
export function ChartValues({ id, label, heads: [first, ...amounts], children }: ChartValuesProps) {
  return (
    <details id={id}>
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
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
