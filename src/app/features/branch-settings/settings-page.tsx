import { Box, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Settings2 from 'lucide-react/icons/settings-2';
import { useConnection } from '#app/api/connection.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { settingsQuery } from '#app/reads/settings-query.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SpreadsheetTokens } from './spreadsheet-tokens.tsx';
import { messages } from './texts.en.ts';

export function SettingsPage() {
  const { data: branch = bootCache().branch } = useQuery(branchQuery());
  const {
    data: settings,
    error,
    dataUpdatedAt,
    isFetched,
    refetch,
  } = useQuery({
    ...settingsQuery(),
    enabled: branch?.settings === true,
  });
  const offline = useConnection() === 'offline';
  const body = () => {
    if (branch && !branch.settings)
      return <EmptyState icon={Settings2} title={appMessages.branchSettings} about={messages.unsupported} />;
    if (settings && branch) return <SettingsForm settings={settings} branch={branch} />;
    if (offline) return <PageError error={messages.needsReading} onRetry={() => void refetch()} />;
    if (error) return <PageError error={error} onRetry={() => void refetch()} />;
    return undefined;
  };
  const shown = body();
  return (
    <Box width="full" maxW="form">
      <PageHeading title={appMessages.branchSettings} about={messages.about} />
      <OfflineNote
        shown={offline && settings !== undefined}
        updatedAt={dataUpdatedAt}
        also={messages.needsConnection}
      />
      {shown ?? <Skeleton role="status" aria-label={messages.loading} height="24rem" borderRadius="md" />}
      {/* Not before the form above it, which would push it away under a finger. */}
      {(shown || isFetched) && branch?.spreadsheet_tokens && <SpreadsheetTokens offline={offline} />}
    </Box>
  );
}
