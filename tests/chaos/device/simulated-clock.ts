const LONG_MS = 1_000;

const realSetTimeout = globalThis.setTimeout;
const realClearTimeout = globalThis.clearTimeout;
const RealDate = Date;

let ahead = 0;
const held = new Set<HeldTimer>();

const now = () => RealDate.now() + ahead;

/** A wait that only the moved clock ends. The network's own code asks it to hold nobody up, as Node's timers can be asked. */
class HeldTimer {
  readonly due: number;
  readonly run: () => void;

  constructor(run: () => void, milliseconds: number) {
    this.run = run;
    this.due = now() + milliseconds;
    held.add(this);
  }
  readonly ref = () => this;
  readonly unref = () => this;
  readonly refresh = () => this;
  readonly hasRef = () => false;
}

const holdTimeout = (run: (...rest: unknown[]) => void, milliseconds = 0, ...rest: unknown[]): unknown =>
  milliseconds < LONG_MS
    ? realSetTimeout(run, milliseconds, ...rest)
    : new HeldTimer(() => run(...rest), milliseconds);

function forget(handle: unknown): void {
  if (handle instanceof HeldTimer) held.delete(handle);
  else realClearTimeout(handle as NodeJS.Timeout);
}

class ShiftedDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(now());
    else super(given[0]);
  }
  static override now = now;
}

/**
 * From here on this process has the time of its own that `moveClock` moves. Waits of a second and more (back-off, polls,
 * heartbeats) end only when the clock is moved past them: what happens depends on the seed and not on how fast the machine is.
 */
export function simulateClock(): void {
  Object.assign(globalThis, {
    Date: ShiftedDate,
    setTimeout: holdTimeout,
    clearTimeout: forget,
    // Heartbeats: a process that moves its clock at will has nobody to show them to.
    setInterval: (run: () => void, milliseconds = 0) => new HeldTimer(run, milliseconds + LONG_MS),
    clearInterval: forget,
  });
}

/** Moves this process's clock, forward or (as clocks of tablets do) back, and ends the waits that are over by then. */
export function moveClock(milliseconds: number): void {
  ahead += milliseconds;
  for (const timer of held) {
    if (timer.due > now()) continue;
    held.delete(timer);
    timer.run();
  }
}
