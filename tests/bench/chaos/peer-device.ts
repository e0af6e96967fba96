import { createCollection } from '@tanstack/db';
import {
  NonRetriableError,
  type OfflineExecutor,
  startOfflineExecutor,
} from '@tanstack/offline-transactions';
import { recordSchema } from '#app/lib/record-row.ts';
import { type OutboxEntry, readEntry, SCHEMA_VERSION } from '#app/outbox/model/entry.ts';
import { temporaryId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { rewriteIds } from '#app/outbox/model/rewrite-ids.ts';
import type { Draft } from '#contract/define-resource.ts';
import { type ResourceName, resourceNames } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { locks } from '../../chaos/device/browser-globals.ts';
import { areValid, endedTokens } from '../../chaos/device/ended-tokens.ts';
import { watchAnswers } from '../../chaos/device/request-queue.ts';
import type { DeviceImplementation } from '../../chaos/device/rpc-server.ts';
import { passTime, setClockError } from '../../chaos/device/simulated-clock.ts';
import { call, recordOf, session } from './peer-api.ts';

type Row = Record<string, unknown> & { id: string };

/** What became of a mutation that was handed to the library; this is kept for the audit, and not by the library. */
interface Handed {
  readonly seq: number;
  readonly tab: number;
  readonly mutation: Mutation;
  done?: Row | 'deleted';
  /** The words of a failure that reached an open page. */
  told?: string;
}

const handed = new Map<string, Handed>();
let lastSeq = 0;

/** The server's ids of records that were made on this device, kept in localStorage as its users would. */
const serverId = (id: string) => localStorage.getItem(`id ${id}`) ?? undefined;

/** Writes one mutation of a transaction. */
async function write(
  resource: ResourceName,
  key: string,
  type: string,
  values: { readonly id: string; readonly changes: Draft; readonly modified: Draft },
): Promise<Row | 'deleted'> {
  const { path } = resourceOf(resource);
  const [id, changes, modified] = rewriteIds(
    [values.id, values.changes, values.modified] as [string, Draft, Draft],
    serverId,
  );
  if (type === 'delete') {
    await call({ method: 'DELETE', path: `${path}${id}/`, key });
    return 'deleted';
  }
  const { id: _, ...body } = modified;
  const request =
    type === 'insert'
      ? { method: 'POST', path, body, key }
      : { method: 'PATCH', path: `${path}${id}/`, body: changes, key };
  const record = recordOf(await call(request));
  // A captive portal's page, for example.
  if (!record) throw new Error('Not an answer of the server.');
  if (type === 'insert') localStorage.setItem(`id ${values.id}`, record.id);
  return record;
}

/** A tab with collections and an executor of its own, as the library's README sets them up. */
class Tab {
  readonly #synced = new Map<ResourceName, (row: Row) => void>();
  readonly #collections = Object.fromEntries(resourceNames.map((name) => [name, this.#collection(name)]));
  readonly executor: OfflineExecutor;

  readonly number: number;

  constructor(number: number) {
    this.number = number;
    this.executor = startOfflineExecutor({
      collections: this.#collections,
      mutationFns: {
        save: async ({ transaction, idempotencyKey }) => {
          for (const { type, collection, key, changes, modified, original } of transaction.mutations) {
            const resource = this.#nameOf(collection.id);
            const id = String(key ?? (original as Row).id);
            const values = { id, changes: changes as Draft, modified: modified as Draft };
            const result = await write(resource, idempotencyKey, type, values);
            const one = handed.get(idempotencyKey);
            if (one) one.done = result;
          }
        },
      },
    });
  }

  #nameOf(collectionId: string): ResourceName {
    const name = resourceNames.find((one) => this.#collections[one]?.id === collectionId);
    if (!name) throw new NonRetriableError(`Unknown collection: ${collectionId}`);
    return name;
  }

  #collection(name: ResourceName) {
    return createCollection<Row, string>({
      id: `${name} ${this.number}`,
      getKey: ({ id }) => id,
      startSync: true,
      sync: {
        sync: ({ begin, write: put, commit, markReady, collection }) => {
          this.#synced.set(name, (row) => {
            begin();
            put({ type: collection.has(row.id) ? 'update' : 'insert', value: row });
            commit();
          });
          markReady();
        },
      },
    });
  }

  /** Hands a mutation to the library, as a form does. Returns whether a page could do it: it shows no record that it deletes already. */
  save(mutation: Mutation): boolean {
    const { id: idempotencyKey, resource, kind, body, before } = mutation;
    if (!isResourceName(resource)) return false;
    const collection = this.#collections[resource];
    if (!collection) return false;
    const recordId = mutation.recordId ?? temporaryId(mutation.id);
    // A page shows what it changes or deletes, also what another tab has created and not sent.
    if (kind !== 'create' && !collection.has(recordId))
      this.#synced.get(resource)?.({ ...before, id: recordId });
    if (kind !== 'create' && !collection.has(recordId)) return false;
    const transaction = this.executor.createOfflineTransaction({
      mutationFnName: 'save',
      autoCommit: false,
      idempotencyKey,
    });
    transaction.mutate(() => {
      if (kind === 'create') collection.insert({ ...body, id: recordId });
      else if (kind === 'delete') collection.delete(recordId);
      else collection.update(recordId, (row) => void Object.assign(row, changed(before, body)));
    });
    transaction.commit().catch((error: unknown) => {
      const one = handed.get(idempotencyKey);
      if (one && tabs.has(this.number)) one.told = error instanceof Error ? error.message : String(error);
    });
    return true;
  }

  kill(): void {
    if (this.executor.isOfflineEnabled) locks.closeHolder();
    this.executor.getOnlineDetector().dispose();
  }
}

/** Returns the fields that a form's user has touched. */
const changed = (before: Draft | undefined, body: Draft) =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => (value ?? null) !== (before?.[name] ?? null)),
  );

const tabs = new Map<number, Tab>();
let lastTab = 0;

function tabOf(number: number): Tab {
  const tab = tabs.get(number);
  if (!tab) throw new Error(`Tab ${number} does not exist`);
  return tab;
}

async function openTab(): Promise<number> {
  lastTab += 1;
  const tab = new Tab(lastTab);
  tabs.set(lastTab, tab);
  await tab.executor.waitForInit();
  return lastTab;
}

/** Tells the library that the network may be back, as the browser's events do. */
const notify = (number: number) => tabOf(number).executor.getOnlineDetector().notifyOnline();

/** Returns the keys of everything that the library still keeps. */
async function keptKeys(): Promise<Set<string>> {
  const [tab] = tabs.values();
  return new Set((await tab?.executor.peekOutbox())?.map(({ idempotencyKey }) => idempotencyKey));
}

async function entries(): Promise<OutboxEntry[]> {
  const kept = await keptKeys();
  return [...handed.values()].flatMap(({ seq, mutation, done, told }) => {
    const state = done
      ? 'done'
      : kept.has(mutation.id)
        ? 'queued'
        : told === undefined
          ? undefined
          : 'rejected';
    if (state === undefined) return [];
    const { resource, kind } = mutation;
    const recordId = mutation.recordId ?? temporaryId(mutation.id);
    const entry = {
      seq,
      id: mutation.id,
      schemaVersion: SCHEMA_VERSION,
      ownerId: '',
      branchId: '',
      operation: { resource, kind, recordId: serverId(recordId) ?? recordId },
      ...(kind === 'create' && { operation: { resource, kind, recordId } }),
      body: kind === 'update' ? changed(mutation.before, mutation.body) : mutation.body,
      sent: { method: 'POST', path: '/' },
      state,
      entityKey: '',
      dependsOn: [],
      createdAt: 0,
      acknowledgedAt: seq,
      ...(told !== undefined && { lastError: told }),
      ...(typeof done === 'object' && { result: done }),
    };
    return [readEntry(entry)];
  });
}

const shown = new Map<string, Row>();

/** Implements the commands of a device with TanStack DB's offline transactions. */
export const device: DeviceImplementation = {
  signIn: (tokens) => {
    session.tokens = tokens;
  },
  isSignedIn: () => session.tokens !== undefined,
  flush: () => undefined,
  signOut: () => {
    const { tokens } = session;
    session.tokens = undefined;
    shown.clear();
    return tokens && areValid(tokens) ? tokens : undefined;
  },
  endSession: (part) => {
    const { tokens } = session;
    if (!tokens) return false;
    session.tokens = endedTokens(tokens, part);
    return true;
  },
  openTab,
  closeTab: (number) => {
    tabOf(number).kill();
    tabs.delete(number);
  },
  save: async (number, mutation) => {
    if (!session.tokens) return { outcome: 'not-stored' };
    lastSeq += 1;
    handed.set(mutation.id, { seq: lastSeq, tab: number, mutation });
    if (!tabOf(number).save(mutation)) {
      handed.delete(mutation.id);
      return { outcome: 'not-stored' };
    }
    const recordId = mutation.recordId ?? temporaryId(mutation.id);
    return { outcome: 'stored', seq: lastSeq, recordId, merged: false };
  },
  send: (numbers) => {
    for (const number of numbers) notify(number);
  },
  sendUntilKilled: async (number, answers) => {
    let remaining = answers;
    const tab = tabOf(number);
    await new Promise<void>((resolve) => {
      watchAnswers(() => {
        remaining -= 1;
        if (remaining === 0) resolve();
      });
      notify(number);
      // Without anything to send there is no answer.
      setTimeout(resolve, 10_000);
    });
    watchAnswers(() => undefined);
    tab.kill();
    tabs.delete(number);
  },
  passTime: (milliseconds) => passTime(milliseconds),
  setClockError: (milliseconds) => setClockError(milliseconds),
  entries,
  changedEntries: async () => {
    const changed = await entries();
    const left = new Set(changed.map(({ seq }) => seq));
    const gone = [...handed.values()].map(({ seq }) => seq).filter((seq) => !left.has(seq));
    return { changed, gone };
  },
  retry: () => undefined,
  discard: (id) => {
    for (const [key, one] of handed)
      if (key === id && one.told !== undefined && !one.done) handed.delete(key);
    return undefined;
  },
  show: async (name, id) => {
    const resource = resourceOf(name);
    const key = `${name} ${id}`;
    const answer = await call({ method: 'GET', path: `${resource.path}${id}/` }).catch((error: unknown) =>
      error instanceof NonRetriableError ? null : undefined,
    );
    if (answer === null) shown.delete(key);
    const read = recordSchema(resource).safeParse(answer);
    if (read.success) shown.set(key, read.data);
    return shown.get(key);
  },
  reopen: () => undefined,
};
