const MIN_SIMULATED_MS = 1_000;

const realSetTimeout = globalThis.setTimeout;
const realClearTimeout = globalThis.clearTimeout;
const RealDate = Date;

let offset = 0;
const simulatedTimers = new Set<SimulatedTimer>();

const now = () => RealDate.now() + offset;

/** Represents a timer that only `moveClock` fires. Node's network code calls its ref and unref methods. */
class SimulatedTimer {
  readonly due: number;
  readonly run: () => void;

  constructor(run: () => void, milliseconds: number) {
    this.run = run;
    this.due = now() + milliseconds;
    simulatedTimers.add(this);
  }
  readonly ref = () => this;
  readonly unref = () => this;
  readonly refresh = () => this;
  readonly hasRef = () => false;
}

const simulatedSetTimeout = (
  run: (...rest: unknown[]) => void,
  milliseconds = 0,
  ...rest: unknown[]
): unknown =>
  milliseconds < MIN_SIMULATED_MS
    ? realSetTimeout(run, milliseconds, ...rest)
    : new SimulatedTimer(() => run(...rest), milliseconds);

function simulatedClearTimeout(handle: unknown): void {
  if (handle instanceof SimulatedTimer) simulatedTimers.delete(handle);
  else realClearTimeout(handle as NodeJS.Timeout);
}

class ShiftedDate extends RealDate {
  constructor(...args: [] | [number | string | Date]) {
    if (args.length === 0) super(now());
    else super(args[0]);
  }
  static override now = now;
}

/**
 * Replaces the clock and timers of this process by ones that `moveClock` advances.
 * Timers of one second or more (backoff, polls, heartbeats) fire only then, so that the seed and not the machine's speed decides.
 */
export function simulateClock(): void {
  Object.assign(globalThis, {
    Date: ShiftedDate,
    setTimeout: simulatedSetTimeout,
    clearTimeout: simulatedClearTimeout,
    // Heartbeats need not repeat: no other process reads them.
    setInterval: (run: () => void, milliseconds = 0) =>
      new SimulatedTimer(run, milliseconds + MIN_SIMULATED_MS),
    clearInterval: simulatedClearTimeout,
  });
}

/** Moves this process's clock forward or back and fires the timers that are due. */
export function moveClock(milliseconds: number): void {
  offset += milliseconds;
  for (const timer of simulatedTimers) {
    if (timer.due > now()) continue;
    simulatedTimers.delete(timer);
    timer.run();
  }
}
