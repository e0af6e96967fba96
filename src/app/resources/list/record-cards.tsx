import Printer from 'lucide-react/icons/printer';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { cells } from '#app/fields/cells.tsx';
import { textAt, textOf } from '#app/fields/field-control.ts';
import { effectiveDayOf } from '#app/lib/branch-day.ts';
import { pagePath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import recordsStyles from '#app/theme/records.module.css';
import { displayDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { settledBy } from '#contract/resources/settler-of.ts';
import { AccountLine } from './account-line.tsx';
import { cardFields, mainAmount, titleColumn } from './columns.ts';
import { FieldCell } from './record-cell.tsx';
import { InstallmentMark, RowMarks } from './row-marks.tsx';
import { openTappedRow, ReceiptButton, RowActions, useRows } from './rows.tsx';
import { tickTappedRow } from './selection.tsx';

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

function Title({ resource, record }: { resource: Resource; record: RecordRow }) {
  const field = titleColumn(resource);
  if (field === undefined) return null;
  const path = pagePath(resource, record, field);
  // The name of a record that is referred to, else the field's text.
  const name = textAt(record, `${field}_data.name`) || textOf(record[field]);
  if (path === undefined) return name;
  return (
    <Link data-page data-opens={resource.screens.page || undefined} to={path}>
      {name}
    </Link>
  );
}

interface RecordCardProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  readonly isHighlighted: boolean;
  readonly onHover: (id: string) => void;
}

const RecordCard = memo(function RecordCard(props: RecordCardProps) {
  const { resource, listed, isHighlighted, onHover } = props;
  const { record, pending } = listed;
  const counted = effectiveDayOf(record);
  const day = counted !== '' && <small>{displayDay(counted)}</small>;
  const marks = <RowMarks resource={resource} listed={listed} />;
  // Neither makes the card higher: the day of a payment stands beside its receipt, the settling record in place of actions.
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
            <Title resource={resource} record={record} />
          </span>
          {!isPayment && (resource.screens.page ? <AccountLine id={record.id} otherwise={day} /> : day)}
        </div>
        <Amount resource={resource} listed={listed} />
      </div>
      {!isSettled && marks}
      <div data-foot>
        <div data-facts>
          {isPayment && day}
          <dl>
            {cardFields(resource, record).map(({ name, field }) => {
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
        <RowActions resource={resource} listed={listed}>
          <ReceiptButton resource={resource} listed={listed}>
            <Printer size={18} aria-hidden />
          </ReceiptButton>
        </RowActions>
      </div>
    </li>
  );
});

interface RecordCardsProps {
  readonly resource: Resource;
  readonly rows: readonly ListedRecord[];
}

export function RecordCards({ resource, rows }: RecordCardsProps) {
  const { slots, highlighted, onHover } = useRows(resource, rows);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the links of the card
    <ul
      className={recordsStyles.cards}
      aria-label={resource.plural}
      onClickCapture={tickTappedRow}
      onClick={openTappedRow}
    >
      {rows.map((listed) => (
        <RecordCard
          key={slots.get(listed.record.id)}
          {...{ resource, listed, onHover }}
          isHighlighted={listed.record.id === highlighted}
        />
      ))}
    </ul>
  );
}
