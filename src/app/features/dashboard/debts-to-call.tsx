import Phone from 'lucide-react/icons/phone';
import { useMemo } from 'react';
import { useAllRecords } from '#app/outbox/use-records.ts';
import { optionTitle, textAt } from '#app/widgets/reference-options.ts';
import { textOf } from '#app/widgets/widget.ts';
import type { Resource } from '#contract/define-resource.ts';
import { formatMoney, parseMoney } from '#contract/money.ts';
import { Panel } from './panel.tsx';

const SHOWN = 5;

/** Who owes the most, with the number to call. Reads what the installment picker reads. */
export function DebtsToCall({ resource }: { resource: Resource }) {
  const { rows } = useAllRecords(resource, { is_installment: false });
  const debts = useMemo(
    () =>
      rows
        .map(({ record }) => ({ record, owed: parseMoney(textOf(record.remaining_amount)) ?? 0n }))
        .filter(({ owed }) => owed > 0n)
        .sort((one, other) => (one.owed < other.owed ? 1 : one.owed > other.owed ? -1 : 0))
        .slice(0, SHOWN),
    [rows],
  );
  return (
    <Panel
      title={`Debts to call about, ${resource.many}`}
      to={resource.screens.list}
      all="See all"
      empty="Nobody owes anything."
    >
      {debts.map(({ record, owed }) => {
        const phone = textAt(record, 'student_data.phone');
        return (
          <li key={record.id}>
            <span>
              <strong>
                <bdi>{optionTitle(resource, record)}</bdi>
              </strong>
              <small>
                {phone === '' ? (
                  'No phone number'
                ) : (
                  <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} dir="ltr">
                    <Phone size={14} aria-hidden /> {phone}
                  </a>
                )}
              </small>
            </span>
            <span data-amount data-owed dir="ltr">
              {formatMoney(owed)}
            </span>
          </li>
        );
      })}
    </Panel>
  );
}
