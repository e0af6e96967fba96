/**
 * As long as the tab, where localStorage cannot store (private mode, quota). Readers must parse the text: another tab
 * or an older build may have written it.
 */
const inMemory = new Map<string, string>();

export function readLocal(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? inMemory.get(key);
  } catch {
    return inMemory.get(key);
  }
}

export function writeLocal(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, value);
  }
}

export function removeLocal(key: string): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

export function localKeys(prefix: string): string[] {
  const isWanted = (key: string) => key.startsWith(prefix);
  try {
    return [...new Set([...Object.keys(localStorage), ...inMemory.keys()])].filter(isWanted);
  } catch {
    return [...inMemory.keys()].filter(isWanted);
  }
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
