import { Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import CloudOff from 'lucide-react/icons/cloud-off';
import GraduationCap from 'lucide-react/icons/graduation-cap';
import Hourglass from 'lucide-react/icons/hourglass';
import Printer from 'lucide-react/icons/printer';
import ReceiptText from 'lucide-react/icons/receipt-text';
import UserX from 'lucide-react/icons/user-x';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '#app/api/api-error.ts';
import { useConnection } from '#app/api/connection.ts';
import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { PermittedCancelled } from '#app/printing/cancelled/permitted-cancelled.tsx';
import { useBranch } from '#app/reads/branch-queries.ts';
import { familyQuery } from '#app/reads/family-query.ts';
import { useRefundsOf } from '#app/reads/paid-back.ts';
import { recordQuery } from '#app/reads/resource-queries.ts';
import { type StudentRecords, useStudentRecords } from '#app/reads/student-records.ts';
import { useIsPendingRecord } from '#app/reads/use-outbox.ts';
import { type RecordResult, useRecord } from '#app/reads/use-records.ts';
import { RowMarks } from '#app/resources/list/row-marks.tsx';
import { useHighlightedRow } from '#app/resources/list/rows.tsx';
import recordsStyles from '#app/theme/records.module.css';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { numberInDigits } from '#contract/digits.ts';
import { joinParts } from '#contract/messages.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { type Account, type AccountSums, accountSums, accountsOf } from './account.ts';
import { AccountCard } from './account-card.tsx';
import { MergedInto } from './merge/student-merges.tsx';
import studentStyles from './student.module.css';
import { StudentActions } from './student-actions.tsx';
import { isPayout, statementPath, studentPath, studentResource } from './student-kinds.ts';
import {
  nextPart,
  StudentNotes,
  type StudentNotesRead,
  useDebtOfStudent,
  useStudentNotes,
} from './student-notes.tsx';
import { StudentPerson } from './student-person.tsx';
import { messages } from './texts.en.ts';
import { Timeline } from './timeline.tsx';
import { StudentTransfers } from './transfer/student-transfers.tsx';

interface StudentSumsProps {
  readonly id: string;
  readonly sums: AccountSums;
  readonly records: StudentRecords;
  readonly notes: StudentNotesRead | undefined;
}

type Shown = Pick<StudentSumsProps, 'sums' | 'records'>;

const namesOf = (kinds: readonly Resource[]) => joinParts(kinds.map(({ plural }) => plural));

function notesOf({ sums, records: { missing, incomplete } }: Shown): string[] {
  return [
    ...(sums.hasPending ? [messages.countsPending] : []),
    ...(sums.incomplete ? [messages.amountMissing] : []),
    ...(missing.length > 0 ? [messages.withoutUnread({ names: namesOf(missing) })] : []),
    ...(incomplete.length > 0 ? [messages.mayBeMore({ names: namesOf(incomplete).toLowerCase() })] : []),
  ];
}

function balanceStatus({ sums, records: { missing, incomplete } }: Shown) {
  if (sums.remaining > 0n) return { words: messages.stillOwed, Icon: Hourglass, color: 'waiting.fg' };
  const known = missing.length + incomplete.length === 0 && !sums.incomplete;
  if (!known) return { words: messages.asFarAsKnown, Icon: Clock, color: 'fg.muted' };
  return { words: messages.nothingOwed, Icon: CircleCheck, color: 'settled.fg' };
}

function StudentSums({ id, sums, records, notes }: StudentSumsProps) {
  const next = notes && nextPart(notes);
  const { loading } = records;
  const status = balanceStatus({ sums, records });
  return (
    <Surface as="section" aria-label={messages.sums} padding="5">
      <Flex align="end" wrap="wrap" gap="3">
        <chakra.dl
          display="flex"
          flex={{ base: '1 1 100%', md: '1 1 16rem' }}
          flexWrap="wrap"
          columnGap="10"
          rowGap="3"
          alignItems="end"
        >
          <div>
            <chakra.dt color="fg.muted" fontSize="sm">
              {messages.totalRemaining}
            </chakra.dt>
            <chakra.dd lineHeight="tight">
              {loading ? (
                <Skeleton height="9" width="12rem" role="status" aria-label={appMessages.loading} />
              ) : (
                <Flex columnGap="3" wrap="wrap" align="baseline" color={status.color}>
                  <chakra.span dir="ltr" fontSize="xl" fontWeight="bold" whiteSpace="nowrap">
                    {formatMoney(sums.remaining)}
                  </chakra.span>
                  <Flex as="span" align="center" gap="1" fontSize="sm" fontWeight="semibold">
                    <status.Icon size={16} aria-hidden /> {status.words}
                  </Flex>
                </Flex>
              )}
            </chakra.dd>
          </div>
          {!loading && next && !sums.hasPending && (
            <div>
              <chakra.dt color="fg.muted" fontSize="sm">
                {messages.nextDue}
              </chakra.dt>
              <chakra.dd fontSize="lg" fontWeight="semibold">
                {messages.nextPart({ amount: formatMoney(next.amount), day: displayDay(next.day) })}
              </chakra.dd>
            </div>
          )}
          <div>
            <chakra.dt color="fg.muted" fontSize="sm">
              {messages.totalPaid}
            </chakra.dt>
            <chakra.dd dir="ltr" fontSize="lg" fontWeight="semibold" whiteSpace="nowrap">
              {loading ? <Skeleton height="7" width="8rem" /> : formatMoney(sums.paid)}
            </chakra.dd>
          </div>
          {!loading && sums.credit !== undefined && sums.credit > 0n && (
            <div>
              <chakra.dt color="fg.muted" fontSize="sm">
                {messages.credit}
              </chakra.dt>
              <chakra.dd dir="ltr" fontSize="lg" fontWeight="semibold" whiteSpace="nowrap" color="settled.fg">
                {formatMoney(sums.credit)}
              </chakra.dd>
            </div>
          )}
        </chakra.dl>
        <StatementLink id={id} />
      </Flex>
      {!loading &&
        notesOf({ sums, records }).map((note) => (
          <Flex key={note} align="center" gap="1.5" color="waiting.fg" fontSize="sm" marginBlockStart="2">
            <Clock size={14} aria-hidden /> {note}
          </Flex>
        ))}
    </Surface>
  );
}

/** From the start, so that it moves nothing; it goes again on a server that answers no statement. */
function StatementLink({ id }: { readonly id: string }) {
  const isPending = useIsPendingRecord(id);
  const { isKept, read } = useDebtOfStudent(id);
  if (!isKept || isPending || (read && !read.data.statement)) return null;
  return (
    <Button asChild variant="outline" colorPalette="neutral">
      <Link to={statementPath(id)}>
        <ReceiptText size={18} aria-hidden /> {messages.statement.title}
      </Link>
    </Button>
  );
}

const refundResource = resourceOf('refund');

function StudentLoading({ label }: { label: string }) {
  return (
    <Flex role="status" aria-label={label} direction="column" gap="2">
      {['first', 'second'].map((place) => (
        <Surface display="flex" key={place} flexDirection="column" gap="4" height="11rem" padding="4">
          <Skeleton height="5" width="40%" />
          <Skeleton height="4" width="70%" />
          <Skeleton height="10" />
        </Surface>
      ))}
    </Flex>
  );
}

function NoStudent() {
  return (
    <EmptyState icon={UserX} title={messages.notFoundTitle} about={messages.notFoundAbout}>
      <Button asChild variant="subtle">
        <Link to={studentResource.screens.list}>{messages.goToList({ plural: studentResource.plural })}</Link>
      </Button>
    </EmptyState>
  );
}

function NothingYet({ known }: { known: boolean }) {
  if (!known) {
    return <EmptyState icon={CloudOff} title={messages.noneKnownTitle} about={messages.noneKnownAbout} />;
  }
  return <EmptyState icon={GraduationCap} title={messages.noneYetTitle} about={messages.noneYetAbout} />;
}

interface StudentAccountsProps {
  readonly records: StudentRecords;
  readonly accounts: readonly Account[];
  readonly notes: StudentNotesRead | undefined;
  readonly returnPath: string;
}

function StudentAccounts({ records, accounts, notes, returnPath }: StudentAccountsProps) {
  const { loading, missing, incomplete, error, refetch } = records;
  const highlightedId = useHighlightedRow();
  const sections = [
    { title: messages.enrolments, sectionAccounts: accounts.filter(({ resource }) => !isPayout(resource)) },
    { title: messages.payouts, sectionAccounts: accounts.filter(({ resource }) => isPayout(resource)) },
  ];
  return (
    <Flex direction="column" gap="5" minWidth="0">
      {missing.length > 0 && (
        <Flex gap="4" align="center" wrap="wrap">
          <ErrorLine message={error} />
          <Button variant="outline" size="sm" onClick={refetch}>
            {appMessages.tryAgain}
          </Button>
        </Flex>
      )}
      {loading && <StudentLoading label={messages.loadingEnrolments} />}
      {!loading && missing.length === 0 && accounts.length === 0 && (
        <NothingYet known={incomplete.length === 0} />
      )}
      {!loading &&
        sections.map(
          ({ title, sectionAccounts }) =>
            sectionAccounts.length > 0 && (
              <section key={title} aria-label={title}>
                <chakra.h2 fontSize="md" fontWeight="semibold" marginBlockEnd="2">
                  {title}
                </chakra.h2>
                <ul className={recordsStyles.cards}>
                  {sectionAccounts.map((account) => (
                    <AccountCard
                      key={`${account.resource.name} ${account.record.id}`}
                      account={account}
                      returnPath={returnPath}
                      highlightedId={highlightedId}
                    />
                  ))}
                </ul>
              </section>
            ),
        )}
      {!loading && <Timeline {...{ accounts, notes, returnPath, highlightedId }} />}
    </Flex>
  );
}

const loadSheet = () => import('#app/printing/sheets/account-sheet.tsx');

interface PrintAccountProps {
  readonly student: RecordRow;
  readonly accounts: readonly Account[];
  readonly sums: AccountSums;
}

function PrintAccount({ student, accounts, sums }: PrintAccountProps) {
  const { read } = useDebtOfStudent(student.id);
  const planOf = ({ record }: Account) =>
    read?.data.plans.find(({ enrolment }) => enrolment === record.id)?.parts ?? [];
  if (accounts.length === 0) return null;
  const isSent =
    !sums.hasPending && accounts.every(({ refunds }) => refunds.every(({ pending }) => !pending));
  return (
    <DialogButton
      load={loadSheet}
      dialog={(sheet, close) => (
        <sheet.AccountSheet
          student={student}
          accounts={accounts
            .filter(({ isCounted }) => isCounted)
            .map((account) => ({ ...account, plan: planOf(account) }))}
          sums={sums}
          statement={isSent ? read?.data.statement : undefined}
          onClose={close}
        />
      )}
    >
      <Printer size={18} aria-hidden /> {messages.printAccount}
    </DialogButton>
  );
}

function Siblings({ id }: { readonly id: string }) {
  const isPending = useIsPendingRecord(id);
  const isAsked = useBranch()?.collections === true && !isPending;
  const { data } = useQuery({ ...familyQuery(id), enabled: isAsked });
  const others = data?.data.students.filter((one) => one.id !== id) ?? [];
  if (others.length === 0) return null;
  return (
    <div className={studentStyles.siblings}>
      {messages.siblings}{' '}
      {others.map(({ id: other, name }) => (
        <Link key={other} to={studentPath(other)}>
          <TypedText>{name}</TypedText>
        </Link>
      ))}
    </div>
  );
}

/** True after a 404 for this student, even if a cached copy exists. */
function useIsDeleted(id: string): boolean {
  const { error } = useQuery({ ...recordQuery(studentResource, id), enabled: false });
  return error instanceof ApiError && error.status === 404;
}

interface KnownStudentProps {
  readonly record: RecordRow;
  readonly result: RecordResult;
}

function KnownStudent({ record, result }: KnownStudentProps) {
  const { pending } = result;
  const records = useStudentRecords(record.id);
  const offline = useConnection() === 'offline';
  const { rows, fromCachedLists, updatedAt } = records;
  const refunds = useRefundsOf(record.id);
  const accounts = accountsOf(
    rows,
    refunds.map((row) => ({ ...row, resource: refundResource })),
  );
  const credit = readPiastres(record.credit);
  const sums = { ...accountSums(accounts), credit };
  const isKnown =
    !records.loading && records.missing.length + records.incomplete.length === 0 && !sums.incomplete;
  const leaving = pending?.kind === 'delete';
  const notes = useStudentNotes(record.id);
  return (
    <>
      <PageHeading
        title={textOf(record.name)}
        about={
          <div className={studentStyles.headLine}>
            <span>{numberInDigits(textOf(record.code)) || messages.codePending}</span>
            <RowMarks resource={studentResource} listed={{ record, ...(pending && { pending }) }} />
          </div>
        }
        back={studentResource.screens.list}
        action={
          !leaving && (
            <StudentActions id={record.id} accounts={accounts} hasCredit={(sums.credit ?? 0n) > 0n} />
          )
        }
      />
      <OfflineNote
        shown={offline}
        updatedAt={updatedAt}
        also={fromCachedLists ? messages.neverOpened : undefined}
      />
      <div className={studentStyles.layout}>
        <Box gridArea="sums">
          <StudentSums id={record.id} sums={sums} records={records} notes={notes} />
        </Box>
        <Box gridArea="person">
          <StudentPerson
            record={record}
            more={
              <>
                <StudentTransfers
                  student={record}
                  stays={isKnown ? { owed: sums.remaining, credit: credit ?? 0n } : undefined}
                  isPending={pending !== undefined}
                  isLeaving={leaving}
                />
                {/* They arrive later, so they stand where they move nothing of this card. */}
                <Siblings id={record.id} />
              </>
            }
          >
            <PrintAccount student={record} accounts={accounts} sums={sums} />
          </StudentPerson>
          <StudentNotes id={record.id} read={notes} />
        </Box>
        <Box gridArea="accounts">
          <StudentAccounts {...{ records, accounts, notes }} returnPath={studentPath(record.id)} />
          <PermittedCancelled student={record.id} />
        </Box>
      </div>
    </>
  );
}

export function StudentPage() {
  const { id = '' } = useParams();
  const result = useRecord(studentResource, id);
  const deleted = useIsDeleted(id);
  const { record, status, error, refetch } = result;
  if (record && !deleted) return <KnownStudent record={record} result={result} />;
  return (
    <>
      <PageHeading title={studentResource.singular} back={studentResource.screens.list} />
      {deleted && <NoStudent />}
      {deleted && <MergedInto id={id} />}
      {!deleted && status === 'error' && <PageError error={error} onRetry={refetch} />}
      {!deleted && status !== 'error' && <StudentLoading label={appMessages.loading} />}
    </>
  );
}
