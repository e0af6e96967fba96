import Phone from 'lucide-react/icons/phone';
import { Link } from 'react-router-dom';
import { debtOf } from '#app/data/debt-of.ts';
import { type KnownRecord, useManyRecords } from '#app/outbox/use-many-records.ts';
import { editPath } from '#app/screens/paths.ts';
import { listTitle } from '#app/screens/titles.ts';
import { optionTitle, textAt } from '#app/widgets/reference-options.ts';
import { textOf } from '#app/widgets/widget.ts';
import { formatMoney, parseMoney } from '#contract/money.ts';
import { mostOwed } from './paid-kinds.ts';
import { Panel } from './panel.tsx';

const SHOWN = 6;

const owedOn = ({ resource, record }: KnownRecord) =>
  parseMoney(textOf(record[debtOf(resource)?.left ?? ''])) ?? 0n;

/** Who owes the most, whatever it is for, with the number to call. */
export function DebtsToCall() {
  const { rows, loading } = useManyRecords(mostOwed);
  const debts = rows
    .map((row) => ({ ...row, owed: owedOn(row), phone: textAt(row.record, 'student_data.phone') }))
    .filter(({ owed }) => owed > 0n)
    .sort((one, other) => (one.owed < other.owed ? 1 : one.owed > other.owed ? -1 : 0))
    .slice(0, SHOWN);
  return (
    <Panel title="Debts to call about" empty={loading ? 'Loading…' : 'Nobody owes anything.'}>
      {debts.map(({ resource, record, owed, phone }) => (
        <li key={`${resource.name} ${record.id}`}>
          <span>
            <strong>
              <Link to={editPath(resource, record.id)}>
                <bdi>{optionTitle(resource, record)}</bdi>
              </Link>
            </strong>
            <small>
              {listTitle(resource)} ·{' '}
              {phone === '' ? (
                'no phone number'
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
      ))}
    </Panel>
  );
}
