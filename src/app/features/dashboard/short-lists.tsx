import { Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import Phone from 'lucide-react/icons/phone';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import { newestFirst } from '#app/cache/filter-and-sort.ts';
import { NEVER_READ } from '#app/cache/snapshot.ts';
import { textAt, textOf } from '#app/fields/field-control.ts';
import { optionTitle } from '#app/fields/reference-options.ts';
import { currentDay, effectiveDayOf } from '#app/lib/branch-day.ts';
import { DEBTS_SCREEN, editPath, RENEWALS_SCREEN, takePaymentPath } from '#app/lib/paths.ts';
import { callLink } from '#app/lib/phone-links.ts';
import { messages as appMessages, listTitle } from '#app/lib/texts.en.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { useDeclared, useReadStrategy } from '#app/reads/capabilities.ts';
import { debtsQuery, overlayDebts, phoneToCall, promisedOn } from '#app/reads/debts.ts';
import type { PendingMoney } from '#app/reads/figures.ts';
import { dueRenewalsQuery } from '#app/reads/renewals.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { type RecordOfKind, type RequestedPage, useManyRecords } from '#app/reads/use-records.ts';
import { PendingNote } from '#app/ui/pending-note.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { debtOf } from '#contract/define-resource.ts';
import { numberInDigits } from '#contract/digits.ts';
import { joinParts } from '#contract/messages.ts';
import { formatMoney, type Piastres, readPiastres, sum } from '#contract/money.ts';
import { figures } from '#contract/month.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './texts.en.ts';

const Items = chakra('ul', {
  base: {
    listStyle: 'none',
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: { base: '2', md: '3' },
      minHeight: '3.5rem',
      paddingInline: { base: '4', md: '5' },
      paddingBlock: '1.5',
      borderTopWidth: '1px',
      borderColor: 'border.default',
      lineHeight: 'tight',
    },
    '& strong': { display: 'block', fontWeight: 'semibold', overflowWrap: 'anywhere' },
    '& a[data-record]': {
      flex: '1',
      minWidth: '0',
      minHeight: 'target',
      display: 'grid',
      alignContent: 'center',
    },
    '& a[data-record]:hover strong': { textDecoration: 'underline' },
    '& small': { color: 'fg.muted', fontSize: 'sm' },
    '& small bdi[dir=ltr]': { whiteSpace: 'nowrap' },
    '& [data-amount]': { textAlign: 'end', fontWeight: 'semibold', whiteSpace: 'nowrap' },
    '& [data-owed]': { color: 'waiting.fg' },
    '& [data-waiting]': {
      display: 'flex',
      alignItems: 'center',
      gap: '1',
      color: 'waiting.fg',
      fontSize: 'sm',
    },
    '& a[href^="tel:"]': {
      display: 'grid',
      placeItems: 'center',
      boxSize: 'target',
      flexShrink: '0',
      borderRadius: 'md',
      color: 'accent.fg',
    },
    '& a[href^="tel:"]:hover': { background: 'accent.soft' },
  },
});

const MAX_ROWS = 6;

interface RoomProps {
  readonly room?: number;
  readonly phoneHeight?: string;
}

function RowsLoading({ room = MAX_ROWS, phoneHeight = '4.25rem' }: RoomProps) {
  return (
    <Items aria-hidden>
      {Array.from({ length: room }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike
        <chakra.li key={row} height={{ base: phoneHeight, md: '3.5625rem', lg: '4rem' }}>
          <Box flex="1">
            <Skeleton height="4" width="60%" />
            <Skeleton height="3" width="40%" marginBlockStart="2" />
          </Box>
          <Skeleton height="4" width="5rem" />
        </chakra.li>
      ))}
    </Items>
  );
}

interface PanelProps extends RoomProps {
  readonly title: string | undefined;
  readonly more?: ReactNode;
  readonly empty: string;
  readonly loading?: boolean;
  readonly children: readonly ReactNode[];
}

export function Panel({ title, more, empty, loading = false, children, ...rows }: PanelProps) {
  const heading = useId();
  return (
    <Surface as="section" aria-labelledby={heading} aria-busy={loading} minWidth="0">
      <Flex align="center" justify="space-between" gap="3" paddingInline="5" minHeight="14">
        {title === undefined ? (
          <Skeleton height="5" width="60%" />
        ) : (
          <chakra.h2 id={heading} fontWeight="semibold" lineHeight="tight">
            {title}
          </chakra.h2>
        )}
        {more}
      </Flex>
      {loading ? (
        <RowsLoading {...rows} />
      ) : children.length > 0 ? (
        <Items>{children}</Items>
      ) : (
        <chakra.p color="fg.muted" paddingInline="5" paddingBlockEnd="5">
          {empty}
        </chakra.p>
      )}
    </Surface>
  );
}

function CallPerson({ title, phone }: { readonly title: string; readonly phone: string }) {
  const link = callLink(phone);
  if (link === undefined) return null;
  return (
    <a
      href={link}
      aria-label={messages.callPerson({ title, phone: numberInDigits(phone) })}
      title={messages.call}
    >
      <Phone size={18} aria-hidden />
    </a>
  );
}

const revenue: readonly string[] = figures.filter(({ group }) => group === 'revenue').map(({ name }) => name);

const paidResources = resourceNames
  .map(resourceOf)
  .filter(({ cash }) => cash !== undefined && revenue.includes(cash.figure));

const newestPayments: readonly RequestedPage[] = paidResources.map((resource) => ({
  resource,
  search: { page: 1 },
}));

const largestDebts: readonly RequestedPage[] = paidResources.flatMap((resource) => {
  const debt = debtOf(resource);
  return debt ? [{ resource, search: { page: 1, owing: true, ordering: `-${debt.left}` } }] : [];
});

/** Keeps a line from beginning with the dot between two details. */
const NO_BREAK_SPACE = '\u00a0';

/** Piastres; 0 if unknown, which keeps the record off the list. */
const paidAmount = ({ resource, record }: RecordOfKind) =>
  readPiastres(record[resource.cash?.field ?? '']) ?? 0n;

function pendingFirst(one: RecordOfKind, other: RecordOfKind): number {
  return (
    Number(Boolean(other.pending)) - Number(Boolean(one.pending)) || newestFirst(one.record, other.record)
  );
}

/** What one receipt pays is one payment. */
function byReceipt(rows: readonly RecordOfKind[]): readonly (readonly RecordOfKind[])[] {
  const payments = new Map<string, RecordOfKind[]>();
  for (const row of rows) {
    const recordKey = `${row.resource.name} ${row.record.id}`;
    const key = textOf(row.record.collection) || (row.pending?.outboxId ?? recordKey);
    payments.set(key, [...(payments.get(key) ?? []), row]);
  }
  return [...payments.values()];
}

function detailsOf(row: RecordOfKind, rows: readonly RecordOfKind[]): string {
  const receipt = textOf(row.record.receipt_number);
  return [
    joinParts([...new Set(rows.map(({ resource }) => listTitle(resource)))]),
    receipt && messages.receipt({ receipt: numberInDigits(receipt) }),
    displayDay(effectiveDayOf(row.record)),
  ]
    .filter(Boolean)
    .join(`${NO_BREAK_SPACE}· `);
}

interface ShortListProps {
  readonly waits: boolean;
}

const NO_PAGES: readonly RequestedPage[] = [];

export function LatestPayments({ waits }: ShortListProps) {
  const { rows, loading } = useManyRecords(waits ? NO_PAGES : newestPayments);
  const paid = rows.filter((row) => paidAmount(row) > 0n).sort(pendingFirst);
  const payments = byReceipt(paid)
    .slice(0, MAX_ROWS)
    .flatMap((lines) => (lines[0] ? [{ ...lines[0], lines }] : []));
  return (
    <Panel
      title={messages.paymentsTitle}
      empty={messages.noPayments}
      phoneHeight="5rem"
      loading={waits || loading}
    >
      {payments.map((row) => (
        <li key={`${row.resource.name} ${row.record.id}`}>
          <Link data-record to={editPath(row.resource, row.record.id)}>
            <strong>
              <TypedText>{optionTitle(row.resource, row.record)}</TypedText>
            </strong>
            <small>{detailsOf(row, row.lines)}</small>
            {row.pending && (
              <span data-waiting>
                <Clock size={14} aria-hidden />{' '}
                {row.pending.state === 'rejected' ? appMessages.needsYou : appMessages.waitingToBeSent}
              </span>
            )}
          </Link>
          <span data-amount dir="ltr">
            {formatMoney(sum(row.lines.map(paidAmount)))}
          </span>
        </li>
      ))}
    </Panel>
  );
}

/** One row for each student, with all that they owe. Where the server does not add debts up, one for each enrolment. */
export function DebtsToCall(props: ShortListProps) {
  const branch = useBranch();
  const reads = useReadStrategy();
  if (branch?.debts) return <Debtors {...props} />;
  return reads?.searches === false ? null : <LargestDebts {...props} />;
}

interface OwedRowsProps {
  readonly loading: boolean;
  readonly children: readonly ReactNode[];
}

const OwedRows = ({ loading, children }: OwedRowsProps) => (
  <Panel
    title={messages.debtsTitle}
    more={
      <Button asChild variant="ghost">
        <Link to={DEBTS_SCREEN}>{messages.allDebts}</Link>
      </Button>
    }
    empty={messages.noDebts}
    loading={loading}
  >
    {children}
  </Panel>
);

interface OwedRowProps {
  readonly title: string;
  readonly path: string;
  readonly about: string;
  readonly phone: string | undefined;
  readonly remaining: Piastres;
  readonly pending?: PendingMoney;
}

function OwedRow({ title, path, about, phone, remaining, pending }: OwedRowProps) {
  return (
    <li>
      <Link data-record to={path}>
        <strong>
          <TypedText>{title}</TypedText>
        </strong>
        <small>
          {about}
          {phone !== undefined && `${NO_BREAK_SPACE}· `}
          {phone === '' ? messages.noPhone : phone && <bdi dir="ltr">{numberInDigits(phone)}</bdi>}
        </small>
        {pending && <PendingNote {...pending} />}
      </Link>
      <CallPerson title={title} phone={phone ?? ''} />
      <span data-amount data-owed dir="ltr">
        {formatMoney(remaining)}
      </span>
    </li>
  );
}

const LARGEST = { page: '1' };

function Debtors({ waits }: ShortListProps) {
  const { rows: outbox } = useOutboxView();
  const { data, isPending, isError } = useQuery({ ...debtsQuery(LARGEST), enabled: !waits });
  if (isError && !data) return <LargestDebts waits={waits} />;
  const debtors = data ? overlayDebts(data.data.results, outbox, data) : [];
  return (
    <OwedRows loading={waits || isPending}>
      {debtors
        .map((row) => ({ ...row, owed: readPiastres(row.total) ?? 0n }))
        .filter(({ owed }) => owed > 0n)
        .slice(0, MAX_ROWS)
        .map((row) => (
          <OwedRow
            key={row.id}
            title={row.name}
            path={takePaymentPath(row.id)}
            about={messages.debtsSince({ count: row.debts, days: row.age_days })}
            phone={phoneToCall(row)}
            remaining={row.owed}
            pending={row.pending}
          />
        ))}
    </OwedRows>
  );
}

/** Piastres; 0 if unknown, which keeps the record off the list. */
const remainingOn = ({ resource, record }: RecordOfKind) =>
  readPiastres(record[debtOf(resource)?.left ?? '']) ?? 0n;

function LargestDebts({ waits }: ShortListProps) {
  const { rows, loading } = useManyRecords(waits ? NO_PAGES : largestDebts);
  const debts = rows
    .map((row) => ({ ...row, remaining: remainingOn(row) }))
    .filter(({ remaining }) => remaining > 0n)
    .sort((one, other) => (one.remaining < other.remaining ? 1 : one.remaining > other.remaining ? -1 : 0))
    .slice(0, MAX_ROWS);
  return (
    <OwedRows loading={waits || loading}>
      {debts.map(({ resource, record, remaining }) => (
        <OwedRow
          key={`${resource.name} ${record.id}`}
          title={optionTitle(resource, record)}
          path={editPath(resource, record.id)}
          about={listTitle(resource)}
          // The record embeds the number of the student alone.
          phone={textAt(record, 'student_data.phone') || undefined}
          remaining={remaining}
        />
      ))}
    </OwedRows>
  );
}

export function usePromisedToday({ enabled }: { readonly enabled: boolean }) {
  const declared = useBranch()?.debts === true;
  return useQuery({ ...debtsQuery({ promised: currentDay(), page: '1' }), enabled: declared && enabled });
}

export function PromisedToday() {
  const branch = useBranch();
  const { rows: outbox } = useOutboxView();
  const { data } = usePromisedToday({ enabled: true });
  // A promise that waits on this device shows at once, also where the server was never asked.
  const promised = branch?.debts
    ? promisedOn(currentDay(), data?.data.results ?? [], outbox, data ?? NEVER_READ)
    : [];
  if (promised.length === 0) return null;
  return (
    <Panel title={messages.promisedTitle} empty="">
      {promised.map(({ id, name, total, promise, phone, isPending }) => (
        <li key={id}>
          <Link data-record to={takePaymentPath(id)}>
            <strong>
              <TypedText>{name}</TypedText>
            </strong>
            <small>
              {promise.amount
                ? messages.promisedAmount({ amount: formatMoney(readPiastres(promise.amount) ?? 0n) })
                : messages.promisedSomething}
              {isPending && ` · ${appMessages.waitingToBeSent}`}
            </small>
          </Link>
          <CallPerson title={name} phone={phone} />
          {total !== undefined && (
            <span data-amount data-owed dir="ltr">
              {formatMoney(readPiastres(total) ?? 0n)}
            </span>
          )}
        </li>
      ))}
    </Panel>
  );
}

const MINUTE = 60_000;

export function useEndingSoon({ enabled }: { readonly enabled: boolean }) {
  const declared = useDeclared('renewals');
  return useQuery({ ...dueRenewalsQuery(), enabled: declared && enabled, staleTime: MINUTE });
}

export function EndingSoon() {
  const { data } = useEndingSoon({ enabled: true });
  if (!data || data.kinds.length === 0) return null;
  return (
    <Panel title={messages.endingTitle} empty="">
      {data.kinds.map(({ resource, ending, ended }) => (
        <li key={resource}>
          <Link data-record to={`${RENEWALS_SCREEN}?kind=${resource}`}>
            <strong>{resourceOf(resource).plural}</strong>
            <small>{messages.endingCounts({ ending, ended })}</small>
          </Link>
        </li>
      ))}
    </Panel>
  );
}
