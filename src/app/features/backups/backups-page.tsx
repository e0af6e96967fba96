import { Box, Button, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import DatabaseBackup from 'lucide-react/icons/database-backup';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useConnection } from '#app/api/connection.ts';
import { asOf } from '#app/lib/as-of.ts';
import { Callout } from '#app/ui/callout.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { BackupList } from '#contract/backups.ts';
import { backupsQuery, useBackUpNow } from './backup-queries.ts';
import { BackupRows } from './backup-rows.tsx';
import { messages, warningText } from './messages.ts';

const ROWS = ['first', 'second', 'third'];

function Loading() {
  return (
    <Flex role="status" aria-label={messages.loading} direction="column" gap="3">
      {ROWS.map((row) => (
        <Skeleton key={row} height="4.5rem" borderRadius="md" />
      ))}
    </Flex>
  );
}

function Warning({ list: { warning, problem } }: { readonly list: BackupList }) {
  if (warning === null && problem === null) return null;
  return (
    <Box marginBlockEnd="4">
      <Callout tone="refused" icon={<TriangleAlert size={18} aria-hidden />}>
        {warning && <p>{warningText(warning)}</p>}
        {problem && <p>{problem}</p>}
        <p>{messages.tellSomeone}</p>
      </Callout>
    </Box>
  );
}

/** Renders the automatic backups for managers: age and proof, what each holds, a backup now, a restore (decision 58). */
export function BackupsPage() {
  const { data: list, error, dataUpdatedAt, refetch } = useQuery(backupsQuery());
  const offline = useConnection() === 'offline';
  const backUpNow = useBackUpNow();
  const body = () => {
    if (!list) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Loading />;
    if (list.results.length > 0) return <BackupRows list={list} blocked={offline} />;
    return <EmptyState icon={DatabaseBackup} title={messages.emptyTitle} about={messages.emptyAbout} />;
  };
  const action = (
    <Button
      loading={backUpNow.isPending || list?.running === 'backup'}
      loadingText={messages.backingUp}
      disabled={offline || list?.running === 'restore'}
      title={offline ? messages.needsConnection : undefined}
      onClick={() => backUpNow.mutate()}
    >
      {messages.backUpNow}
    </Button>
  );
  return (
    <Box width="full" maxW="48rem">
      <PageHeading
        title={messages.title}
        about={
          list
            ? messages.about({ next: asOf(Date.parse(list.next_at), Date.now()), keep: list.keep })
            : messages.aboutLoading
        }
        action={list && action}
      />
      <OfflineNote
        shown={offline && list !== undefined}
        updatedAt={dataUpdatedAt}
        also={messages.needsConnection}
      />
      {backUpNow.error && (
        <Box marginBlockEnd="4">
          <ErrorLine message={backUpNow.error.message} />
        </Box>
      )}
      {list && <Warning list={list} />}
      {body()}
    </Box>
  );
}
