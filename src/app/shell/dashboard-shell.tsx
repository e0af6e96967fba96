import styles from './dashboard-shell.module.css';
import './print.css';
import { Box } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router-dom';
import { clearChunkReload } from '#app/api/chunk-load-error.ts';
import { useOwner } from '#app/api/session.ts';
import { approvalRequest } from '#app/lib/ask-manager.ts';
import { calendarNow } from '#app/lib/branch-day.ts';
import { useClockProblem } from '#app/lib/clock-problem.ts';
import { signInPath } from '#app/lib/redirect-after-login.ts';
import { type StorageProblem, useStorageProblem } from '#app/lib/storage-problem.ts';
import { useStore } from '#app/lib/store.ts';
import { printNext } from '#app/printing/print-next.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { useLostWrites } from '#app/reads/use-outbox.ts';
import { evictedOnDevice } from '#app/sync-center/device-entries/evicted-on-device.ts';
import { Callout } from '#app/ui/callout.tsx';
import { optionalComponent } from '#app/ui/optional-component.tsx';
import { keepAboveSaveBar } from '#app/ui/save-bar-room.ts';
import { SkipLink } from '#app/ui/skip-link.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { showSyncPanel, useSyncPanelOpen } from './connection-pill.tsx';
import { OutboxEffects } from './outbox-effects.tsx';
import { SessionProvider } from './session-provider.tsx';
import { SideMenu } from './side-menu.tsx';
import { messages } from './texts.en.ts';
import { TopBar } from './top-bar.tsx';

// biome-ignore lint/performance/noBarrelFile: the shell and its session load as one part of the app
export { prepareSession } from './session-provider.tsx';

const messageKeys = {
  slow: undefined,
  blocked: 'storageBlocked',
  broken: 'storageBroken',
} as const satisfies Record<StorageProblem, keyof typeof messages | undefined>;

/** Over the end of the page, so that nothing is pushed away under a finger when it comes. */
export function StorageProblemNote() {
  const problem = useStorageProblem();
  const key = problem && messageKeys[problem];
  if (!key) return null;
  return (
    <div className={styles.problem} ref={keepAboveSaveBar}>
      <Callout tone="refused" icon={<CircleAlert size={18} aria-hidden />}>
        {messages[key]}
      </Callout>
    </div>
  );
}

const LostWrites = optionalComponent(
  async () => (await import('#app/sync-center/lost-writes.tsx')).LostWrites,
);

export function LostWritesNote() {
  return useLostWrites().writes.length > 0 ? <LostWrites /> : null;
}

const ClockNote = optionalComponent(async () => (await import('./clock-note.tsx')).ClockNote);

/** A screen that was drawn before the branch's zone was known is drawn again. */
function useCalendarKey(): string {
  useBranch();
  const { timeZone, dayBegins } = calendarNow();
  return `${timeZone} ${dayBegins}`;
}

function WrongClock() {
  const problem = useClockProblem();
  return problem ? <ClockNote problem={problem} /> : null;
}

const EvictedEntries = optionalComponent(
  async () => (await import('#app/sync-center/device-entries/evicted-entries.tsx')).EvictedEntries,
);

function EvictedEntriesNote() {
  return useStore(evictedOnDevice).length > 0 ? <EvictedEntries /> : null;
}

const loadApproval = () => import('#app/ui/approval-dialog.tsx');

export function ApprovalHost() {
  const asked = useStore(approvalRequest);
  const dialog = useLazyDialog(asked !== undefined, loadApproval, () => asked?.onClosed(false));
  return asked && dialog ? <dialog.ApprovalDialog key={asked.write.key} {...asked} /> : null;
}

const PrintAtOnce = optionalComponent(
  async () => (await import('#app/printing/print-at-once.tsx')).PrintAtOnce,
);

function PrintHost() {
  const subject = useStore(printNext);
  return subject ? <PrintAtOnce subjects={[subject]} onEnd={() => printNext.set(undefined)} /> : null;
}

const loadSync = () => import('./sync-screens.tsx');
const closeSync = () => showSyncPanel(false);

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
      <aside className={styles.aside}>
        <SideMenu />
      </aside>
      <main className={styles.main} id="content" tabIndex={-1}>
        <div className={styles.page} key={useCalendarKey()}>
          <WrongClock />
          <EvictedEntriesNote />
          <LostWritesNote />
          <Outlet />
          <StorageProblemNote />
        </div>
      </main>
      <SyncOverPage />
      <ApprovalHost />
      <PrintHost />
    </>
  );
}

/** Loaded at its first opening. Every navigation closes it, also that to an entry of the screen that is open. */
function SyncOverPage() {
  const open = useSyncPanelOpen();
  const sync = useLazyDialog(open, loadSync, closeSync);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs at each navigation
  useEffect(closeSync, [key]);
  return sync ? <sync.SyncDrawer /> : null;
}

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
