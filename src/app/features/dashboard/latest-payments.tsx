import Clock from 'lucide-react/icons/clock';
import { Link } from 'react-router-dom';
import { newestFirst } from '#app/cache/newest-first.ts';
import { textOf } from '#app/fields/field-control.ts';
import { optionTitle } from '#app/fields/reference-options.ts';
import { messages as appMessages, listTitle } from '#app/lib/messages.ts';
import { editPath } from '#app/lib/paths.ts';
import { type RecordOfKind, useManyRecords } from '#app/reads/use-many-records.ts';
import { displayDay, effectiveDay } from '#contract/days.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { messages } from './messages.ts';
import { newestPayments } from './paid-kinds.ts';
import { Panel } from './panel.tsx';

const MAX_PAYMENTS = 6;
/** Keeps a line from beginning with the dot between two details. */
const NO_BREAK_SPACE = '\u00a0';

const dayOf = ({ record }: RecordOfKind) =>
  effectiveDay({
    custom_date: textOf(record.custom_date) || null,
    created_at: textOf(record.created_at) || '1970-01-01T00:00:00Z',
  });

/** Returns the payment in piastres; 0 if unknown, so that the record is not listed. */
const paidAmount = ({ resource, record }: RecordOfKind) =>
  readPiastres(record[resource.cash?.field ?? '']) ?? 0n;

/** Compares by pending entries first, then by time, newest first. */
function pendingFirst(one: RecordOfKind, other: RecordOfKind): number {
  return (
    Number(Boolean(other.pending)) - Number(Boolean(one.pending)) || newestFirst(one.record, other.record)
  );
}

function detailsOf(row: RecordOfKind): string {
  const receipt = textOf(row.record.receipt_number);
  return [listTitle(row.resource), receipt && messages.receipt({ receipt }), displayDay(dayOf(row))]
    .filter(Boolean)
    .join(`${NO_BREAK_SPACE}· `);
}

/** Lists the newest payments of all resources. */
export function LatestPayments() {
  const { rows, loading } = useManyRecords(newestPayments);
  const payments = rows
    .filter((row) => paidAmount(row) > 0n)
    .sort(pendingFirst)
    .slice(0, MAX_PAYMENTS);
  return (
    <Panel title={messages.paymentsTitle} empty={loading ? messages.listLoading : messages.noPayments}>
      {payments.map((row) => (
        <li key={`${row.resource.name} ${row.record.id}`}>
          <Link data-record to={editPath(row.resource, row.record.id)}>
            <strong>
              <bdi>{optionTitle(row.resource, row.record)}</bdi>
            </strong>
            <small>{detailsOf(row)}</small>
            {row.pending && (
              <span data-waiting>
                <Clock size={14} aria-hidden />{' '}
                {row.pending.state === 'rejected' ? appMessages.needsYou : appMessages.waitingToBeSent}
              </span>
            )}
          </Link>
          <span data-amount dir="ltr">
            {formatMoney(paidAmount(row))}
          </span>
        </li>
      ))}
    </Panel>
  );
}
