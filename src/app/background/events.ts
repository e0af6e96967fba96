// The service worker imports this file and the sender as classic scripts (src/build/background-worker.ts).

/** What this file uses of the service worker's scope. */
interface Scope {
  readonly registration: object;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  importScripts(address: string): void;
}

/** `addRoutes` is there from Chromium 123 on. */
interface InstallEvent {
  addRoutes?(route: {
    readonly condition: { readonly urlPattern: string };
    readonly source: 'network';
  }): Promise<void>;
}

interface SyncEvent {
  readonly tag: string;
  waitUntil(work: Promise<void>): void;
}

/** Set by the build. */
declare const SENDER_ADDRESS: string;
declare const SEND_TAG: string;

const scope = globalThis as unknown as Scope;

// Calls of the API are not the worker's. Without this the browser starts it for each of them, and an update that is
// accepted while a call starts the older worker waits until no call came for 30 s, or for five minutes.
scope.addEventListener('install', (event) => {
  const urlPattern = `${import.meta.env.VITE_API_URL ?? '/api'}/*`;
  void event.addRoutes?.({ condition: { urlPattern }, source: 'network' });
});

if ('sync' in scope.registration) {
  // A script that was imported while the worker was installed can be imported later, also without a connection. Until
  // then it costs the start of the worker nothing.
  scope.addEventListener('install', () => scope.importScripts(SENDER_ADDRESS));
  scope.addEventListener('sync', (event) => {
    if (event.tag !== SEND_TAG) return;
    if (!globalThis.sendWaiting) scope.importScripts(SENDER_ADDRESS);
    const send = globalThis.sendWaiting;
    if (send) event.waitUntil(send());
  });
}
