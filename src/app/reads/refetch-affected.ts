import { partialMatchKey, type Query, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { keys } from '#app/cache/query-keys.ts';
import { type OutboxEntry, writtenResources } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';
import { collectionResources } from '#contract/collections.ts';
import type { FieldMap } from '#contract/fields.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';

const MAX_DELAY = 1_000;

/** Memoized: hundreds of entries are compared whenever one of them changes. */
const stateKeyOf = memoizeBy(({ id, state }: OutboxEntry) => `${id} ${state}`);

const refersTo = (fields: FieldMap) => Object.values(fields).flatMap((field) => field.refersTo ?? []);

/** Queries of the resource, related resources, the ones it settles, and the figures. */
export function affectedBy(name: string): (readonly string[])[] {
  const { outdates } = writeOf(name) ?? {};
  if (outdates) return [outdates === 'receipts' ? keys.receipts : keys.resource(outdates)];
  if (!isResourceName(name)) return [];
  const resource = resourceOf(name);
  const related = allResourceNames.filter(
    (other) => refersTo(resource.fields).includes(other) || refersTo(resourceOf(other).fields).includes(name),
  );
  // A refund changes what remains on any of them (decision 131).
  const paidFor = resource.givesBack ? collectionResources : [];
  const names: readonly string[] = [
    ...new Set([name, ...related, ...paidFor, ...(resource.settles ?? []).map(({ kind }) => kind)]),
  ];
  return [
    ...names.map(keys.resource),
    ...(resource.cash ? [keys.figures, keys.branch] : []),
    ...(resource.movesCash ? [keys.drawers] : []),
    ...(resource.installment ? [keys.receipts] : []),
  ];
}

/**
 * Refetches after entries were settled, or need a decision, in any tab. Runs after the sender, or every second of a
 * long one.
 */
export function refetchAffected(client: QueryClient): () => void {
  let previousStates: ReadonlySet<string> | undefined;
  const settled = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => {
    clearTimeout(timer);
    timer = undefined;
    const affected = new Map([...settled].flatMap(affectedBy).map((key) => [key.join(), key]));
    settled.clear();
    for (const queryKey of affected.values()) {
      // Refetch the figures also without an observer: offline, the last ones are all there is.
      const refetchType = queryKey[0] === keys.figures[0] ? 'all' : 'active';
      void client.invalidateQueries({ queryKey, refetchType });
    }
  };
  const check = () => {
    const { rows: entries, loaded } = outboxView();
    if (!loaded) return;
    // A user who must decide whether an entry arrived checks the list. It must be newer than the attempt
    // (decision 5).
    const states = new Set<string>();
    for (const entry of entries) {
      if (entry.state !== 'done' && !entry.asksPerson) continue;
      const stateKey = stateKeyOf(entry);
      states.add(stateKey);
      // What was acknowledged before this start is left to `invalidateOutdated`; entries awaiting a decision
      // are always refetched.
      if (previousStates ? previousStates.has(stateKey) : entry.state === 'done') continue;
      for (const resource of writtenResources(entry)) settled.add(resource);
    }
    previousStates = states;
    if (settled.size === 0) return;
    if (!entries.some(({ state }) => state === 'sending')) refresh();
    else timer ??= setTimeout(refresh, MAX_DELAY);
  };
  check();
  const unsubscribe = onOutboxChange(check);
  return () => {
    unsubscribe();
    clearTimeout(timer);
  };
}

/** Milliseconds that one read takes at most. */
const READ_TIME = 30_000;

const interval = z.object({ began: z.number() });

/**
 * A snapshot knows when its read began; any other answer counts as read slowly.
 * @param timestamp of the logical clock
 */
function isReadBefore({ state }: Query, timestamp: number): boolean {
  const began = interval.safeParse(state.data).data?.began ?? state.dataUpdatedAt - READ_TIME;
  return state.data !== undefined && began <= timestamp;
}

const newestOf = new WeakMap<readonly OutboxEntry[], ReadonlyMap<string, number>>();

/** Logical timestamps by resource. */
function newestAcknowledged(entries: readonly OutboxEntry[]): ReadonlyMap<string, number> {
  const cached = newestOf.get(entries);
  if (cached) return cached;
  const newest = new Map<string, number>();
  for (const { state, acknowledgedAt = 0, operation } of withLines(entries))
    if (state === 'done')
      newest.set(operation.resource, Math.max(acknowledgedAt, newest.get(operation.resource) ?? 0));
  newestOf.set(entries, newest);
  return newest;
}

/**
 * Invalidates hydrated queries that were read before an entry was acknowledged, until stopped. A reload forgets that
 * they were to be refetched.
 */
export function invalidateOutdated(client: QueryClient): () => void {
  const isOutdated = (query: Query) =>
    [...newestAcknowledged(outboxView().rows)].some(
      ([resource, at]) =>
        isReadBefore(query, at) && affectedBy(resource).some((key) => partialMatchKey(query.queryKey, key)),
    );
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    const hydrated = event.type === 'added' || (event.type === 'updated' && event.action.type === 'setState');
    if (hydrated && !event.query.state.isInvalidated && isOutdated(event.query)) event.query.invalidate();
  });
  let started = false;
  const start = () => {
    if (started || !outboxView().loaded) return;
    started = true;
    // A read that is under way began after this page was loaded.
    void client.invalidateQueries({ predicate: isOutdated }, { cancelRefetch: false });
  };
  start();
  const stopWaiting = onOutboxChange(start);
  return () => {
    unsubscribe();
    stopWaiting();
  };
}
