import { createStore, useStore } from './store.ts';

const KEPT_MS = 60_000;

/** A file that the share sheet takes only right after a tap. */
const waiting = createStore<File | undefined>(undefined);

/** Safari's app on the Home Screen, which saves a link badly or not at all. */
const isHomeScreenApp = (): boolean => 'standalone' in navigator && navigator.standalone === true;

const isNotAllowed = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError';

/** The share sheet; a person who closes it has decided. @returns false if it needs another tap */
async function share(file: File): Promise<boolean> {
  try {
    await navigator.share({ files: [file] });
    return true;
  } catch (error) {
    return !isNotAllowed(error);
  }
}

function follow(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the file only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/**
 * @returns false if the file waits for another tap, because a download takes longer than a tap counts; it is offered
 *   until it is saved or dismissed
 */
export async function saveFile(content: Blob, name: string): Promise<boolean> {
  const file = new File([content], name, { type: content.type });
  const canShare = isHomeScreenApp() && navigator.canShare?.({ files: [file] });
  if (!canShare) {
    follow(content, name);
    return true;
  }
  if (await share(file)) return true;
  waiting.set(file);
  return false;
}

export const useWaitingFile = (): File | undefined => useStore(waiting);

export const dismissWaitingFile = (): void => waiting.set(undefined);

export async function saveWaitingFile(file: File): Promise<void> {
  if (await share(file)) dismissWaitingFile();
}
