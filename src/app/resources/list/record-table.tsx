import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { memo, type ReactNode } from 'react';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import recordsStyles from '#app/theme/records.module.css';
import type { Resource } from '#contract/define-resource.ts';
import { joinParts } from '#contract/messages.ts';
import { type Column, directionOf, isOrderable, nextOrdering } from './columns.ts';
import type { SetFilters } from './list-state.ts';
import { RecordCell } from './record-cell.tsx';
import { openTappedRow, RowActions, useRows } from './rows.tsx';
import { tickTappedRow } from './selection.tsx';
import { messages } from './texts.en.ts';

interface Ordered {
  readonly resource: Resource;
  readonly ordering: string;
  readonly setFilters: SetFilters;
}

function ColumnHead({ column, resource, ordering, setFilters }: Ordered & { readonly column: Column }) {
  const { lines, kind } = column;
  const sorted = lines.flat().find(({ name }) => directionOf(ordering, name));
  const direction = sorted && directionOf(ordering, sorted.name);
  const Icon = direction === undefined ? ChevronsUpDown : direction === 'ascending' ? ArrowUp : ArrowDown;
  const icon = <Icon size={14} aria-hidden data-order={direction ?? 'none'} />;
  return (
    <th scope="col" data-kind={kind} aria-sort={direction}>
      {lines.map((line, index) => {
        const [{ name, field }] = line;
        const label = joinParts(line.map((one) => one.field.label));
        const isSorted = sorted !== undefined && line.includes(sorted);
        return index === 0 && line.length === 1 && isOrderable(resource, name) ? (
          <button
            key={name}
            type="button"
            title={messages.orderBy({ label: field.label.toLowerCase() })}
            onClick={() => setFilters({ ordering: nextOrdering(resource, ordering, name) })}
          >
            {label}
            {sorted === undefined || isSorted ? icon : null}
          </button>
        ) : (
          <span key={name} data-line>
            {label}
            {isSorted ? icon : null}
          </span>
        );
      })}
    </th>
  );
}

interface RecordTableProps extends Ordered {
  readonly columns: readonly Column[];
  readonly busy: boolean;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

export function RecordTable({ columns, busy, children, footer, ...ordered }: RecordTableProps) {
  return (
    <table className={recordsStyles.table} aria-label={ordered.resource.plural} aria-busy={busy}>
      <thead>
        <tr>
          {columns.map((column) => (
            <ColumnHead key={column.key} column={column} {...ordered} />
          ))}
          <th scope="col" data-end>
            {messages.actions}
          </th>
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the links of the row */}
      <tbody onClickCapture={tickTappedRow} onClick={openTappedRow}>
        {children}
      </tbody>
      {footer}
    </table>
  );
}

interface RecordRowProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  readonly listed: ListedRecord;
  readonly isHighlighted: boolean;
  readonly onHover: (id: string) => void;
}

const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { resource, columns, listed, isHighlighted, onHover } = props;
  const hover = () => onHover(listed.record.id);
  return (
    <tr
      data-fresh={isHighlighted || undefined}
      data-leaving={listed.pending?.kind === 'delete' || undefined}
      onPointerEnter={hover}
      onFocus={hover}
    >
      {columns.map((column) => (
        <RecordCell key={column.key} resource={resource} column={column} listed={listed} />
      ))}
      <td data-end>
        <RowActions resource={resource} listed={listed} />
      </td>
    </tr>
  );
});

interface RecordRowsProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  readonly rows: readonly ListedRecord[];
}

export function RecordRows({ resource, columns, rows }: RecordRowsProps) {
  const { slots, highlighted, onHover } = useRows(resource, rows);
  return rows.map((listed) => (
    <RecordRow
      key={slots.get(listed.record.id)}
      {...{ resource, columns, listed, onHover }}
      isHighlighted={listed.record.id === highlighted}
    />
  ));
}
