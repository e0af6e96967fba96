import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { ListedRecord } from '#app/outbox/use-records.ts';
import { recordsTable } from '#app/theme/recipes/records.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type Column, titleColumn } from './columns.ts';
import { RecordCell } from './record-cell.tsx';
import { RowActions } from './row-actions.tsx';

const Table = chakra('table', recordsTable);

interface RecordTableProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  /** True while the children only stand for rows that are still loading. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** The table's frame and header; its rows, or their skeleton, are its children. */
export function RecordTable({ resource, columns, busy, children }: RecordTableProps) {
  return (
    <Table aria-label={resource.many} aria-busy={busy}>
      <thead>
        <tr>
          {columns.map(({ key, lines, kind }) => (
            <th key={key} scope="col" data-kind={kind}>
              {lines.map((line) => (
                <span key={line[0]?.name} data-line>
                  {line.map(({ field }) => field.label).join(', ')}
                </span>
              ))}
            </th>
          ))}
          <th scope="col" data-end>
            Actions
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  );
}

interface RecordRowsProps {
  readonly resource: Resource;
  readonly columns: readonly Column[];
  readonly rows: readonly ListedRecord[];
  readonly fresh: string | undefined;
  readonly onDelete: (listed: ListedRecord) => void;
}

/** The rows of a list at the width of a tablet. */
export function RecordRows({ resource, columns, rows, fresh, onDelete }: RecordRowsProps) {
  const title = titleColumn(resource);
  return rows.map((listed) => (
    <tr
      key={listed.record.id}
      data-fresh={listed.record.id === fresh || undefined}
      data-leaving={listed.pending?.kind === 'delete' || undefined}
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
  ));
}
