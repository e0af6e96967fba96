import { Badge, Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import DatabaseBackup from 'lucide-react/icons/database-backup';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { asOf, deviceTime } from '#app/lib/branch-day.ts';
import { sizeText } from '#app/lib/byte-size.ts';
import { Callout } from '#app/ui/callout.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { BackupCopy, BackupList, BackupProof } from '#contract/backups.ts';
import { backupsQuery, useBackUpNow } from './backup-queries.ts';
import { copyText, copyWarningText, kindText, messages, proofText, warningText } from './texts.en.ts';

const loadRestore = () => import('./restore-dialog.tsx');

const HOUR_MS = 3_600_000;

function ageText(madeAt: string, now: number): string {
  const hours = Math.max(0, Math.floor((now - deviceTime(madeAt)) / HOUR_MS));
  if (hours < 1) return messages.ageNew;
  return hours < 48 ? messages.ageHours({ hours }) : messages.ageDays({ days: Math.floor(hours / 24) });
}

function ProofBadge({ proof }: { readonly proof: BackupProof | null }) {
  const palette = { proven: 'settled', failed: 'refused', unproven: 'waiting' } as const;
  return (
    <Badge colorPalette={proof ? palette[proof.state] : 'neutral'} title={proof?.reason}>
      {proofText(proof)}
    </Badge>
  );
}

function CopyBadge({ copy }: { readonly copy: BackupCopy }) {
  return (
    <Badge colorPalette={copy.state === 'fetched' ? 'settled' : 'refused'} title={copy.reason}>
      {copyText(copy)}
    </Badge>
  );
}

/** Where list and folder differ. */
function FileNote({ backup: { own, missing_since } }: { readonly backup: BackupList['results'][number] }) {
  if (own && missing_since === null) return null;
  return (
    <chakra.p fontSize="sm" color="waiting.fg">
      {missing_since === null ? messages.fileOfAnother : messages.fileMissing({ seen: asOf(missing_since) })}
    </chakra.p>
  );
}

export function BackupRows({ list, blocked }: { readonly list: BackupList; readonly blocked: boolean }) {
  const [openName, setOpenName] = useState<string>();
  const opened = list.results.find(({ name }) => name === openName);
  const close = () => setOpenName(undefined);
  const restore = useLazyDialog(opened !== undefined, loadRestore, close);
  const now = Date.now();
  return (
    <>
      <chakra.ul listStyle="none" background="bg.surface" borderWidth="1px" borderRadius="md">
        {list.results.map((backup) => {
          const made = asOf(backup.made_at);
          return (
            <chakra.li
              key={backup.name}
              display="grid"
              gridTemplateColumns="1fr auto"
              alignItems="center"
              columnGap="4"
              rowGap="1"
              paddingInline={{ base: '4', md: '5' }}
              paddingBlock="3"
              borderTopWidth="1px"
              css={{ '&:first-of-type': { borderTopWidth: '0' } }}
            >
              <div>
                <Flex columnGap="3" rowGap="1" wrap="wrap" align="center">
                  <chakra.strong
                    display="inline-block"
                    fontWeight="semibold"
                    css={{ '&::first-letter': { textTransform: 'uppercase' } }}
                  >
                    {made}
                  </chakra.strong>
                  <ProofBadge proof={backup.proof} />
                  {list.copies && backup.copy && <CopyBadge copy={backup.copy} />}
                </Flex>
                <chakra.p color="fg.muted" fontSize="sm">
                  {[kindText(backup.kind), ageText(backup.made_at, now), sizeText(backup.size)].join(' · ')}
                </chakra.p>
                {backup.proof?.reason !== undefined && (
                  <chakra.p fontSize="sm" color="waiting.fg" overflowWrap="anywhere">
                    {backup.proof.reason}
                  </chakra.p>
                )}
                <FileNote backup={backup} />
              </div>
              <Button
                variant="outline"
                size="sm"
                minHeight="target"
                disabled={blocked}
                aria-label={messages.lookInside({ made })}
                onClick={() => setOpenName(backup.name)}
              >
                {messages.look}
              </Button>
            </chakra.li>
          );
        })}
      </chakra.ul>
      {opened && restore && <restore.RestoreDialog backup={opened} list={list} onClose={close} />}
    </>
  );
}

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

function NewestCopy({ copies }: { readonly copies: BackupList['copies'] }) {
  if (!copies) return null;
  const age = copies.newest === null ? messages.copyNone : ageText(copies.newest, Date.now());
  return (
    <chakra.p marginBlockEnd="3" color="fg.muted" fontSize="sm">
      {[messages.copyNewest, age].join(' · ')}
    </chakra.p>
  );
}

function Warning({ list: { warning, problem, copies, last_restore } }: { readonly list: BackupList }) {
  const notRestored = last_restore?.problem ?? null;
  if (warning === null && problem === null && notRestored === null && !copies?.warning) return null;
  return (
    <Box marginBlockEnd="4">
      <Callout tone="refused" icon={<TriangleAlert size={18} aria-hidden />}>
        {warning && <p>{warningText(warning)}</p>}
        {problem && <p>{problem}</p>}
        {notRestored && <p>{messages.notRestored({ reason: notRestored })}</p>}
        {copies?.warning && <p>{copyWarningText(copies.warning)}</p>}
        {copies?.problem && <p>{copies.problem}</p>}
        <p>{messages.tellSomeone}</p>
      </Callout>
    </Box>
  );
}

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
        about={list ? messages.about({ next: asOf(list.next_at), keep: list.keep }) : messages.aboutLoading}
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
      {list && <NewestCopy copies={list.copies} />}
      {body()}
    </Box>
  );
}
