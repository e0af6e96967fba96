import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { reportGeneration } from '#app/api/server-version.ts';
import { type Owner, ownerKey } from '#app/api/session.ts';
import { type BranchDetails, branchDetails } from '#contract/branch.ts';
import { paths } from '#contract/http.ts';
import type { OutboxDb } from './outbox-db.ts';

export type WriteCapabilities = Pick<BranchDetails, 'client_ids' | 'idempotency' | 'merges'>;

const writeCapabilities = z.object({
  idempotency: z.boolean(),
  merges: z.boolean(),
  client_ids: z.boolean(),
});

const names = writeCapabilities.keyof().options;
const factKey = (name: (typeof names)[number], owner: Owner) => `${name} ${ownerKey(owner)}`;

export async function storedCapabilities(db: OutboxDb, owner: Owner): Promise<WriteCapabilities | undefined> {
  const stored = await db.facts.bulkGet(names.map((name) => factKey(name, owner))).catch(() => []);
  const [idempotency, merges, client_ids] = stored.map((fact) => fact?.value);
  return writeCapabilities.safeParse({ idempotency, merges, client_ids }).data;
}

const sessionsKey = (owner: Owner) => `sessions ${ownerKey(owner)}`;

/** As last declared (decision 48); false before that. */
export async function endsSessions(db: OutboxDb, owner: Owner): Promise<boolean> {
  const fact = await db.facts.get(sessionsKey(owner)).catch(() => undefined);
  return fact?.value === true;
}

/** Also reports the generation of the server's database. Never throws. */
export async function rememberCapabilities(
  db: OutboxDb,
  owner: Owner,
  declared: WriteCapabilities & Pick<BranchDetails, 'generation'> & Partial<Pick<BranchDetails, 'sessions'>>,
): Promise<void> {
  reportGeneration(declared.generation);
  const facts = names.map((name) => ({ key: factKey(name, owner), value: declared[name] }));
  const sessions = { key: sessionsKey(owner), value: declared.sessions === true };
  await db.facts.bulkPut([...facts, sessions]).catch(() => undefined);
}

export type ProbeResult =
  | { readonly reached: true; readonly declared: WriteCapabilities }
  | { readonly reached: false; readonly unauthenticated: boolean };

/** Reads the branch before any write is risked on a connection that was down. Never throws. */
export async function probeServer(db: OutboxDb, owner: Owner): Promise<ProbeResult> {
  const call = { method: 'GET', path: paths.branch, expectOwner: ownerKey(owner) } as const;
  try {
    const declared = await request({ ...call, answer: branchDetails });
    await rememberCapabilities(db, owner, declared);
    return { reached: true, declared };
  } catch (error) {
    return { reached: false, unauthenticated: error instanceof ApiError && error.kind === 'unauthenticated' };
  }
}

const generationKey = (owner: Owner) => `generation ${ownerKey(owner)}`;

export async function comparedGeneration(db: OutboxDb, owner: Owner): Promise<string | undefined> {
  const fact = await db.facts.get(generationKey(owner)).catch(() => undefined);
  return typeof fact?.value === 'string' ? fact.value : undefined;
}

/** @throws the database's error */
export async function rememberGeneration(db: OutboxDb, owner: Owner, generation: string): Promise<void> {
  await db.facts.put({ key: generationKey(owner), value: generation });
}
