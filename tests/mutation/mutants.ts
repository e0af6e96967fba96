import type { Change } from '../support/source-copy.ts';
import type { NamedTest } from './run-test.ts';

/** Describes a source change that removes one protection, and the test that must then fail. */
export interface Mutant extends NamedTest {
  /** Number of the fault in docs/offline-protocol.md; 1,000 and that of their decision for rules of the desk. */
  readonly fault: number;
  /** The protection that the mutant removes. */
  readonly guards: string;
  /** Source changes that remove it; each snippet occurs once in its file. */
  readonly replacements: readonly Change[];
}

/** By fault. Of each: a line with number and guard, one with its test, one a replacement: file, text, arrow, other text (⏎: line feed). */
const table = `
1 the retry carries the key of the first attempt
  tests/app/outbox/network-faults.test.ts: 1 committed
  src/app/outbox/sender/send-entry.ts: idempotencyKey: entry.id → idempotencyKey: crypto.randomUUID()
2 an attempt without an answer times out after 20 seconds
  tests/app/outbox/network-faults.test.ts: 2 timeout
  src/app/api/send-request.ts: 20_000 → 20_000_000
3 a mutation is stored before it is sent
  tests/app/outbox/multi-tab.test.ts: 3 killed after enqueue
  src/app/outbox/store/enqueue.ts: await db.outbox.add(entry) → 1
4 a stale claim becomes outcome unknown and is retried
  tests/app/outbox/multi-tab.test.ts: 4 killed mid-send
  src/app/outbox/sender/send-entries.ts: entry.state === 'sending' && → entry.state === 'auth' &&
5 a retry with the same key gets the same answer
  tests/app/outbox/multi-tab.test.ts: 5 killed between
  src/app/outbox/sender/send-entry.ts: idempotencyKey: entry.id → idempotencyKey: crypto.randomUUID()
6 one mutation id creates one entry
  tests/app/outbox/multi-tab.test.ts: 6 double tap
  src/app/outbox/store/enqueue.ts: if (!stored) return → if (stored !== null) return
7 a claim checks the entry's state in its own transaction
  tests/app/outbox/multi-tab.test.ts: 7 two tabs
  src/app/outbox/sender/send-entries.ts: chosen[index]?.id || (entry.state !== 'queued' && entry.state !== 'unknown') → chosen[index]?.id
  src/app/outbox/sender/send-entries.ts: let changed = run.takeChanged() || last.outdated; → let changed = false;
8 the new holder of the leader lock takes over entries in flight at once
  tests/app/outbox/multi-tab.test.ts: 8 lock holder
  src/app/outbox/sender/send-entries.ts: (exclusive || → (
9 a leader lock without a heartbeat is taken over
  tests/app/outbox/multi-tab.test.ts: 9 lock holder
  src/app/lib/leader-lock.ts: const FROZEN_AFTER = 60_000 → const FROZEN_AFTER = 60_000_000
10 only the holder of the current claim may settle an entry
  tests/app/outbox/multi-tab.test.ts: a settled row can be told
  src/app/outbox/sender/settle.ts: entry.claim.token === claimed.claim?.token → true
11 claims expire in browsers without Web Locks
  tests/app/outbox/multi-tab.test.ts: 11 no Web Locks
  src/app/outbox/sender/send-entries.ts: const CLAIM_LIFETIME = 60_000 → const CLAIM_LIFETIME = 60_000_000
12 a running sender picks up new entries, and runs again
  tests/app/outbox/multi-tab.test.ts: 12 enqueue while
  src/app/outbox/sender/sender.ts: takeChanged: () => this.#takeChanged() → takeChanged: () => false
  src/app/outbox/sender/sender.ts: this.#requests.push({ force, done }); → if (this.#running) return done(); this.#requests.push({ force, done });
13 entries stored by another tab appear in this one
  tests/e2e/storage-faults.e2e.ts: 13 a second tab
  src/app/outbox/store/outbox-subscription.ts: Dexie.on('storagemutated', onMutation); →
14 a failed request counts as offline, whatever onLine says
  tests/app/outbox/network-faults.test.ts: 14 onLine true
  src/app/api/send-request.ts: throw new ApiError('transient'); → throw new ApiError('rejected');
15 the sender does not consult navigator.onLine
  tests/app/outbox/network-faults.test.ts: 15 onLine false
  src/app/outbox/sender/sender.ts: if (this.#stopped) return Promise → if (this.#stopped || !navigator.onLine) return Promise
16 an offline save is queued and not reported as an error
  tests/app/outbox/save.test.ts: 16 offline
  src/app/outbox/sender/save.ts: return { outcome: 'queued', recordId }; → return { outcome: 'rejected', fields: [] };
17 a success must match the contract's schema
  tests/app/outbox/network-faults.test.ts: 17 captive portal
  src/app/api/send-request.ts: throw new ApiError('transient', { status: response.status });⏎} → return response.body as z.output<S>;⏎}
18 a redirect does not count as an answer
  tests/app/outbox/network-faults.test.ts: 18 redirect
  src/app/api/send-request.ts: throw new ApiError('transient'); → throw new ApiError('rejected');
19 a server error is retried
  tests/app/outbox/network-faults.test.ts: 19 500
  src/app/api/api-error.ts:  || status >= 500) return → ) return
20 the sender waits as long as Retry-After asks
  tests/app/outbox/network-faults.test.ts: 20 429
  src/app/api/backoff.ts: return Math.max(requested,  → return Math.max(0, 
21 a 409 for a request in progress is retried
  tests/app/outbox/network-faults.test.ts: 21 409
  src/app/api/api-error.ts: if (status === 409 && retryAfter) → if (status === 409 && !status)
22 an attempted entry keeps its request bytes
  tests/app/outbox/network-faults.test.ts: 22 same key, changed body: a tried
  src/app/outbox/sender/send-entries.ts: sent: fixed ?? buildRequest( → sent: buildRequest(
23 an expired access token is refreshed
  tests/app/outbox/multi-user.test.ts: 23 401
  src/app/api/client.ts: if (!isUnauthenticated(first)) return first; → return first;
24 an entry waits while its owner is signed out
  tests/app/outbox/multi-user.test.ts: 24 401
  src/app/outbox/sender/settle.ts: state: 'auth', lastStatus: 401 → state: 'rejected', lastStatus: 401
25 a token refresh without an answer does not sign the user out
  tests/app/outbox/multi-user.test.ts: 25 refresh
  src/app/api/client.ts: let refreshed = await refreshSession(session).catch(toTransient401); → let refreshed = await refreshSession(session).catch((error) => { clearTokens(); throw error; });
26 the token refreshed by another tab is reused
  tests/app/api/client.test.ts: 26 two tabs refresh together: the second
  src/app/api/refresh-session.ts: if (stored) return stored; →
27 a 403 requires user action
  tests/app/outbox/ordering.test.ts: 27 403
  src/app/api/api-error.ts:   return 'rejected'; →   return status === 403 ? 'transient' : 'rejected';
28 a rejected entry delays only its dependents
  tests/app/outbox/ordering.test.ts: 28 422
  src/app/outbox/sender/send-entries.ts: if (!isPending(entry)) continue; → if (entry.state === 'rejected') break;
29 dependents of a rejected entry are not sent
  tests/app/outbox/ordering.test.ts: 29 a rejected dependency
  src/app/outbox/store/stored-entries.ts: const blocked = entry.dependsOn.some( → const blocked = [].some(
82 what refers to a create that is taken back is not sent
  tests/app/outbox/ordering.test.ts: 82 what refers
  src/app/outbox/store/dependents.ts:   await rejectDependents(db, entry); →
83 a create keeps the id of its record under another key
  tests/app/outbox/ordering.test.ts: 83 a create that was refused
  src/app/outbox/model/ids.ts: recordId ?? rejectedIds?.[0] ?? id → recordId ?? id
84 nothing refers to a pending record where the server names records
  tests/app/outbox/server-names-records.test.ts: 84 a pending record
  src/app/api/strategies.ts: declared?.client_ids !== false → declared !== null
31 sign-out counts the entries that stay on the device
  tests/app/outbox/multi-user.test.ts: 31 log out with pending rows: they stay
  src/app/outbox/sender/sign-out.ts: if (entry.state === 'done') continue; → if (entry.id) continue;
32 entries are sent only by their owner
  tests/app/outbox/multi-user.test.ts: 32 user B
  src/app/outbox/store/stored-entries.ts: .where('[ownerId+state]').equals([ownerId, state]) → .filter((entry) => entry.state === state && ownerId !== '')
  src/app/outbox/store/stored-entries.ts: entry.ownerId !== owner.ownerId && entry.ownerId !== '' → false
  src/app/outbox/sender/send-entry.ts: , expectOwner: ownerKey(owner) } →  }
  src/app/outbox/store/stored-entries.ts: entry.branchId === owner.branchId → entry.branchId !== undefined
33 a token is refreshed only for the user it belonged to
  tests/app/outbox/multi-user.test.ts: 33 switch during a send: a 401
  src/app/api/refresh-session.ts: if (!current || ownerKey(current.owner) !== ownerKey(stale.owner)) → if (!current)
34 entries of another branch are quarantined
  tests/app/outbox/multi-user.test.ts: 34 other branch
  src/app/outbox/store/stored-entries.ts: return { ...entry, state: 'blocked', quarantined: 'other-branch' }; → return entry;
35 a mutation that was not stored is not reported as saved
  tests/app/outbox/save.test.ts: 35 quota
  src/app/outbox/sender/save.ts: .catch(() => undefined);⏎  return withTimeout → .catch(() => ({ outcome: 'stored', seq: 1, recordId: 'x', merged: false }) as const);⏎  return withTimeout
36 the query cache frees storage when its quota is exceeded
  tests/app/cache/query-persister.test.ts: 36 quota on cache write
  src/app/cache/device/query-persister.ts: if (!isQuota(error)) return; → if (error) return;
37 waiting for a hanging IndexedDB times out
  tests/app/outbox/save.test.ts: 37 IndexedDB
  src/app/outbox/sender/save.ts: const STORE_TIMEOUT = 8_000 → const STORE_TIMEOUT = 8_000_000
38 a failed database open is retried at the next use
  tests/app/outbox/storage-faults.test.ts: 38 a database that does not open
  src/app/cache/device/device-db.ts: if (this.hasFailed() && → if (this.hasFailed() === undefined &&
38 only a committed mutation is reported as saved
  tests/app/outbox/storage-faults.test.ts: 38 connection lost in the middle
  src/app/outbox/sender/save.ts: .catch(() => undefined);⏎  return withTimeout → .catch(() => ({ outcome: 'stored', seq: 1, recordId: 'x', merged: false }) as const);⏎  return withTimeout
39 an upgrade blocked by another window is reported
  tests/app/outbox/storage-faults.test.ts: 39 a window that does not let go
  src/app/cache/device/device-db.ts: this.#upgradeBlocked = true; →
  src/app/cache/device/device-db.ts:  || (await isOlder(this)) →
39 a window closes its database when a newer version upgrades it
  tests/app/outbox/storage-faults.test.ts: 39 an old window
  src/app/cache/device/device-db.ts: this.#onProblem = onProblem; → this.#onProblem = onProblem;⏎    this.on('versionchange', () => false);
39 a window that closed for an upgrade does not ask for its own version
  tests/app/outbox/storage-faults.test.ts: 39 after the upgrade an old window
  src/app/cache/device/device-db.ts: isUpgraded() ? undefined : version → version
39 a window queued behind a blocked upgrade reports it
  tests/app/outbox/storage-faults.test.ts: says that a window must be closed, and goes on by itself
  src/app/cache/device/device-db.ts:  || (await isOlder(this)) →
39 a window that closed its own database reports it as well
  tests/app/outbox/storage-faults.test.ts: also where it is of the old version itself
  src/app/cache/device/device-db.ts: this.#closedForUpgrade || (await → (await
40 entries of a newer build are quarantined
  tests/app/outbox/multi-tab.test.ts: 40 old code
  src/app/outbox/model/entry.ts: if (entry.schemaVersion > SCHEMA_VERSION) → if (entry.schemaVersion > 1_000_000)
41 entries of an unknown resource are quarantined
  tests/app/outbox/multi-tab.test.ts: 40 old code
  src/app/outbox/model/entry.ts: if (!isKnown(entry)) → if (entry.seq < 0)
42 unreadable entries are quarantined and shown
  tests/app/outbox/multi-tab.test.ts: 40 old code
  src/app/outbox/store/stored-entries.ts: entry.ownerId !== owner.ownerId && entry.ownerId !== '' → entry.ownerId !== owner.ownerId
43 a retry time set by a wrong clock is ignored
  tests/app/outbox/multi-tab.test.ts: 43 clock jumps
  src/app/api/backoff.ts:  || nextAttemptAt - now > MAX_RETRY_AFTER →
39 two app versions work side by side in one browser
  tests/e2e/updates.e2e.ts: two versions work
  src/app/cache/device/device-db.ts: this.#onProblem = onProblem; → this.#onProblem = onProblem;⏎    this.on('versionchange', () => false);
44 an update does not reload over unsaved changes
  tests/app/lib/app-update.test.ts: 44 update accepted
  src/app/lib/app-update.ts: if (await hasUnsavedChanges()) return 'unsaved'; →
44 a tab updated from another tab reloads when idle
  tests/app/lib/app-update.test.ts: 44 accepted elsewhere
  src/app/lib/app-update.ts: void whenReloadAllowed().then(() => location.reload()); → location.reload();
44 no update is offered while a form has changes
  tests/e2e/updates.e2e.ts: 44 an update waits
  src/app/shell/notices.tsx: if (hidden) return null; →
45 a page with a missing chunk retries once the server is reachable
  tests/app/ui/error-notice.test.tsx: 45 missing chunk
  src/app/ui/error-notice.tsx: return whenReachable(tryAgain); →
45 a missing chunk reloads the page only once
  tests/app/ui/error-notice.test.tsx: 45 it does not reload
  src/app/api/chunk-load-error.ts: if (sessionStorage.getItem(RELOADED_FOR_KEY) === location.href) return false; →
45 a missing chunk does not reload the page offline
  tests/app/api/chunk-load-error.test.ts: never reloads offline
  src/app/api/chunk-load-error.ts:  || navigator.onLine === false →
46 in a browser: an eviction of pending entries is reported
  tests/e2e/storage-faults.e2e.ts: 46 storage evicted
  src/app/sync-center/device-entries/announce-entries.ts: if (!stopped) evictedOnDevice.set(answer.lost); →
46 an eviction of pending entries is reported
  tests/app/sync-center/device-entries.test.tsx: 46 is listed
  src/app/sync-center/device-entries/announce-entries.ts: if (!stopped) evictedOnDevice.set(answer.lost); →
46 evicted entries are not shown as pending
  tests/app/outbox/storage-faults.test.ts: 46 storage evicted
  src/app/outbox/store/outbox-subscription.ts: db.on('close', onClose); →
47 a key that the server may have forgotten is not retried automatically
  tests/app/outbox/storage-faults.test.ts: 47 a key older
  src/app/api/strategies.ts: Math.abs(now - (firstSentAt ?? now)) < KEY_LIFETIME → true
48 a rejected overpayment requires user action
  tests/app/outbox/ordering.test.ts: 48 the enrolment
  src/app/api/api-error.ts:   return 'rejected'; →   return 'transient';
49 a read that began after the answer includes the entry
  tests/app/outbox/dependency-chains.test.ts: 49 refetch
  src/app/outbox/model/visibility.ts: return 'in'; → return 'out';
50 limited parallelism lets reads through while hundreds of entries are sent
  tests/e2e/storage-faults.e2e.ts: 50 while
  src/app/outbox/sender/send-entries.ts: const PARALLEL = 4; → const PARALLEL = 500;
51 a change carries the base of what was touched
  tests/app/outbox/changes.test.ts: 51 note on a stale form
  src/app/outbox/sender/send-entry.ts: , ...(base && { [BASE]: changeToMerge(entry).base }) →
52 a conflict is kept with its three values
  tests/app/outbox/changes.test.ts: 52 both change the same amount
  src/app/outbox/sender/settle.ts: changedMeanwhile: sendResult.changedMeanwhile, →
53 only what differs from the shown record is a change, upon what was shown
  tests/app/outbox/changes.test.ts: 53 both change different fields
  src/app/outbox/store/entry-change.ts: return changeOf(changeableFields(resource, before, body), before, body); → return { base: body, yours: body };
54 a delete names the version that was shown, or is compared on the device
  tests/app/outbox/changes.test.ts: 54 delete of a record that changed
  src/app/outbox/sender/send-entry.ts: ...(known && { ifMatch: versionTag(version) }), →
  src/app/api/strategies.ts: ({ method, ifMatch }) => method === 'DELETE' && ifMatch === undefined → () => false
55 a delete follows an own change only if its user saw the result
  tests/app/outbox/changes.test.ts: 55 delete while another edits it: the change that its own one met
  src/app/outbox/store/entry-change.ts: const seen = differences(resourceOf(operation.resource), before, record).length === 0; → const seen = true;
56 untouched fields of an open form follow the newest record
  tests/app/resources/newer-record.test.tsx: 56 open and clean
  src/app/resources/form/newer-record.tsx: form.resetField(name, { defaultValue: shown[name] }); →
57 touched fields that changed elsewhere need a choice
  tests/app/resources/newer-record.test.tsx: 57 open and touched: both values
  src/app/resources/form/newer-record.tsx: else conflicts.add(name); →
58 a rejected entry is removed only when the form has shown it
  tests/app/outbox/outcomes.test.ts: 58 a refusal that nobody
  src/app/outbox/sender/save.ts: return {⏎    outcome: 'rejected',⏎    detail: lastError, → if (!merged) void removeRejected(entry);⏎  return {⏎    outcome: 'rejected',⏎    detail: lastError,
58 a corrected form replaces the rejected entry that still stands
  tests/app/outbox/outcomes.test.ts: 58 a form that corrects
  src/app/outbox/store/enqueue.ts: (await standingRejection(db, owner, mutation.rejectedIds ?? [])) → undefined
59 a form that was left opens no other screen
  tests/app/resources/left-form.test.tsx: 59 success after
  src/app/resources/form/saving.ts: if (mounted.current) onDone( → onDone(
59 a form calls nobody back who is on the way to another screen
  tests/app/resources/left-form.test.tsx: 59 success while
  src/app/resources/form/form-page.tsx: if (navigating.current) return; →
60 a delete that is under way offers no cancellation
  tests/app/resources/left-form.test.tsx: 60 delete cancelled
  src/app/ui/confirm-delete.tsx: {deleting ? appMessages.close : appMessages.cancel} → {appMessages.cancel}
61 what a restore has lost is recognised by its key
  tests/app/outbox/server-restored.test.ts: 61 server restored
  src/app/outbox/sender/after-restore.ts: const missing = acknowledged.filter(({ id }) => !known.has(id)); → const missing = acknowledged.filter(() => false);
80 a lost delete is compared with the record as it was shown
  tests/app/outbox/after-restore.test.ts: 80 an enrolment that was deleted
  src/app/outbox/sender/after-restore.ts: ...withoutVersion(entry),⏎  ...RESET_FIELDS → ...entry,⏎  ...RESET_FIELDS
80 what was lost is sent again in its order
  tests/app/outbox/after-restore.test.ts: 80 an enrolment that was deleted
  src/app/outbox/sender/after-restore.ts: dependsOn: afterLost(entry, lost), → dependsOn: [],
80 a cancelled payment is offered with its cancellation
  tests/app/outbox/after-restore.test.ts: 80 a payment that was cancelled
  src/app/outbox/sender/after-restore.ts: if (entry.operation.kind !== 'delete' || isCancellation(entry)) continue; → if (entry.operation.kind !== 'delete') continue;
81 calls that a restore has undone are named
  tests/app/shell/lost-writes.test.tsx: 81 is named
  src/app/outbox/sender/after-restore.ts: ...lostCalls] → ]
65 what is typed is written to the device
  tests/app/resources/left-form.test.tsx: 65 a page that is reloaded
  src/app/kept-input/form-input.ts: this.#timer ??= setTimeout(() => this.flush(), WRITE_INTERVAL); →
65 input that was saved is not offered
  tests/app/kept-input/kept-input.test.ts: 65 input that was saved
  src/app/kept-input/form-input.ts: if (await entryOfMutation(db, owner, ids.current)) return true; →
66 nothing is kept for a user who is not signed in
  tests/app/kept-input/kept-input.test.ts: 66 nothing is kept
  src/app/kept-input/kept-input.ts: if (!isSignedIn(owner.ownerId)) return; →
66 log out asks while a form of another window is not saved
  tests/app/shell/log-out-dialog.test.tsx: 66 log-out in another tab
  src/app/shell/leave-dialog.tsx:  && !unsavedHere && !unsavedElsewhere →
69 a device names the last version that it knows when it opens the stream again
  tests/app/events/change-source.test.ts: 69 is opened again
  src/app/events/stream-connection.ts: since === undefined ? '' → since !== null ? ''
69 a stream that brings nothing is replaced by a poll
  tests/app/events/change-source.test.ts: 69 and buffered by a proxy
  src/app/events/change-source.ts: pollTimer ??= setTimeout(startPoll, POLL_AFTER); →
69 an event that does not follow the last one means that something was missed
  tests/app/events/shared-events.test.ts: 69 an event that does not follow
  src/app/events/shared-events.ts:  && event.since === known →
69 a tab that was hidden compares its version with that of the device
  tests/app/events/shared-events.test.ts: 69 a tab that was hidden while something changed
  src/app/events/shared-events.ts:  || event.version !== known →
69 the server says whether anything was written since the version that a device names
  tests/server/api/events.test.ts: tells that anything may have changed after a missed write
  src/server/events/branch-channel.ts: since === version ? → since !== undefined ?
69 a write of which nothing is known means that anything may have changed
  tests/server/events/branch-channel.test.ts: are told that anything may have changed when
  src/server/events/branch-channel.ts: if (changes > before && before < named_since) return undefined; →
70 devices return at random moments of the time that the server asks for
  tests/app/events/change-source.test.ts: 70 is met by its devices
  src/app/events/stream-connection.ts: const spread = this.#spread * random; → const spread = 0;
70 the wait between two tries is random
  tests/app/events/change-source.test.ts: 70 that takes long
  src/app/api/backoff.ts: Math.round(span * random) → span
71 only the same body is the same mutation
  tests/app/outbox/outcomes.test.ts: 71 same id, corrected body: an entry
  src/app/outbox/store/enqueue.ts: isSameBody(entry, mutation) → true
72 a restored form reads its record again
  tests/app/resources/left-form.test.tsx: 72 a page that
  src/app/resources/form/newer-record.tsx: if (persisted) → if (!persisted)
72 a restored page reads the session again
  tests/app/resources/left-form.test.tsx: 72 a restored form
  src/app/api/session.ts: if (persisted) → if (!persisted)
72 a restored page reads the outbox again
  tests/app/outbox/outcomes.test.ts: 72 a restored page
  src/app/outbox/store/outbox-subscription.ts: if ('all' in parts) return 'any'; →
73 a later change is sent upon the base of its own form
  tests/app/outbox/changes.test.ts: 73 two tabs edit one field
  src/app/outbox/sender/send-entry.ts: , ...(base && { [BASE]: changeToMerge(entry).base }) →
74 the device merges before it sends, and asks where both changed
  tests/app/outbox/changes.test.ts: 74 a plain host without versions: the user is asked
  src/app/outbox/sender/merge-on-device.ts: if (Object.keys(conflicts).length > 0) return changed(409, current, conflicts); →
64 cached answers do not expire while the server cannot be reached
  tests/app/cache/query-persister.test.ts: 64 fifteen days
  src/app/cache/device/query-persister.ts: if (!cached || cached.data === undefined) return undefined; → if (!cached || cached.dataUpdatedAt < Date.now() - 604_800_000) return undefined;
64 a picker of which nothing is kept offers no new record
  tests/app/fields/reference.test.tsx: 64 says so
  src/app/fields/reference.tsx:  && !nothingKept;⏎  const count → ;⏎  const count
67 a refusal that is not the server's is tried again
  tests/app/outbox/network-faults.test.ts: 67 something between
  src/app/api/api-error.ts: if (!contract || status < 400 || status >= 500) return 'transient'; → if (status < 400 || status >= 500) return 'transient';
63 a slow connection is prefetched too
  tests/app/reads/prefetch.test.ts: 63 slow line
  src/app/reads/prefetch.ts: networkInformation.safeParse(navigator.connection).data?.saveData === true → networkInformation.safeParse(navigator.connection).success
62 a day of a clock that is known to be wrong is not stamped
  tests/app/outbox/known-time.test.ts: 62 a clock that is
  src/app/outbox/sender/send-entry.ts: if (entry.clockWrong || isClockWrong()) return true; →
62 a day before a known moment is not stamped
  tests/app/outbox/known-time.test.ts: 62 clock back before the first tick
  src/app/outbox/sender/send-entry.ts: created < dayAt(entry.knownAt) → created > dayAt(entry.knownAt)
68 a direct send carries the key of the form
  tests/app/outbox/save.test.ts: 68 after a lost answer
  src/app/outbox/sender/save.ts: newEntry(mutation, owner, [], Date.now()) → newEntry({ ...mutation, id: crypto.randomUUID() }, owner, [], Date.now())
78 a refusal for the role proves nothing about an approved attempt
  tests/app/outbox/unknown-outcome.test.ts: 78 that never arrived
  src/app/outbox/sender/settle.ts: status === 403 ||  →
78 an approval that the server did not take stays with its entry
  tests/app/outbox/unknown-outcome.test.ts: 78 the approval leaves the device with the attempt
  src/app/outbox/sender/settle.ts: approval !== undefined && settled.state === 'queued' → false
75 a press has the id of the one whose answer was lost
  tests/app/calls/every-call.test.ts: 75 whose answer was lost is done once
  src/app/calls/online-call.ts: keptId(owner, screen) ?? approved?.key → approved?.key
75 another press under the id is told
  tests/app/calls/every-call.test.ts: 75 whose answer was lost refuses a press
  src/app/calls/online-call.ts: if (wasOther) throw new ApiError('rejected', { detail: messages.earlierDone }); →
76 the id of a press is stored before it leaves
  tests/app/features/closes.test.tsx: 76 whose answer was lost with its tab
  src/app/calls/online-call.ts: keepInput(owner, screen, id); →
77 a count names the close that it was begun after
  tests/app/features/closes.test.tsx: 77 that was made on another device
  src/app/features/closes/count-form.tsx: count.after !== undefined && count.after !== last → false
79 fields that make sense only together merge as one
  tests/app/outbox/promises.test.ts: 79 a promise that was withdrawn
  src/app/outbox/sender/send-entry.ts: changeToMerge(entry).base → base
1052 each print of a receipt has the next copy number
  tests/server/api/receipts.test.ts: are counted, the same key once
  src/server/receipts/receipts.ts: coalesce(max(copy), 0) + 1 → 1
1052 a print is not dated later than it arrived
  tests/server/api/receipts.test.ts: keep the time of the device
  src/server/receipts/receipts.ts: printedAt > scope.now ? scope.now : printedAt → printedAt
1054 a count names the close that it was counted after
  tests/server/api/closes.test.ts: is made once for one key
  src/server/db/schema/09-drawers.sql: if knows_last and it.previous_id → if false and it.previous_id
1054 a close with a difference waits for its reason
  tests/server/api/closes.test.ts: does not tell staff what is expected
  src/server/db/schema/09-drawers.sql: when it.expected = it.counted or it.reason is not null then → when true then
1054 what stays in the drawer is the float of the next close
  tests/server/api/closes.test.ts: expects what was received by kind
  src/server/db/schema/09-drawers.sql: select it.float + coalesce( → select coalesce(
1054 a close takes the lines of its own user only
  tests/server/api/closes.test.ts: is shown to its person and to managers alone
  src/server/db/schema/09-drawers.sql: and holder = it.user_id and close_id is null and money <> 0 → and close_id is null and money <> 0
1141 the same count of a period in which nothing moved is refused
  tests/server/api/closes.test.ts: 77 is not made again
  src/server/db/schema/09-drawers.sql: if it.counted = last.counted and → if false and
1141 a second count keeps the first
  tests/server/api/closes.test.ts: is not counted again after ten minutes
  src/server/db/schema/09-drawers.sql: and new.earlier_counts - (-1) = old.earlier_counts → or true
1056 an import stays when one of its records was changed
  tests/server/api/imports-long.test.ts: are taken back as a whole
  src/server/imports/run-import.ts: if (count > 0) throw conflict(messages.importTouched → if (count < 0) throw conflict(messages.importTouched
1056 an import stays when something hangs on its students
  tests/server/api/imports-long.test.ts: are taken back as a whole
  src/server/imports/run-import.ts: if (count > 0) throw conflict(messages.importUsed → if (count < 0) throw conflict(messages.importUsed
1106 a merge is undone only while nothing was written since
  tests/server/api/student-merges.test.ts: is undone with everything as it was
  src/server/merges/merges.ts: if (!merge.isUnchanged) throw conflict(messages.mergeNotUndoable); →
1106 an undo brings the merges back that were before it
  tests/server/api/student-merges.test.ts: is undone with everything as it was
  src/server/merges/merges.ts: if (merges.length > 0)⏎    await → if (merges.length < 0)⏎    await
1106 a merge is made of the versions that were compared
  tests/server/api/student-merges.test.ts: refuses the same student
  src/server/merges/merges.ts: assertVersion(before, versionOf(version)); →
1170 a debt of others shrinks only for money
  tests/contract/ledger/rights.test.ts: a debt that others recorded
  src/contract/ledger/rights.ts: if (!isOwn) return → if (Number.isNaN(0)) return
1170 money of others, of another day or of a close is not taken back
  tests/contract/ledger/rights.test.ts: money that others took in
  src/contract/ledger/rights.ts: !one.isNew && !one.isOwn)) → false))
1170 no more goes out for a payable than came in today by the method
  tests/contract/ledger/rights.test.ts: no more money goes out
  src/contract/ledger/rights.ts: left(today.filter((one) => one.method === method)) < 0n → false
1170 credit pays for its owner
  tests/contract/ledger/rights.test.ts: credit pays for its owner only
  src/contract/ledger/rights.ts: balanceOf('credit', used) < 0n → false
1170 rights are asked before a write commits
  tests/server/api/refunds.test.ts: of staff erases no debt
  src/server/db/branch-scope.ts: await check(); → void check;
`;

/** Splits "file: text" at its first colon. */
function partsOf(line: string): [file: string, text: string] {
  const [, file = '', text = ''] = /^ {2}(\S+?): (.*)$/.exec(line) ?? [];
  return [file, text.replaceAll('⏎', '\n')];
}

/** Reads the lines of one mutant. @throws {Error} where there is no arrow */
function mutantOf([head = '', named = '', ...changes]: readonly string[]): Mutant {
  const [, fault = '', guards = ''] = /^(\d+) (.*)$/.exec(head) ?? [];
  const [file, test] = partsOf(named);
  const replacements = changes.map((line): Change => {
    const [source, text] = partsOf(line);
    const [find, replace] = text.split(/ → | →$/);
    if (find === undefined || replace === undefined) throw new Error(`No replacement: ${line}`);
    return [source, find, replace];
  });
  return { fault: Number(fault), guards, file, test, replacements };
}

export const mutants: readonly Mutant[] = table
  .trim()
  .split(/\n(?=\d)/)
  .map((lines) => mutantOf(lines.split('\n')));

/** Lists the mutants of faults, without those of the desk's rules. */
export const faultMutants = mutants.filter(({ fault }) => fault < 1_000);
