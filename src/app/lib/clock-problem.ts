import { useSyncExternalStore } from 'react';
import { offsetAt } from '#contract/days.ts';
import { calendarNow, serverTime } from './branch-day.ts';
import { isClockWrong, onClockDifference } from './clock.ts';
import { readLocal, writeLocal } from './local-storage.ts';
import { createSignal } from './store.ts';

const HIDDEN = 'branch-desk.clock-note-hidden';

export interface ClockProblem {
  /** The clock is more than an hour off, or it shows the time of another zone. */
  readonly kind: 'clock' | 'zone';
  readonly zoneHere: string;
}

const hidden = createSignal();

const stateOf = ({ kind, zoneHere }: ClockProblem) => [kind, zoneHere, calendarNow().timeZone].join(' ');

function currentProblem(): ClockProblem | undefined {
  const zoneHere = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = serverTime(Date.now());
  if (isClockWrong()) return { kind: 'clock', zoneHere };
  const agrees = offsetAt(now, zoneHere) === offsetAt(now, calendarNow().timeZone);
  return agrees ? undefined : { kind: 'zone', zoneHere };
}

let known: ClockProblem | undefined;

/** The same object while nothing has changed. Undefined also for one that was hidden. */
function shownProblem(): ClockProblem | undefined {
  const problem = currentProblem();
  if (!problem || readLocal(HIDDEN) === stateOf(problem)) known = undefined;
  else if (!known || stateOf(known) !== stateOf(problem)) known = problem;
  return known;
}

export function hideClockProblem(problem: ClockProblem): void {
  writeLocal(HIDDEN, stateOf(problem));
  hidden.notify();
}

function subscribe(listener: () => void): () => void {
  const [stopDifference, stopHidden] = [onClockDifference(listener), hidden.subscribe(listener)];
  return () => {
    stopDifference();
    stopHidden();
  };
}

export const useClockProblem = (): ClockProblem | undefined => useSyncExternalStore(subscribe, shownProblem);
