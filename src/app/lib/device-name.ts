import { readLocal, writeLocal } from './local-storage.ts';
import { messages } from './texts.en.ts';

const KEY = 'branch-desk device';

function systemOf(agent: string): string {
  return /iPad|iPhone|Android|Windows|Mac|CrOS|Linux/.exec(agent)?.[0] ?? messages.unknownDevice;
}

/**
 * Returns this browser's name for the history of writes, such as "iPad 3f9a". Created once and stored; it
 * identifies devices, not users.
 */
export function deviceName(): string {
  const stored = readLocal(KEY);
  if (stored) return stored;
  const created = `${systemOf(navigator.userAgent)} ${crypto.randomUUID().slice(0, 4)}`;
  writeLocal(KEY, created);
  return created;
}
