import Clock from 'lucide-react/icons/clock';
import { Link } from 'react-router-dom';
import { newestFirst } from '#app/cache/newest-first.ts';
import { textOf } from '#app/fields/field-control.ts';
import { optionTitle } from '#app/fields/reference-options.ts';
import { listTitle } from '#app/lib/messages.ts';
import { editPath } from '#app/lib/paths.ts';
import { type RecordOfKind, useManyRecords } from '#app/reads/use-many-records.ts';
import { displayDay, effectiveDay } from '#contract/days.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { newestPaid } from './paid-kinds.ts';
import { Panel } from './panel.tsx';

const SHOWN = 6;
/** A space at which a line does not break: no line begins with the point between two facts. */
const TIED = '\u00a0';

const dayOf = ({ record }: RecordOfKind) =>
  effectiveDay({
    custom_date: textOf(record.custom_date) || null,
    created_at: textOf(record.created_at) || '1970-01-01T00:00:00Z',
  });

/** Returns the payment of a record in piastres; a record whose payment is unknown is left out of the list. */
const paidIn = ({ resource, record }: RecordOfKind) => readPiastres(record[resource.cash?.field ?? '']) ?? 0n;

/** Newest first; what still waits on this device on top of all. */
function newerFirst(one: RecordOfKind, other: RecordOfKind): number {
  return (
    Number(Boolean(other.pending)) - Number(Boolean(one.pending)) || newestFirst(one.record, other.record)
  );
}

function factsOf(row: RecordOfKind): string {
  const receipt = textOf(row.record.receipt_number);
  return [listTitle(row.resource), receipt && `Receipt ${receipt}`, displayDay(dayOf(row))]
    .filter(Boolean)
    .join(`${TIED}· `);
}

/** The newest payments, whatever they are for. */
export function LatestPayments() {
  const { rows, loading } = useManyRecords(newestPaid);
  const payments = rows
    .filter((row) => paidIn(row) > 0n)
    .sort(newerFirst)
    .slice(0, SHOWN);
  return (
    <Panel title="Latest payments" empty={loading ? 'Loading…' : 'No payments yet.'}>
      {payments.map((row) => (
        <li key={`${row.resource.name} ${row.record.id}`}>
          <Link data-record to={editPath(row.resource, row.record.id)}>
            <strong>
              <bdi>{optionTitle(row.resource, row.record)}</bdi>
            </strong>
            <small>{factsOf(row)}</small>
            {row.pending && (
              <span data-waiting>
                <Clock size={14} aria-hidden />{' '}
                {row.pending.state === 'rejected' ? 'Needs you' : 'Waiting to be sent'}
              </span>
            )}
          </Link>
          <span data-amount dir="ltr">
            {formatMoney(paidIn(row))}
          </span>
        </li>
      ))}
    </Panel>
  );
}
