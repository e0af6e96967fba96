import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Language } from '#contract/messages.ts';
import { MOST_PASSKEYS, type OwnFactors, RECOVERY_CODES } from '#contract/second-factor.ts';
import type { AuthenticatedUser, BranchScope } from '#server/db/branch-scope.ts';
import { requireId } from '#server/db/columns.ts';
import { storedLanguage } from '#server/messages/language.ts';
import { conflict, HttpError, notFound } from '#server/platform/http-error.ts';
import { hashOfSecret } from '../secrets.ts';
import { messages } from '../texts.en.ts';
import type { RegisteredPasskey, RelyingParty, StoredPasskey } from './passkey-ceremony.ts';

/** What the second step of a user needs to know. All functions here are of the user of the scope. */
export interface UserFactors {
  readonly totpSecret: Buffer | undefined;
  /** Those of this host. */
  readonly passkeys: readonly StoredPasskey[];
  readonly hasAny: boolean;
  readonly owes: boolean;
  readonly recoveryCodes: number;
}

const passkeyColumns = sql`id, credential_id, public_key, counter, transports`;

/** The user of the scope, also before a session: who was verified by password. */
export async function readFactors(scope: BranchScope, party: RelyingParty | undefined): Promise<UserFactors> {
  const facts = await scope.first(
    sql<{ secret: Buffer | null; owes: boolean; any_passkey: boolean; codes: number }>`select
      (select secret from ${scope.rows('totp')} as totp where user_id = ${scope.userId}) as secret,
      owes_factor(${scope.branchId}, ${scope.userId}) as owes,
      exists (select from ${scope.rows('passkey')} as passkey where user_id = ${scope.userId}) as any_passkey,
      (select count(*)::int from ${scope.rows('recovery_code')} as recovery_code where user_id = ${scope.userId}) as codes`,
  );
  const passkeys = party
    ? await scope.all(
        sql<StoredPasskey>`select ${passkeyColumns} from ${scope.rows('passkey')} as passkey
          where user_id = ${scope.userId} and rp_id = ${party.id} order by id`,
      )
    : [];
  const secret = facts?.secret ?? undefined;
  return {
    totpSecret: secret,
    passkeys,
    hasAny: secret !== undefined || facts?.any_passkey === true,
    owes: facts?.owes === true,
    recoveryCodes: facts?.codes ?? 0,
  };
}

/** For the profile. */
export async function listFactors(scope: BranchScope): Promise<Omit<OwnFactors, 'kinds'>> {
  const facts = await scope.first(
    sql<{ totp: string | null; codes: number; required: boolean }>`select
      (select created_at from ${scope.rows('totp')} as totp where user_id = ${scope.userId}) as totp,
      (select count(*)::int from ${scope.rows('recovery_code')} as recovery_code where user_id = ${scope.userId}) as codes,
      must_have_factor(${scope.branchId}, ${scope.userId}) as required`,
  );
  const passkeys = await scope.all(
    sql<{ id: string; name: string; created_at: string; last_used_at: string | null }>`
      select id::text, name, created_at, last_used_at from ${scope.rows('passkey')} as passkey
      where user_id = ${scope.userId} order by passkey.id`,
  );
  return {
    totp: facts?.totp ? { created_at: facts.totp } : null,
    passkeys,
    recovery_codes: facts?.codes ?? 0,
    required: facts?.required === true,
  };
}

export interface FactorOwner extends AuthenticatedUser {
  readonly email: string;
  readonly language: Language | undefined;
}

/** @throws {HttpError} 401 if the user no longer exists */
export async function readOwner(scope: BranchScope, userId = scope.userId): Promise<FactorOwner> {
  const found = await scope.first(
    sql<{
      email: string;
      language: string | null;
    }>`select email, language from ${scope.rows('app_user')} as account
      where id = ${userId}`,
  );
  if (!found) throw new HttpError(401, { detail: messages.signInAgain });
  return {
    branchId: scope.branchId,
    userId,
    email: found.email,
    language: storedLanguage(found.language),
  };
}

/**
 * Locks the user's row.
 * @returns false if the password was replaced, or the user disabled, since it was compared
 */
export async function lockVerified(scope: BranchScope, passwordHash: string): Promise<boolean> {
  const locked = await scope.first(
    sql<object>`select id from ${scope.rows('app_user')} as account
      where id = ${scope.userId} and password_hash = ${passwordHash} and disabled_at is null for no key update`,
  );
  return locked !== undefined;
}

/** The present one, if there is one, ends. */
export async function storeTotp(scope: BranchScope, secret: Buffer, step: number): Promise<void> {
  await scope.remove('totp', sql`user_id = ${scope.userId}`);
  await scope.insert('totp', { user_id: scope.userId, secret, last_step: step });
}

/**
 * A step counts once: two sign-ins at the same moment wait for each other at the row.
 * @returns false for a step that is not newer than the last one
 */
export async function spendStep(scope: BranchScope, step: number): Promise<boolean> {
  const used = await scope.update('totp', sql`user_id = ${scope.userId} and last_step < ${step}`, {
    last_step: step,
  });
  return used === 1;
}

/** @throws {HttpError} 409 above ten, or if it is known already */
export async function storePasskey(
  scope: BranchScope,
  { credential_id, public_key, counter }: RegisteredPasskey,
  facts: { readonly name: string; readonly party: RelyingParty; readonly transports: readonly string[] },
): Promise<void> {
  const present = await scope.all(
    sql<{ credential_id: string }>`select credential_id from ${scope.rows('passkey')} as passkey
      where user_id = ${scope.userId}`,
  );
  if (present.some((one) => one.credential_id === credential_id)) throw conflict(messages.passkeyKnown);
  if (present.length >= MOST_PASSKEYS) throw conflict(messages.passkeysFull({ limit: MOST_PASSKEYS }));
  await scope.insert('passkey', {
    user_id: scope.userId,
    name: facts.name,
    rp_id: facts.party.id,
    credential_id,
    public_key,
    counter,
    transports: facts.transports,
  });
}

export async function countUse(
  scope: BranchScope,
  { id, counter: before }: StoredPasskey,
  counter: number,
): Promise<boolean> {
  const used = await scope.update('passkey', sql`id = ${id} and counter = ${before}`, {
    counter,
    last_used_at: sql`now()`,
  });
  return used === 1;
}

/**
 * The recovery codes go with the last factor.
 * @throws {HttpError} 404, or 409 for the last one of a user who must have one
 */
export async function removeFactor(
  scope: BranchScope,
  { kind, id }: { readonly kind: 'totp' | 'passkey'; readonly id?: string | undefined },
): Promise<void> {
  const removed =
    kind === 'totp'
      ? await scope.remove('totp', sql`user_id = ${scope.userId}`)
      : await scope.remove('passkey', sql`user_id = ${scope.userId} and id = ${requireId(id ?? '')}`);
  if (removed.length === 0) throw notFound();
  const { hasAny, owes } = await readFactors(scope, undefined);
  if (owes) throw conflict(messages.factorNeeded);
  if (!hasAny) await scope.remove('recovery_code', sql`user_id = ${scope.userId}`);
}

/** @returns whether the user had any */
export async function removeAllFactors(scope: BranchScope, userId: bigint): Promise<boolean> {
  const had = [
    await scope.remove('totp', sql`user_id = ${userId}`),
    await scope.remove('passkey', sql`user_id = ${userId}`),
  ];
  for (const table of ['recovery_code', 'factor_challenge'] as const)
    await scope.remove(table, sql`user_id = ${userId}`);
  return had.some(({ length }) => length > 0);
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** 79 random bits, so that their hash needs no slow function: `k7hm-p2wd-9xra-qm4t`. */
function newCode(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

const hashOfCode = (code: string) => hashOfSecret(code.replaceAll('-', ''));

/** In place of all earlier ones. Nobody can read them again. */
export async function makeRecoveryCodes(scope: BranchScope): Promise<readonly string[]> {
  await scope.remove('recovery_code', sql`user_id = ${scope.userId}`);
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await scope.insertAll(
    'recovery_code',
    codes.map((code) => ({ user_id: scope.userId, code_hash: hashOfCode(code) })),
  );
  return codes;
}

/** @param code without dashes */
export async function spendRecoveryCode(scope: BranchScope, code: string): Promise<boolean> {
  const used = await scope.remove(
    'recovery_code',
    sql`user_id = ${scope.userId} and code_hash = ${hashOfCode(code)}`,
  );
  return used.length === 1;
}
