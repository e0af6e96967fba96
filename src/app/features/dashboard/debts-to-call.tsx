import { Button } from '@chakra-ui/react';
import Phone from 'lucide-react/icons/phone';
import { Link } from 'react-router-dom';
import { optionTitle } from '#app/fields/reference-options.ts';
import { textAt } from '#app/fields/text-at.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import { listTitle } from '#app/lib/messages.ts';
import { DEBTS_SCREEN, editPath } from '#app/lib/paths.ts';
import { callLink } from '#app/lib/phone-links.ts';
import { useReadStrategy } from '#app/reads/read-strategy.ts';
import { type RecordOfKind, useManyRecords } from '#app/reads/use-many-records.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { messages } from './messages.ts';
import { largestDebts } from './paid-kinds.ts';
import { Panel } from './panel.tsx';

const MAX_DEBTS = 6;

/** Returns the remaining amount in piastres; 0 if unknown, so that the record is not listed. */
const remainingOn = ({ resource, record }: RecordOfKind) =>
  readPiastres(record[debtOf(resource)?.left ?? '']) ?? 0n;

/** Renders the largest debts, except on a server that cannot sort by them (decision 31). */
export function DebtsToCall() {
  return useReadStrategy()?.searches === false ? null : <LargestDebts />;
}

/** Lists the largest debts of all resources with a phone number. */
function LargestDebts() {
  const { rows, loading } = useManyRecords(largestDebts);
  const debts = rows
    .map((row) => ({ ...row, remaining: remainingOn(row), phone: textAt(row.record, 'student_data.phone') }))
    .filter(({ remaining }) => remaining > 0n)
    .sort((one, other) => (one.remaining < other.remaining ? 1 : one.remaining > other.remaining ? -1 : 0))
    .slice(0, MAX_DEBTS);
  return (
    <Panel
      title={messages.debtsTitle}
      more={
        <Button asChild variant="ghost">
          <Link to={DEBTS_SCREEN}>{messages.allDebts}</Link>
        </Button>
      }
      empty={loading ? messages.listLoading : messages.noDebts}
    >
      {debts.map(({ resource, record, remaining, phone }) => (
        <li key={`${resource.name} ${record.id}`}>
          <Link data-record to={editPath(resource, record.id)}>
            <strong>
              <bdi>{optionTitle(resource, record)}</bdi>
            </strong>
            <small>
              {listTitle(resource)} · {phone === '' ? messages.noPhone : <bdi dir="ltr">{phone}</bdi>}
            </small>
          </Link>
          {callLink(phone) && (
            <a
              href={callLink(phone)}
              aria-label={messages.callPerson({ title: optionTitle(resource, record), phone })}
              title={messages.call}
            >
              <Phone size={18} aria-hidden />
            </a>
          )}
          <span data-amount data-owed dir="ltr">
            {formatMoney(remaining)}
          </span>
        </li>
      ))}
    </Panel>
  );
}
