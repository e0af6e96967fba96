import { reasonOf, StartupError } from './startup-error.ts';

/** npm hands a Ctrl-C on that the terminal has given to all of us already: twice within this time is one signal. */
const echo = 500;

const interrupted = 130;

const lookingForParent = 250;

/** Says one sentence on the error output and ends the program without a stack. */
export function exitWithMessage(error: unknown): never {
  const said =
    error instanceof StartupError ? error.message : `The program could not go on: ${reasonOf(error)}`;
  process.stderr.write(`${said}\n`);
  process.exit(1);
}

/**
 * npm gives a signal to a shell in between, which may die of it without a word to us: Debian's does. So a program that npm started
 * ends when that shell or npm itself is gone.
 */
function whenLeftByNpm(act: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, lookingForParent);
  timer.unref();
}

/**
 * Calls `close` at the first SIGTERM or SIGINT and ends the program; a second signal ends it at once. Until `close` is known
 * (while starting) a signal ends it at once too: whatever it was doing, the next start copes.
 */
export function onSignal(): { closeWith: (close: () => Promise<void>) => void } {
  let close: (() => Promise<void>) | undefined;
  let since: number | undefined;
  const handle = () => {
    if (since !== undefined && Date.now() - since < echo) return;
    if (since !== undefined || close === undefined) process.exit(interrupted);
    since = Date.now();
    close().then(() => process.exit(0), exitWithMessage);
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
  whenLeftByNpm(handle);
  return {
    closeWith(given) {
      close = given;
    },
  };
}
