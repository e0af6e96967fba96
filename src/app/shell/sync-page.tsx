import { Box } from '@chakra-ui/react';
import { SyncPanel } from '#app/sync-center/sync-panel.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { messages } from './opened-texts.en.ts';

/** Renders the Sync panel as a page of its own (/sync). */
export function SyncPage() {
  return (
    <Box width="full" maxW="form">
      <PageHeading title={messages.sync} about={messages.syncDescription} />
      <SyncPanel />
    </Box>
  );
}
