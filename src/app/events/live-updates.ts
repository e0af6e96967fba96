import type { QueryClient } from '@tanstack/react-query';
import { onConnectionChange } from '#app/api/connection.ts';
import { forgetReadVersion, readVersion } from '#app/api/server-version.ts';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { ChangeApplier } from './apply-changes.ts';
import { openSource } from './change-source.ts';
import { SharedEvents } from './shared-events.ts';
import { checkServer } from './stream-connection.ts';

/** Milliseconds that a hidden tab keeps the connection, because users switch between tabs. */
const HIDDEN_GRACE = 3_000;

/**
 * Keeps open screens current with writes of others while the tab is visible. One connection serves all tabs of the
 * device. If all reads so far named one version of the branch, it continues from that one and reads again only cached
 * and running queries.
 */
export function keepLive(client: QueryClient, owner: Owner): () => void {
  const applier = new ChangeApplier(client);
  const read = readVersion();
  if (read) applier.notReadSince(read.began);
  const tellsChanges = () => client.getQueryData(branchQuery().queryKey)?.events;
  // A server that tells changes has the call that shows whether it lives.
  const check = () => {
    if (tellsChanges()) void checkServer();
  };
  const shared = new SharedEvents({
    name: `branch-desk.events.${ownerKey(owner)}`,
    version: read?.version,
    openSource: (onEvent) =>
      openSource({
        owner,
        tellsChanges,
        since: () => shared.version,
        onEvent,
      }),
    onChanged: (event) => applier.changed(event),
    onEverything: (spread) => applier.everything(spread),
    onConnectionChange: check,
  });
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  const leave = () => shared.leave();
  const onVisibilityChange = () => {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === 'visible') shared.join();
    else hiddenTimer = setTimeout(leave, HIDDEN_GRACE);
  };
  // The network of the device is gone or back: the pill is told by an answer, not by the browser.
  const onNetworkChange = () => {
    if (document.visibilityState === 'visible') check();
  };
  const stopTelling = onConnectionChange(() => shared.tellConnection());
  document.addEventListener('visibilitychange', onVisibilityChange);
  // A page with an open connection cannot be kept for the back button.
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', onVisibilityChange);
  window.addEventListener('offline', onNetworkChange);
  window.addEventListener('online', onNetworkChange);
  onVisibilityChange();
  return () => {
    clearTimeout(hiddenTimer);
    stopTelling();
    document.removeEventListener('visibilitychange', onVisibilityChange);
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', onVisibilityChange);
    window.removeEventListener('offline', onNetworkChange);
    window.removeEventListener('online', onNetworkChange);
    shared.leave();
    applier.stop();
    forgetReadVersion();
  };
}
