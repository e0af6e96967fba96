import type { ReactNode } from 'react';

interface ChartValuesProps {
  readonly id?: string;
  /** What they are of, in a few words. */
  readonly label: string;
  readonly children: ReactNode;
}

/** The figures of a chart as a table, which is its children; opened by whoever wants to read them. */
export function ChartValues({ id, label, children }: ChartValuesProps) {
  return (
    <details id={id}>
      <summary>Show as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section data-values aria-label={label} tabIndex={0}>
        <table>{children}</table>
      </section>
    </details>
  );
}
