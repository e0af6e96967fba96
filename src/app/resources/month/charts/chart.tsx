import { type ReactNode, useId } from 'react';
import chartStyles from './chart.module.css';
import { messages } from './texts.en.ts';

interface ChartCardProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly aboutId?: string;
  readonly children: ReactNode;
}

export function ChartCard({ title, about, aboutId, children }: ChartCardProps) {
  const heading = useId();
  return (
    <figure className={chartStyles.chart} aria-labelledby={heading}>
      <figcaption>
        <h2 id={heading}>{title}</h2>
        {about && <p id={aboutId}>{about}</p>}
      </figcaption>
      {children}
    </figure>
  );
}

interface ChartValuesProps {
  readonly id?: string;
  readonly label: string;
  /** First the head of the row heads, then those of the amounts. */
  readonly heads: readonly [string, ...string[]];
  readonly children: ReactNode;
}

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
