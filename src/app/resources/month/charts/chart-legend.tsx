import { useId } from 'react';
import { messages } from './messages.ts';
import { ExpensesPattern } from './plot.tsx';

/** Explains bars and line, each by its shape as well as its colour. */
export function ChartLegend() {
  const pattern = useId();
  return (
    <ul data-legend>
      <li>
        <svg width={16} height={16} aria-hidden="true">
          <rect data-bar="revenue" x={2} y={1} width={12} height={14} />
        </svg>
        {messages.revenue}
      </li>
      <li>
        <svg width={16} height={16} aria-hidden="true">
          <ExpensesPattern id={pattern} />
          <rect data-bar="expenses" fill={`url(#${pattern})`} x={2} y={1} width={12} height={14} />
        </svg>
        {messages.expenses}
      </li>
      <li>
        <svg width={28} height={16} aria-hidden="true">
          <line data-line="profit" x1={0} x2={28} y1={8} y2={8} />
          <circle data-dot="profit" cx={14} cy={8} r={4} />
        </svg>
        {messages.profit}
      </li>
    </ul>
  );
}
