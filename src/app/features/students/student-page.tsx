import { Box, chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { ApiError } from '#app/api/api-error.ts';
import { useConnection } from '#app/api/connection.ts';
import { textOf } from '#app/fields/field-control.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { PermittedCancelled } from '#app/printing/cancelled/permitted-cancelled.tsx';
import { recordQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { type RecordResult, useRecord } from '#app/reads/use-records.ts';
import { RowMarks } from '#app/resources/list/row-marks.tsx';
import { headLineRecipe, studentLayoutRecipe } from '#app/theme/recipes/student.ts';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { accountSums, accountsOf } from './account.ts';
import { MergedInto } from './merge/student-merges.tsx';
import { messages } from './messages.ts';
import { PrintAccount } from './print-account.tsx';
import { StudentAccounts } from './student-accounts.tsx';
import { StudentActions } from './student-actions.tsx';
import { studentPath, studentResource } from './student-kinds.ts';
import { StudentNotes } from './student-notes.tsx';
import { StudentPerson } from './student-person.tsx';
import { NoStudent, StudentLoading } from './student-states.tsx';
import { StudentSums } from './student-sums.tsx';
import { useStudentRecords } from './use-student-records.ts';

const Layout = chakra('div', studentLayoutRecipe);
const Line = chakra('div', headLineRecipe);

/** Returns whether the server answered 404 for this student, even if a cached copy exists. */
function useIsDeleted(id: string): boolean {
  const { ids } = useOutboxView();
  const { error } = useQuery({ ...recordQuery(studentResource, ids.get(id) ?? id), enabled: false });
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
  const accounts = useMemo(() => accountsOf(rows), [rows]);
  const sums = useMemo(() => accountSums(accounts), [accounts]);
  const leaving = pending?.kind === 'delete';
  return (
    <>
      <PageHeading
        title={textOf(record.name)}
        about={
          <Line>
            <span>{textOf(record.code) || messages.codePending}</span>
            <RowMarks resource={studentResource} listed={{ record, ...(pending && { pending }) }} />
          </Line>
        }
        back={studentResource.screens.list}
        action={!leaving && <StudentActions id={record.id} accounts={accounts} />}
      />
      <OfflineNote
        shown={offline}
        updatedAt={updatedAt}
        also={fromCachedLists ? messages.neverOpened : undefined}
      />
      <Layout>
        <Box gridArea="sums">
          <StudentSums student={record.id} sums={sums} records={records} />
          <PrintAccount student={record} accounts={accounts} sums={sums} />
        </Box>
        <Box gridArea="person">
          <StudentPerson record={record} />
          <StudentNotes id={record.id} />
        </Box>
        <Box gridArea="accounts">
          <StudentAccounts records={records} accounts={accounts} returnPath={studentPath(record.id)} />
          <PermittedCancelled student={record.id} />
        </Box>
      </Layout>
    </>
  );
}

/** Renders a student's page: contacts, accounts with payments, and the remaining sum. */
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
