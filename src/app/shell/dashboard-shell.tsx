import { Box, chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router-dom';
import { clearChunkReload } from '#app/api/chunk-load-error.ts';
import { useOwner } from '#app/api/session.ts';
import { signInPath } from '#app/lib/redirect-after-login.ts';
import { importWhenIdle } from '#app/lib/when-idle.ts';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { SkipLink } from '#app/ui/skip-link.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { EvictedEntriesNote } from './evicted-entries-note.tsx';
import { messages } from './messages.ts';
import { OutboxEffects } from './outbox-effects.tsx';
import { SessionProvider } from './session-provider.tsx';
import { SideMenu } from './side-menu.tsx';
import { StorageProblemNote } from './storage-problem-note.tsx';
import { showSyncPanel, useSyncPanelOpen } from './sync-drawer-state.ts';
import { TopBar } from './top-bar.tsx';
import { UnansweredCalls } from './unanswered-calls.tsx';
import { UndoneWritesNote } from './undone-writes-note.tsx';
import './print.css';

/** Not before the first rows: nothing is approved until then. */
const ApprovalHost = optionalComponent(
  async () => (await importWhenIdle(() => import('#app/ui/approval-host.tsx'))).ApprovalHost,
);

const loadSync = () => import('./sync-drawer.tsx');
const closeSync = () => showSyncPanel(false);

/** Renders the frame of all pages behind sign-in. Redirects to /auth when the session ends, in any tab. */
export function DashboardShell() {
  const owner = useOwner();
  const location = useLocation();
  useEffect(clearChunkReload, []);

  if (!owner) return <Navigate to={signInPath(location)} replace />;
  return (
    <SessionProvider>
      <Frame />
    </SessionProvider>
  );
}

function Frame() {
  return (
    <>
      <OutboxEffects />
      <SkipLink />
      <TopBar />
      <Progress />
      <chakra.aside
        hideBelow="lg"
        position="fixed"
        top="topBar"
        bottom="0"
        insetInlineStart="0"
        width="sideMenu"
        overflowY="auto"
        bg="bg.surface"
        borderInlineEndWidth="1px"
      >
        <SideMenu />
      </chakra.aside>
      <Box
        as="main"
        id="content"
        tabIndex={-1}
        outline="none"
        display="flex"
        flexDirection="column"
        minH="calc(100dvh - {sizes.topBar})"
        ms={{ lg: 'sideMenu' }}
        px={{ base: '4', md: '6' }}
        pt={{ base: '4', md: '6' }}
        pb="calc(8rem + var(--bottom-bar, 0px) + env(safe-area-inset-bottom))"
      >
        <Box width="full" maxW="page" mx="auto" flex="1" display="flex" flexDirection="column">
          <StorageProblemNote />
          <EvictedEntriesNote />
          <UndoneWritesNote />
          <UnansweredCalls />
          <Outlet />
        </Box>
      </Box>
      <SyncOverPage />
      <ApprovalHost />
    </>
  );
}

/** Renders the Sync panel over the page; loaded at its first opening. A change of the path closes it. */
function SyncOverPage() {
  const open = useSyncPanelOpen();
  const sync = useLazyDialog(open, loadSync, closeSync);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes
  useEffect(closeSync, [pathname]);
  return sync ? <sync.SyncDrawer /> : null;
}

/**
 * Renders a thin progress line under the top bar while the next page loads. It appears after a short delay.
 */
function Progress() {
  const { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <Box
      role="progressbar"
      aria-label={messages.loadingPage}
      position="fixed"
      top="topBar"
      insetInline="0"
      height="2px"
      zIndex="bar"
      bg="accent.solid"
      animation="fade-in 120ms 150ms backwards, pulse 1s 270ms infinite"
    />
  );
}
