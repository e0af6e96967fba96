import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { branchDetails } from '#contract/branch.ts';
import { paths } from '#contract/http.ts';
import type { OutboxDb } from './outbox-db.ts';

const factKey = (owner: Owner) => `idempotency ${ownerKey(owner)}`;

/** Whether the host knows a repeated write by its key, as it last said (decision 5); undefined before it did. */
export async function supportsIdempotency(db: OutboxDb, owner: Owner): Promise<boolean | undefined> {
  const fact = await db.facts.get(factKey(owner)).catch(() => undefined);
  return typeof fact?.value === 'boolean' ? fact.value : undefined;
}

/** Keeps what the host has just said about itself. Never throws. */
export async function rememberIdempotency(db: OutboxDb, owner: Owner, idempotent: boolean): Promise<void> {
  await db.facts.put({ key: factKey(owner), value: idempotent }).catch(() => undefined);
}

export type ProbeResult =
  | { readonly reached: true; readonly idempotent: boolean }
  | { readonly reached: false; readonly signIn: boolean };

/**
 * Asks the host for the branch: the cheapest question that proves it is the host, before any write is risked
 * on a connection that was down. Never throws.
 */
export async function probeServer(db: OutboxDb, owner: Owner): Promise<ProbeResult> {
  const call = { method: 'GET', path: paths.branch, expectOwner: ownerKey(owner) } as const;
  try {
    const { idempotency } = await request({ ...call, answer: branchDetails });
    await rememberIdempotency(db, owner, idempotency);
    return { reached: true, idempotent: idempotency };
  } catch (error) {
    return { reached: false, signIn: error instanceof ApiError && error.kind === 'sign-in' };
  }
}
