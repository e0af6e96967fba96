import { chakra } from '@chakra-ui/react';
import { memo, type ReactNode } from 'react';
import type { ListedRecord } from '#app/reads/use-records.ts';
import { recordsTable } from '#app/theme/recipes/records.ts';
import type { Resource } from '#contract/define-resource.ts';
import { ColumnHead } from './column-head.tsx';
import { type Column, titleColumn } from './columns.ts';
import { RecordCell } from './record-cell.tsx';
import { RowActions } from './row-actions.tsx';
import { useRowSlots } from './row-slots.ts';
import { useHoverPrefetch } from './use-hover-prefetch.ts';

const Table = chakra('table', recordsTable);

interface RecordTableProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  /** True while the requested records are loading. */
  readonly busy?: boolean;
  readonly ordering: string;
  readonly onOrder: (ordering: string) => void;
  readonly children: ReactNode;
  /** The totals. */
  readonly foot?: ReactNode;
}

/** Renders the table and its header; the rows or their placeholders are its children. */
export function RecordTable(props: RecordTableProps) {
  const { resource, columns, busy, ordering, onOrder, children, foot } = props;
  return (
    <Table aria-label={resource.plural} aria-busy={busy}>
      <thead>
        <tr>
          {columns.map((column) => (
            <ColumnHead key={column.key} {...{ resource, column, ordering, onOrder }} />
          ))}
          <th scope="col" data-end>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
      {foot}
    </Table>
  );
}

interface RecordRowProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  readonly title: string | undefined;
  readonly listed: ListedRecord;
  readonly isFresh: boolean;
  readonly onDelete: (listed: ListedRecord) => void;
  readonly onIntent: (id: string) => void;
}

/** Renders one row; memoized, so that changes elsewhere do not render it again. */
const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { resource, columns, title, listed, isFresh, onDelete, onIntent } = props;
  const { record, pending } = listed;
  const intend = () => onIntent(record.id);
  return (
    <tr
      data-fresh={isFresh || undefined}
      data-leaving={pending?.kind === 'delete' || undefined}
      onPointerEnter={intend}
      onFocus={intend}
    >
      {columns.map((column) => (
        <RecordCell
          key={column.key}
          resource={resource}
          column={column}
          listed={listed}
          titled={column.key === title}
        />
      ))}
      <td data-end>
        <RowActions resource={resource} listed={listed} onDelete={onDelete} />
      </td>
    </tr>
  );
});

interface RecordRowsProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  readonly rows: readonly ListedRecord[];
  readonly fresh: string | undefined;
  readonly onDelete: (listed: ListedRecord) => void;
}

/** Renders the rows of a list as a table body. */
export function RecordRows({ resource, columns, rows, fresh, onDelete }: RecordRowsProps) {
  const title = titleColumn(resource);
  const onIntent = useHoverPrefetch(resource);
  const slots = useRowSlots(rows);
  return rows.map((listed) => (
    <RecordRow
      key={slots.get(listed.record.id)}
      {...{ resource, columns, title, listed, onDelete, onIntent }}
      isFresh={listed.record.id === fresh}
    />
  ));
}
