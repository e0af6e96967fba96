import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { memo } from 'react';
import type { Resource } from '#contract/define-resource.ts';
import { joinParts } from '#contract/messages.ts';
import type { Column } from './columns.ts';
import { messages } from './messages.ts';
import { directionOf, isOrderable, nextOrdering } from './order.ts';

interface ColumnHeadProps {
  readonly resource: Resource;
  readonly column: Column;
  readonly ordering: string;
  readonly onOrder: (ordering: string) => void;
}

/** Renders a column head that sorts the list. In a shared column the first field sorts. Memoized: a page turn changes none. */
export const ColumnHead = memo(function ColumnHead(props: ColumnHeadProps) {
  const { resource, column, ordering, onOrder } = props;
  const { lines, kind } = column;
  const [first] = lines[0] ?? [];
  const labels = lines.map((line) => joinParts(line.map(({ field }) => field.label)));
  const sorted = lines.flat().find(({ name }) => directionOf(ordering, name));
  const direction = sorted && directionOf(ordering, sorted.name);
  const sortable = first && lines[0]?.length === 1 && isOrderable(resource, first.name) ? first : undefined;
  const Icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  const icon = <Icon size={14} aria-hidden data-order={direction ?? 'none'} />;
  return (
    <th scope="col" data-kind={kind} aria-sort={direction}>
      {labels.map((label, index) =>
        index === 0 && sortable ? (
          <button
            key={label}
            type="button"
            title={messages.orderBy({ label: sortable.field.label.toLowerCase() })}
            onClick={() => onOrder(nextOrdering(resource, ordering, sortable.name))}
          >
            {label}
            {sorted === undefined || sorted === sortable ? icon : null}
          </button>
        ) : (
          <span key={label} data-line>
            {label}
            {sorted && lines[index]?.includes(sorted) ? icon : null}
          </span>
        ),
      )}
    </th>
  );
});
