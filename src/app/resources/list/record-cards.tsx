import Printer from 'lucide-react/icons/printer';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { cells } from '#app/fields/cells.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { textAt } from '#app/fields/text-at.ts';
import { pagePath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { useMay } from '#app/reads/use-permissions.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import recordsStyles from '#app/theme/records.module.css';
import { displayDay, effectiveDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { settledBy } from '#contract/resources/settler-of.ts';
import { titleColumn } from './columns.ts';
import { InstallmentMark } from './installment-mark.tsx';
import { ReceiptLink } from './receipt-link.tsx';
import { FieldCell } from './record-cell.tsx';
import { RowActions } from './row-actions.tsx';
import { RowMarks } from './row-marks.tsx';
import { useRowSlots } from './row-slots.ts';
import { cardFields, mainAmount } from './row-summary.ts';
import { useHoverPrefetch } from './use-hover-prefetch.ts';

function Amount({ resource, listed }: { resource: Resource; listed: ListedRecord }) {
  const amount = mainAmount(resource, listed.record);
  if (!amount) return null;
  return (
    <span data-amount>
      <small>{amount.field.label}</small>
      <FieldCell resource={resource} listed={listed} named={amount} />
    </span>
  );
}

function Title({ resource, record, field }: { resource: Resource; record: RecordRow; field: string }) {
  const path = pagePath(resource, record, field);
  const name = titleOf(record, field);
  // A text alone would not pass through JSX, which draws the digits.
  if (path === undefined) return <span>{name}</span>;
  return (
    <Link data-page to={path}>
      {name}
    </Link>
  );
}

/** Returns the title of a card: the referenced record's name, else the field's text. */
const titleOf = (record: RecordRow, field: string) =>
  textAt(record, `${field}_data.name`) || textOf(record[field]);

interface RecordCardProps {
  readonly resource: Resource;
  readonly title: string | undefined;
  readonly listed: ListedRecord;
  readonly isHighlighted: boolean;
  readonly mayRemove: boolean;
  readonly onDelete: (listed: ListedRecord) => void;
  readonly onHover: (id: string) => void;
}

const RecordCard = memo(function RecordCard(props: RecordCardProps) {
  const { resource, title, listed, isHighlighted, mayRemove, onDelete, onHover } = props;
  const { record, pending } = listed;
  const created = textOf(record.created_at);
  const custom = textOf(record.custom_date) || null;
  const day = created !== '' && (
    <small>{displayDay(effectiveDay({ custom_date: custom, created_at: created }))}</small>
  );
  const marks = <RowMarks resource={resource} listed={listed} />;
  // Neither makes the card higher: the day of a payment stands beside its receipt, what settled a record in place of its actions.
  const isPayment = resource.installment !== undefined;
  const isSettled = settledBy(resource, record) !== undefined;
  const hover = () => onHover(record.id);
  return (
    <li
      data-fresh={isHighlighted || undefined}
      data-leaving={pending?.kind === 'delete' || undefined}
      onPointerEnter={hover}
      onFocus={hover}
    >
      <div data-head>
        <div>
          <span data-title data-strike dir="auto">
            {title !== undefined && <Title resource={resource} record={record} field={title} />}
          </span>
          {!isPayment && day}
        </div>
        <Amount resource={resource} listed={listed} />
      </div>
      {!isSettled && marks}
      <div data-foot>
        <div data-facts>
          {isPayment && day}
          <dl>
            {cardFields(resource, record, title).map(({ name, field }) => {
              const Cell = cells[field.kind];
              return (
                <div key={name}>
                  <dt data-named={field.kind !== 'quantity' || undefined}>{field.label}</dt>
                  <dd>
                    <Cell name={name} field={field} row={record} />
                  </dd>
                </div>
              );
            })}
          </dl>
          <InstallmentMark resource={resource} row={record} />
        </div>
        {isSettled && marks}
        <RowActions {...{ resource, listed, mayRemove, onDelete }}>
          <ReceiptLink resource={resource} listed={listed} otherwise={null}>
            <Printer size={18} aria-hidden />
          </ReceiptLink>
        </RowActions>
      </div>
    </li>
  );
});

interface RecordCardsProps {
  readonly resource: Resource;
  readonly rows: readonly ListedRecord[];
  readonly highlighted: string | undefined;
  readonly onDelete: (listed: ListedRecord) => void;
}

/** Renders the records on a phone as cards: title, two fields, the amount. */
export function RecordCards({ resource, rows, highlighted, onDelete }: RecordCardsProps) {
  const title = titleColumn(resource);
  const mayRemove = useMay(resource.name, 'remove');
  const onHover = useHoverPrefetch(resource);
  const slots = useRowSlots(rows);
  return (
    <ul className={recordsStyles.cards} aria-label={resource.plural}>
      {rows.map((listed) => (
        <RecordCard
          key={slots.get(listed.record.id)}
          {...{ resource, title, listed, mayRemove, onDelete, onHover }}
          isHighlighted={listed.record.id === highlighted}
        />
      ))}
    </ul>
  );
}
