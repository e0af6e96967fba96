import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { SCHEMA_VERSION } from '#app/outbox/model/entry.ts';
import type { ResourceName } from '#contract/resource-names.ts';

type Json = Readonly<Record<string, unknown>>;

/** Describes a pending entry on the device. */
export interface PendingEntry {
  readonly resource: ResourceName;
  readonly kind?: 'create' | 'update' | 'delete';
  readonly body?: Json;
  /** The record as the user saw it, for an update or a delete. */
  readonly before?: Json;
  /** Maps a field to the picked record. */
  readonly referenced?: Readonly<Record<string, Json>>;
  /** Further stored fields, as left by another build or an earlier attempt. */
  readonly stored?: Json;
}

function storedEntry({
  resource,
  kind = 'create',
  body = {},
  before,
  referenced = {},
  stored,
}: PendingEntry) {
  const id = randomUUID();
  const recordId = before ? String(before.id) : `new-${id}`;
  return {
    id,
    schemaVersion: SCHEMA_VERSION,
    operation: { resource, kind, recordId },
    body,
    ...(before && { before }),
    referenced,
    state: 'queued',
    entityKey: `${resource}:${recordId}`,
    dependsOn: [],
    merged: [],
    attempts: 0,
    nextAttemptAt: 0,
    createdAt: Date.now(),
    problems: [],
    ...stored,
  };
}

/** Replaces the outbox of this device by these entries of the signed-in user. The app reads them at its next start. */
export async function storePendingEntries(page: Page, entries: readonly PendingEntry[]): Promise<void> {
  await page.evaluate(async (rows) => {
    const opened = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const made = async () => (await indexedDB.databases()).some(({ name }) => name === 'branch-desk-outbox');
    // Opening the database before the app would create an empty one.
    while (!(await made())) await new Promise((later) => setTimeout(later, 50));
    const { owner } = JSON.parse(localStorage.getItem('branch-desk.session') ?? '{}');
    const db = await opened(indexedDB.open('branch-desk-outbox'));
    const store = db.transaction('outbox', 'readwrite').objectStore('outbox');
    store.clear();
    for (const row of rows) store.add({ ...owner, ...row });
    await new Promise((resolve) => store.transaction.addEventListener('complete', resolve));
    db.close();
  }, entries.map(storedEntry));
}
