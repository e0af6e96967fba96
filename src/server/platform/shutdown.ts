import { reasonOf, StartupError } from './startup-error.ts';

/** Milliseconds in which a repeated signal is ignored: npm forwards a Ctrl-C that we received already. */
const DUPLICATE_SIGNAL_MS = 500;

const EXIT_INTERRUPTED = 130;

const PARENT_POLL_MS = 250;

export function exitWithMessage(error: unknown): never {
  const message =
    error instanceof StartupError ? error.message : `The program could not go on: ${reasonOf(error)}`;
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** Only if npm started this program: its shell may exit without forwarding the signal (Debian's does). */
function onParentExit(act: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, PARENT_POLL_MS);
  timer.unref();
}

/** A second signal, or one before `close` is known, exits at once; the next start recovers. */
export function onSignal(): { closeWith: (close: () => Promise<void>) => void } {
  let close: (() => Promise<void>) | undefined;
  let signalledAt: number | undefined;
  const handle = () => {
    if (signalledAt !== undefined && performance.now() - signalledAt < DUPLICATE_SIGNAL_MS) return;
    if (signalledAt !== undefined || close === undefined) process.exit(EXIT_INTERRUPTED);
    signalledAt = performance.now();
    close().then(() => process.exit(0), exitWithMessage);
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
  // A terminal that is closed: there is no setting to read again, and its user expects the program to end with it.
  process.on('SIGHUP', handle);
  onParentExit(handle);
  return {
    closeWith(handler) {
      close = handler;
    },
  };
}
