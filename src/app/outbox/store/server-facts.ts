import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { branchDetails } from '#contract/branch.ts';
import { paths } from '#contract/http.ts';
import type { OutboxDb } from './outbox-db.ts';

const metadataKey = (owner: Owner) => `idempotency ${ownerKey(owner)}`;

/**
 * Returns whether the server supports idempotency keys, as it last declared (decision 5); undefined before
 * that.
 */
export async function supportsIdempotency(db: OutboxDb, owner: Owner): Promise<boolean | undefined> {
  const stored = await db.facts.get(metadataKey(owner)).catch(() => undefined);
  return typeof stored?.value === 'boolean' ? stored.value : undefined;
}

/** Stores whether the server supports idempotency keys. Never throws. */
export async function rememberIdempotency(db: OutboxDb, owner: Owner, idempotent: boolean): Promise<void> {
  await db.facts.put({ key: metadataKey(owner), value: idempotent }).catch(() => undefined);
}

export type ProbeResult =
  | { readonly reached: true; readonly idempotent: boolean }
  | { readonly reached: false; readonly unauthenticated: boolean };

/**
 * Probes the server with a read of the branch, before any write is risked on a connection that was down.
 * Never throws.
 */
export async function probeServer(db: OutboxDb, owner: Owner): Promise<ProbeResult> {
  const call = { method: 'GET', path: paths.branch, expectOwner: ownerKey(owner) } as const;
  try {
    const { idempotency } = await request({ ...call, answer: branchDetails });
    await rememberIdempotency(db, owner, idempotency);
    return { reached: true, idempotent: idempotency };
  } catch (error) {
    return { reached: false, unauthenticated: error instanceof ApiError && error.kind === 'unauthenticated' };
  }
}
