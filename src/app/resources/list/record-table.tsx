import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { memo, type ReactNode } from 'react';
import { useMay } from '#app/reads/use-permissions.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import recordsStyles from '#app/theme/records.module.css';
import type { Resource } from '#contract/define-resource.ts';
import { joinParts } from '#contract/messages.ts';
import { type Column, titleColumn } from './columns.ts';
import { directionOf, isOrderable, nextOrdering } from './order.ts';
import { RecordCell } from './record-cell.tsx';
import { RowActions } from './row-actions.tsx';
import { useRowSlots } from './row-slots.ts';
import { messages } from './texts.en.ts';
import { useHoverPrefetch } from './use-hover-prefetch.ts';

interface ColumnHeadProps {
  readonly resource: Resource;
  readonly column: Column;
  readonly ordering: string;
  readonly onOrder: (ordering: string) => void;
}

/** Renders a column head that sorts the list. In a shared column the first field sorts. Memoized: a page turn changes none. */
const ColumnHead = memo(function ColumnHead(props: ColumnHeadProps) {
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

interface RecordTableProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  /** True while the requested records are loading. */
  readonly busy?: boolean;
  readonly ordering: string;
  readonly onOrder: (ordering: string) => void;
  readonly children: ReactNode;
  /** The totals. */
  readonly footer?: ReactNode;
}

/** Renders the table and its header; the rows or their placeholders are its children. */
export function RecordTable(props: RecordTableProps) {
  const { resource, columns, busy, ordering, onOrder, children, footer } = props;
  return (
    <table className={recordsStyles.table} aria-label={resource.plural} aria-busy={busy}>
      <thead>
        <tr>
          {columns.map((column) => (
            <ColumnHead key={column.key} {...{ resource, column, ordering, onOrder }} />
          ))}
          <th scope="col" data-end>
            {messages.actions}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {footer}
    </table>
  );
}

interface RecordRowProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  readonly title: string | undefined;
  readonly listed: ListedRecord;
  readonly isHighlighted: boolean;
  readonly mayRemove: boolean;
  readonly onDelete: (listed: ListedRecord) => void;
  readonly onHover: (id: string) => void;
}

/** Renders one row; memoized, so that changes elsewhere do not render it again. */
const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { resource, columns, title, listed, isHighlighted, mayRemove, onDelete, onHover } = props;
  const { record, pending } = listed;
  const hover = () => onHover(record.id);
  return (
    <tr
      data-fresh={isHighlighted || undefined}
      data-leaving={pending?.kind === 'delete' || undefined}
      onPointerEnter={hover}
      onFocus={hover}
    >
      {columns.map((column) => (
        <RecordCell
          key={column.key}
          resource={resource}
          column={column}
          listed={listed}
          isTitle={column.key === title}
        />
      ))}
      <td data-end>
        <RowActions {...{ resource, listed, mayRemove, onDelete }} />
      </td>
    </tr>
  );
});

interface RecordRowsProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  readonly rows: readonly ListedRecord[];
  readonly highlighted: string | undefined;
  readonly onDelete: (listed: ListedRecord) => void;
}

/** Renders the rows of a list as a table body. */
export function RecordRows({ resource, columns, rows, highlighted, onDelete }: RecordRowsProps) {
  const title = titleColumn(resource);
  const mayRemove = useMay(resource.name, 'remove');
  const onHover = useHoverPrefetch(resource);
  const slots = useRowSlots(rows);
  return rows.map((listed) => (
    <RecordRow
      key={slots.get(listed.record.id)}
      {...{ resource, columns, title, listed, mayRemove, onDelete, onHover }}
      isHighlighted={listed.record.id === highlighted}
    />
  ));
}
