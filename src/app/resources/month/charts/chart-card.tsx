import { type ReactNode, useId } from 'react';
import chartStyles from './chart.module.css';

interface ChartCardProps {
  readonly title: string;
  /** Summary in a sentence or two. */
  readonly about?: ReactNode;
  /** Id of the summary, if it describes the picture. */
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
