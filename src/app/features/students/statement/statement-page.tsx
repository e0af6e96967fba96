import { Button, Flex, Skeleton } from '@chakra-ui/react';
import Clock from 'lucide-react/icons/clock';
import CloudOff from 'lucide-react/icons/cloud-off';
import Lock from 'lucide-react/icons/lock';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { NEVER_READ } from '#app/cache/snapshot.ts';
import { textOf } from '#app/fields/field-control.ts';
import { SYNC_PATH } from '#app/lib/paths.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { countPendingMoney } from '#app/reads/debts.ts';
import { useIsPendingRecord, useOutboxView } from '#app/reads/use-outbox.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { messages as monthMessages } from '#app/resources/month/texts.en.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { messages as uiMessages } from '#app/ui/texts.en.ts';
import { Tick } from '#app/ui/tick-list.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { StatementLine } from '#contract/debts.ts';
import { studentPath, studentResource } from '../student-kinds.ts';
import { useDebtOfStudent } from '../student-notes.tsx';
import { messages as studentMessages } from '../texts.en.ts';
import { StudentStatement, shownLines } from './statement-table.tsx';

const MOST_SHOWN_REVERSED = 4;

function PendingCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <Flex align="center" columnGap="1.5" wrap="wrap" color="waiting.fg" fontSize="sm">
      <Clock size={14} aria-hidden /> {studentMessages.statement.notSent({ count })}
      <Button asChild variant="plain" color="inherit" paddingInline="0" textDecoration="underline">
        <Link to={SYNC_PATH}>{monthMessages.seePending}</Link>
      </Button>
    </Flex>
  );
}

function Lines({ lines }: { readonly lines: readonly StatementLine[] }) {
  const [chosen, setChosen] = useState<boolean>();
  const all = shownLines(lines);
  const standing = all.filter(({ line }) => !line.reversed);
  const reversed = all.length - standing.length;
  const showsReversed = chosen ?? reversed <= MOST_SHOWN_REVERSED;
  if (all.length === 0)
    return (
      <EmptyState
        icon={ReceiptText}
        title={studentMessages.statement.emptyTitle}
        about={studentMessages.statement.emptyAbout}
      />
    );
  return (
    <Surface padding={{ base: '4', md: '5' }} maxWidth="formWide">
      {reversed > 0 && (
        <Tick>
          <input
            type="checkbox"
            checked={showsReversed}
            onChange={({ target }) => setChosen(target.checked)}
          />
          {studentMessages.statement.showReversed({ count: reversed })}
        </Tick>
      )}
      <StudentStatement lines={showsReversed ? all : standing} />
    </Surface>
  );
}

function useStatement(student: string) {
  const { rows } = useOutboxView();
  const branch = useBranch();
  const { isKept, read, error, refetch } = useDebtOfStudent(student);
  const isPending = useIsPendingRecord(student);
  return {
    lines: isPending ? [] : read?.data.statement,
    readAt: read?.readAt ?? 0,
    isMissing: !isPending && (read ? !read.data.statement : branch !== undefined && !isKept),
    pending: countPendingMoney(student, rows, read ?? NEVER_READ),
    error,
    refetch,
  };
}

export function StatementPage() {
  const { id = '' } = useParams();
  const offline = useConnection() === 'offline';
  const { record } = useRecord(studentResource, id);
  const { lines, readAt, isMissing, pending, error, refetch } = useStatement(id);
  const isWaiting = !lines && !isMissing;
  return (
    <>
      <PageHeading
        title={studentMessages.statement.title}
        about={record && <TypedText>{textOf(record.name)}</TypedText>}
        back={studentPath(id)}
      />
      <OfflineNote shown={offline} updatedAt={readAt} />
      {!isMissing && <PendingCount count={pending} />}
      {lines && <Lines lines={lines} />}
      {isMissing && (
        <EmptyState
          icon={Lock}
          title={uiMessages.notKnownTitle({ things: studentMessages.statement.plural })}
          about={uiMessages.notKnownAbout}
        />
      )}
      {isWaiting && offline && (
        <EmptyState
          icon={CloudOff}
          title={studentMessages.noneKnownTitle}
          about={studentMessages.statement.neverRead}
        />
      )}
      {isWaiting && !offline && error && <PageError error={error} onRetry={() => void refetch()} />}
      {isWaiting && !offline && !error && (
        <Skeleton
          role="status"
          aria-label={studentMessages.statement.loading}
          height="24rem"
          borderRadius="md"
        />
      )}
    </>
  );
}
