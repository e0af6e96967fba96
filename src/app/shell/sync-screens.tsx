import { Box, CloseButton, Drawer, Portal } from '@chakra-ui/react';
import { SyncPanel } from '#app/sync-center/sync-panel.tsx';
import { Directed } from '#app/ui/directed.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { showSyncPanel, useSyncPanelOpen } from './connection-pill.tsx';
import { messages } from './opened-texts.en.ts';

export function SyncDrawer() {
  const open = useSyncPanelOpen();

  return (
    <Directed>
      <Drawer.Root open={open} onOpenChange={(change) => showSyncPanel(change.open)} lazyMount unmountOnExit>
        <Portal>
          <Drawer.Backdrop />
          <Drawer.Positioner>
            <Drawer.Content data-sync-panel>
              <Drawer.Header>
                <Drawer.Title>{messages.sync}</Drawer.Title>
              </Drawer.Header>
              <Drawer.CloseTrigger asChild>
                <CloseButton variant="ghost" colorPalette="neutral" aria-label={messages.closeSyncPanel} />
              </Drawer.CloseTrigger>
              <Drawer.Body pb="5">
                <SyncPanel />
              </Drawer.Body>
            </Drawer.Content>
          </Drawer.Positioner>
        </Portal>
      </Drawer.Root>
    </Directed>
  );
}

export function SyncPage() {
  return (
    <Box width="full" maxW="form">
      <PageHeading title={messages.sync} about={messages.syncDescription} />
      <SyncPanel />
    </Box>
  );
}
