import { Button, chakra } from '@chakra-ui/react';
import BellRing from 'lucide-react/icons/bell-ring';
import BookUp from 'lucide-react/icons/book-up';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import HandCoins from 'lucide-react/icons/hand-coins';
import Printer from 'lucide-react/icons/printer';
import Undo from 'lucide-react/icons/undo-2';
import { type ComponentType, Fragment, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { textAt, textOf } from '#app/fields/field-control.ts';
import { effectiveDayOf } from '#app/lib/branch-day.ts';
import { editPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { receiptResource } from '#app/printing/has-receipt.ts';
import { ReceiptButton } from '#app/printing/receipt-button.tsx';
import { RefundButton } from '#app/printing/refund-button.tsx';
import type { RecordOfKind } from '#app/reads/use-records.ts';
import { RowMarks } from '#app/resources/list/row-marks.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { labelOf, reminderChannels } from '#contract/choices.ts';
import { displayDay } from '#contract/days.ts';
import { numberInDigits } from '#contract/digits.ts';
import { formatKnownMoney, formatMoney, readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Account } from './account.ts';
import studentStyles from './student.module.css';
import { isPayout } from './student-kinds.ts';
import { promiseText, type StudentNotesRead } from './student-notes.tsx';
import { messages } from './texts.en.ts';

const promiseResource = resourceOf('promise');

export const titleOf = ({ resource, record }: RecordOfKind): string =>
  textAt(record, 'book_data.name') || resource.plural;

export const editState = ({ pending }: RecordOfKind, returnPath: string) => ({
  fallback: returnPath,
  ...(pending?.state === 'rejected' && { takeBack: pending.outboxId }),
});

interface TimelineEvent {
  readonly key: string;
  /** yyyy-MM-dd; '' sorts first, for what was not sent yet. */
  readonly day: string;
  /** When it was recorded, ISO 8601; '' where only the day is known. */
  readonly at: string;
  readonly place: number;
  readonly element: ReactNode;
}

const amountOf = ({ resource, record }: RecordOfKind) => readPiastres(record[resource.cash?.field ?? '']);

function paidBackOf(row: RecordOfKind) {
  const amount = amountOf(row);
  return amount === undefined ? undefined : -amount;
}

const receiptOf = ({ record }: RecordOfKind): ReactNode => {
  const receipt = textOf(record.receipt_number);
  return receipt === '' ? null : (
    <>
      {messages.receiptPrefix}
      <bdi>{numberInDigits(receipt)}</bdi>
    </>
  );
};

interface EventRowProps {
  readonly icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  readonly title: ReactNode;
  readonly facts: readonly ReactNode[];
  readonly note?: string;
  readonly opens?: { readonly to: string; readonly state: object };
  readonly amount?: string | undefined;
  readonly print?: ReactNode;
  readonly row?: RecordOfKind;
  readonly highlighted?: boolean;
  readonly waits?: boolean;
}

function EventRow(props: EventRowProps) {
  const { icon: Icon, title, facts, note = '', opens, amount, print, row, highlighted, waits } = props;
  const head = (
    <>
      <strong>
        <span data-strike>{title}</span>
      </strong>
      <small>
        {facts
          .filter((fact) => fact !== null && fact !== '')
          .map((fact, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one row do not move
            <span key={place}>
              {place > 0 && ' · '}
              {fact}
            </span>
          ))}
      </small>
    </>
  );
  return (
    <li data-fresh={highlighted || undefined} data-leaving={row?.pending?.kind === 'delete' || undefined}>
      <Icon size={18} aria-hidden />
      <div>
        {opens ? (
          <Link data-record to={opens.to} state={opens.state}>
            {head}
          </Link>
        ) : (
          <span data-record>{head}</span>
        )}
        {note !== '' && (
          <p>
            <TypedText>{note}</TypedText>
          </p>
        )}
        {row && <RowMarks resource={row.resource} listed={row} />}
        {waits && <small data-waiting>{appMessages.waitingToBeSent}</small>}
      </div>
      {amount !== undefined && (
        <span data-paid dir="ltr">
          {amount}
        </span>
      )}
      {print}
    </li>
  );
}

const iconButton = { variant: 'ghost', minWidth: '11', minHeight: '11', padding: '0' } as const;

function PrintReceipt({ row: { resource, record } }: { readonly row: RecordOfKind }) {
  const name = receiptResource(resource, record);
  if (!name) return null;
  const label = messages.receiptOf({ title: resource.titleOf(record) });
  return (
    <ReceiptButton
      subject={{ resource: name, id: record.id }}
      {...iconButton}
      aria-label={label}
      title={label}
    >
      <Printer size={18} aria-hidden />
    </ReceiptButton>
  );
}

function PrintRefund({ row: { resource, record } }: { readonly row: RecordOfKind }) {
  const label = messages.receiptOf({ title: resource.titleOf(record) });
  return (
    <RefundButton id={record.id} {...iconButton} aria-label={label} title={label}>
      <Printer size={18} aria-hidden />
    </RefundButton>
  );
}

interface Shown {
  readonly returnPath: string;
  readonly highlightedId: string | undefined;
}

function eventOfRecord(row: RecordOfKind, place: number, element: ReactNode): TimelineEvent {
  const { resource, record } = row;
  return {
    key: `${resource.name} ${record.id}`,
    day: effectiveDayOf(record),
    at: textOf(record.created_at),
    place,
    element,
  };
}

const dayOf = ({ record }: RecordOfKind) => displayDay(effectiveDayOf(record));

function eventsOfAccount(account: Account, { returnPath, highlightedId }: Shown): TimelineEvent[] {
  const { resource, payments, refunds } = account;
  const course = titleOf(account);
  const rowProps = (row: RecordOfKind) => ({
    row,
    opens: { to: editPath(row.resource, row.record.id), state: editState(row, returnPath) },
    highlighted: row.record.id === highlightedId,
  });
  const paid = amountOf(account);
  const isInstallment = account.record.is_installment === true;
  const began = (
    <EventRow
      {...rowProps(account)}
      icon={isInstallment ? HandCoins : isPayout(resource) ? BookUp : GraduationCap}
      title={course}
      facts={[
        isInstallment ? resource.installment?.singular : resource.singular,
        receiptOf(account),
        dayOf(account),
      ]}
      amount={paid !== undefined && paid > 0n ? formatMoney(paid) : undefined}
      print={paid !== undefined && paid > 0n && <PrintReceipt row={account} />}
    />
  );
  return [
    eventOfRecord(account, 0, began),
    ...payments.map((row) =>
      eventOfRecord(
        row,
        1,
        <EventRow
          {...rowProps(row)}
          icon={HandCoins}
          title={row.resource.installment?.singular}
          facts={[course, receiptOf(row), dayOf(row)]}
          note={textOf(row.record.notes)}
          amount={formatKnownMoney(amountOf(row))}
          print={<PrintReceipt row={row} />}
        />,
      ),
    ),
    ...refunds.map((row) =>
      eventOfRecord(
        row,
        2,
        <EventRow
          {...rowProps(row)}
          icon={Undo}
          title={row.resource.singular}
          facts={[course, receiptOf(row), dayOf(row)]}
          note={textOf(row.record.reason)}
          amount={formatKnownMoney(paidBackOf(row))}
          print={<PrintRefund row={row} />}
        />,
      ),
    ),
  ];
}

function eventsOfNotes({ reminders, promises, student }: StudentNotesRead, { returnPath }: Shown) {
  const of = (note: { id: string; day: string }, place: number, element: ReactNode): TimelineEvent => ({
    key: `note ${note.id}`,
    day: note.day,
    at: '',
    place,
    element,
  });
  return [
    ...reminders.map(({ note, isPending }) =>
      of(
        note,
        3,
        <EventRow
          icon={BellRing}
          title={messages.reminded({ channel: labelOf(reminderChannels, note.channel) })}
          facts={[note.created_by && <TypedText>{note.created_by}</TypedText>, displayDay(note.day)]}
          note={note.notes ?? ''}
          waits={isPending}
        />,
      ),
    ),
    ...promises.map(({ note, isPending }) =>
      of(
        note,
        4,
        <EventRow
          icon={CalendarClock}
          title={promiseText(note)}
          facts={[note.created_by && <TypedText>{note.created_by}</TypedText>, displayDay(note.day)]}
          note={note.notes ?? ''}
          opens={{ to: editPath(promiseResource, note.id), state: { student, fallback: returnPath } }}
          waits={isPending}
        />,
      ),
    ),
  ];
}

const newest = (one: TimelineEvent, other: TimelineEvent): number => {
  if (one.day !== other.day) {
    if (one.day === '' || other.day === '') return one.day === '' ? -1 : 1;
    return one.day > other.day ? -1 : 1;
  }
  if (one.at !== other.at && one.at !== '' && other.at !== '') return one.at > other.at ? -1 : 1;
  return other.place - one.place;
};

const SHOWN_AT_FIRST = 12;

interface TimelineProps extends Shown {
  readonly accounts: readonly Account[];
  readonly notes: StudentNotesRead | undefined;
}

export function Timeline({ accounts, notes, ...shown }: TimelineProps) {
  const [showsAll, setShowsAll] = useState(false);
  const events = [
    ...accounts.flatMap((account) => eventsOfAccount(account, shown)),
    ...(notes ? eventsOfNotes(notes, shown) : []),
  ].sort(newest);
  if (events.length === 0) return null;
  const visible = showsAll ? events : events.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-label={messages.timeline}>
      <chakra.h2 fontSize="md" fontWeight="semibold" marginBlockEnd="2">
        {messages.timeline}
      </chakra.h2>
      <ul className={studentStyles.timeline} aria-label={messages.timeline}>
        {visible.map(({ key, element }) => (
          <Fragment key={key}>{element}</Fragment>
        ))}
      </ul>
      {visible.length < events.length && (
        <Button variant="ghost" marginBlockStart="1" onClick={() => setShowsAll(true)}>
          {messages.showAll({ count: events.length })}
        </Button>
      )}
    </section>
  );
}
