import Phone from 'lucide-react/icons/phone';
import { Link } from 'react-router-dom';
import { optionTitle, textAt } from '#app/fields/reference-options.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import { listTitle } from '#app/lib/messages.ts';
import { editPath } from '#app/lib/paths.ts';
import { useReadStrategy } from '#app/reads/read-strategy.ts';
import { type RecordOfKind, useManyRecords } from '#app/reads/use-many-records.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { mostOwed } from './paid-kinds.ts';
import { Panel } from './panel.tsx';

const SHOWN = 6;

/** Returns the balance of a record in piastres; a record whose balance is unknown is left out of the list. */
const owedOn = ({ resource, record }: RecordOfKind) =>
  readPiastres(record[debtOf(resource)?.left ?? '']) ?? 0n;

/** Left out where the host can't tell who owes the most: its newest debts are no answer to that (decision 31). */
export function DebtsToCall() {
  return useReadStrategy()?.searches === false ? null : <MostOwed />;
}

/** Who owes the most, whatever it is for, with the number to call. */
function MostOwed() {
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
          <Link data-record to={editPath(resource, record.id)}>
            <strong>
              <bdi>{optionTitle(resource, record)}</bdi>
            </strong>
            <small>
              {listTitle(resource)} · {phone === '' ? 'no phone number' : <bdi dir="ltr">{phone}</bdi>}
            </small>
          </Link>
          {phone !== '' && (
            <a
              href={`tel:${phone.replace(/[^\d+]/g, '')}`}
              aria-label={`Call ${optionTitle(resource, record)}, ${phone}`}
              title="Call"
            >
              <Phone size={18} aria-hidden />
            </a>
          )}
          <span data-amount data-owed dir="ltr">
            {formatMoney(owed)}
          </span>
        </li>
      ))}
    </Panel>
  );
}
