const realClearTimeout = globalThis.clearTimeout;
const RealDate = Date;

/** Time since the device started, in milliseconds. It moves only when this module says so, and never back. */
let elapsed = 0;
let startedAt = 0;
/** How wrong the device's clock is, in milliseconds. */
let error = 0;
let lastTimer = 0;
const timers = new Set<SimulatedTimer>();

/** Returns the true time, which the server's answers carry, in milliseconds. */
export const trueTime = (): number => startedAt + elapsed;
const now = () => trueTime() + error;

/** Represents a timer that fires when the simulated time has passed. Node's network code calls its ref and unref methods. */
class SimulatedTimer {
  readonly number: number;
  readonly due: number;
  readonly run: () => void;

  constructor(run: () => void, milliseconds: number) {
    lastTimer += 1;
    this.number = lastTimer;
    this.run = run;
    this.due = elapsed + Math.max(0, milliseconds);
    timers.add(this);
  }
  readonly ref = () => this;
  readonly unref = () => this;
  readonly refresh = () => this;
  readonly hasRef = () => false;
}

function clearTimer(handle: unknown): void {
  if (handle instanceof SimulatedTimer) timers.delete(handle);
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
 * Replaces the clock and timers of this process, so that the seed and not the machine's speed decides what happens first.
 * @param start true time at the start, in milliseconds
 */
export function simulateClock(start: number): void {
  startedAt = start;
  const startTimer = (run: (...rest: unknown[]) => void, milliseconds = 0, ...rest: unknown[]) =>
    new SimulatedTimer(() => run(...rest), milliseconds);
  Object.assign(globalThis, {
    Date: ShiftedDate,
    setTimeout: startTimer,
    clearTimeout: clearTimer,
    // Heartbeats need not repeat: no other process reads them.
    setInterval: startTimer,
    clearInterval: clearTimer,
  });
}

/** Returns the timers that are due within this time, in the order in which they fire. */
const dueWithin = (milliseconds: number) =>
  [...timers]
    .filter(({ due }) => due <= elapsed + milliseconds)
    .sort((one, other) => one.due - other.due || one.number - other.number);

/** Fires the first timer that is due within this time, and moves the time to it; false if there is none. */
export function fireNextTimer(milliseconds: number): boolean {
  const [timer] = dueWithin(milliseconds);
  if (!timer) return false;
  timers.delete(timer);
  elapsed = Math.max(elapsed, timer.due);
  timer.run();
  return true;
}

/** Lets time pass at once, as for a device that slept, and then fires what is due. */
export function passTime(milliseconds: number): void {
  elapsed += milliseconds;
  for (const timer of dueWithin(0)) {
    if (timers.delete(timer)) timer.run();
  }
}

/** Sets the device's clock wrong by this many milliseconds; 0 sets it right. */
export function setClockError(milliseconds: number): void {
  error = milliseconds;
}
