import { readLocal, writeLocal } from './local-storage.ts';

const KEY = 'branch-desk device';

function systemOf(agent: string): string {
  return /iPad|iPhone|Android|Windows|Mac|CrOS|Linux/.exec(agent)?.[0] ?? 'Device';
}

/** What this browser is called in the history of writes: made once and kept, "iPad 3f9a". It tells devices apart, not people. */
export function deviceName(): string {
  const kept = readLocal(KEY);
  if (kept) return kept;
  const made = `${systemOf(navigator.userAgent)} ${crypto.randomUUID().slice(0, 4)}`;
  writeLocal(KEY, made);
  return made;
}
