import Clock from 'lucide-react/icons/clock';
import type { RecordRow } from '#app/data/record-row.ts';
import { useRecords } from '#app/outbox/use-records.ts';
import { optionTitle } from '#app/widgets/reference-options.ts';
import { textOf } from '#app/widgets/widget.ts';
import { displayDay, effectiveDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { formatMoney, parseMoney } from '#contract/money.ts';
import { Panel } from './panel.tsx';

const SHOWN = 5;

function factsOf(row: RecordRow): string {
  const created = textOf(row.created_at);
  const day =
    created &&
    displayDay(effectiveDay({ custom_date: textOf(row.custom_date) || null, created_at: created }));
  const receipt = textOf(row.receipt_number);
  return [receipt && `Receipt ${receipt}`, day].filter(Boolean).join(' · ');
}

/** The newest payments of a kind that takes installments. */
export function LatestPayments({ resource }: { resource: Resource }) {
  const { rows } = useRecords(resource, { page: 1 });
  const paid = (row: RecordRow) => parseMoney(textOf(row[resource.cash?.field ?? ''])) ?? 0n;
  const payments = rows.filter(({ record }) => paid(record) > 0n);
  return (
    <Panel
      title={`Latest payments, ${resource.many}`}
      to={resource.screens.list}
      all="See all"
      empty="No payments yet."
    >
      {payments.slice(0, SHOWN).map(({ record, pending }) => (
        <li key={record.id}>
          <span>
            <strong>
              <bdi>{optionTitle(resource, record)}</bdi>
            </strong>
            <small>{factsOf(record)}</small>
            {pending && (
              <span data-waiting>
                <Clock size={14} aria-hidden />{' '}
                {pending.state === 'rejected' ? 'Needs you' : 'Waiting to be sent'}
              </span>
            )}
          </span>
          <span data-amount dir="ltr">
            {formatMoney(paid(record))}
          </span>
        </li>
      ))}
    </Panel>
  );
}
