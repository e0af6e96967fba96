import type { ListedRecord } from '#app/outbox/use-records.ts';
import { widgets } from '#app/widgets/by-kind.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Column } from './columns.ts';
import { PayLink } from './pay-link.tsx';
import type { NamedField } from './row-facts.ts';
import { RowMarks } from './row-marks.tsx';

interface FieldCellProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  readonly named: NamedField;
}

/** One field of a row; a debt leads to the installment that pays it. */
export function FieldCell({ resource, listed, named: { name, field } }: FieldCellProps) {
  const { Cell } = widgets[field.kind];
  const cell = <Cell name={name} field={field} row={listed.record} />;
  if (!field.owed) return cell;
  return (
    <PayLink resource={resource} listed={listed} owed={name}>
      {cell}
    </PayLink>
  );
}

interface RecordCellProps {
  readonly resource: Resource;
  readonly column: Column;
  readonly listed: ListedRecord;
  /** Whether this is the column that names the row and carries its marks. */
  readonly titled: boolean;
}

/** One cell of the table: a field, or the fields that share a narrow screen's column in lines. */
export function RecordCell({ resource, column, listed, titled }: RecordCellProps) {
  return (
    <td data-kind={column.kind} data-title={titled || undefined} data-strike>
      {column.lines.map((line) => (
        <span key={line[0]?.name} data-line={line[0]?.field.kind}>
          {line.map((named) => (
            <span key={named.name} data-part>
              <FieldCell resource={resource} listed={listed} named={named} />
            </span>
          ))}
        </span>
      ))}
      {titled && <RowMarks resource={resource} listed={listed} />}
    </td>
  );
}
