import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Language } from '#contract/messages.ts';
import { MOST_PASSKEYS, type OwnFactors, RECOVERY_CODES } from '#contract/second-factor.ts';
import { requireId } from '#server/db/columns.ts';
import type { Database } from '#server/db/database.ts';
import { storedLanguage } from '#server/messages/language.ts';
import { conflict, notFound } from '#server/platform/http-error.ts';
import { hashOfSecret } from '../secrets.ts';
import { messages } from '../texts.en.ts';
import type { RegisteredPasskey, RelyingParty, StoredPasskey } from './passkey-ceremony.ts';

/** What the second step of a person needs to know. */
export interface PersonFactors {
  readonly totpSecret: Buffer | undefined;
  /** Those of this host. */
  readonly passkeys: readonly StoredPasskey[];
  readonly hasAny: boolean;
  readonly owes: boolean;
  readonly recoveryCodes: number;
}

const codesOf = (personId: bigint) =>
  sql`(select count(*)::int from recovery_code where person_id = ${personId}) as codes`;

export async function readFactors(
  db: Kysely<Database>,
  personId: bigint,
  party?: RelyingParty,
): Promise<PersonFactors> {
  const { rows } = await sql<{
    secret: Buffer | null;
    owes: boolean;
    any_passkey: boolean;
    codes: number;
  }>`select
    (select secret from totp where person_id = ${personId}) as secret,
    exists (select from owes_factor where person_id = ${personId}) as owes,
    exists (select from passkey where person_id = ${personId}) as any_passkey, ${codesOf(personId)}`.execute(
    db,
  );
  const passkeys = await sql<StoredPasskey>`
    select id, credential_id, public_key, counter, transports from passkey
    where person_id = ${personId} and rp_id = ${party?.id ?? null} order by id`.execute(db);
  const [facts] = rows;
  const secret = facts?.secret ?? undefined;
  return {
    totpSecret: secret,
    passkeys: passkeys.rows,
    hasAny: secret !== undefined || facts?.any_passkey === true,
    owes: facts?.owes === true,
    recoveryCodes: facts?.codes ?? 0,
  };
}

/** For the profile. */
export async function listFactors(
  db: Kysely<Database>,
  personId: bigint,
): Promise<Omit<OwnFactors, 'kinds'>> {
  const { rows } = await sql<{ totp: string | null; codes: number; required: boolean }>`select
    (select created_at from totp where person_id = ${personId}) as totp, ${codesOf(personId)},
    exists (select from must_have_factor where person_id = ${personId}) as required`.execute(db);
  const passkeys = await sql<OwnFactors['passkeys'][number]>`
    select id::text, name, created_at, last_used_at from passkey where person_id = ${personId} order by passkey.id`.execute(
    db,
  );
  const [facts] = rows;
  return {
    totp: facts?.totp ? { created_at: facts.totp } : null,
    passkeys: passkeys.rows,
    recovery_codes: facts?.codes ?? 0,
    required: facts?.required === true,
  };
}

export interface FactorOwner {
  readonly personId: bigint;
  readonly email: string;
  readonly language: Language | undefined;
}

export async function readOwner(db: Kysely<Database>, personId: bigint): Promise<FactorOwner> {
  const { rows } = await sql<{ email: string; language: string | null }>`
    select email, language from person where id = ${personId}`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`There is no person ${personId}.`);
  return { personId, email: found.email, language: storedLanguage(found.language) };
}

/**
 * Locks the person's row.
 * @returns false if the password was replaced, or the person disabled, since it was compared
 */
export async function lockVerified(
  db: Kysely<Database>,
  personId: bigint,
  passwordHash: string,
): Promise<boolean> {
  const { rows } = await sql`select from branch_user as account where person_id = ${personId}
    and branch_id = home_branch_id and password_hash = ${passwordHash} and disabled_at is null for no key update`.execute(
    db,
  );
  return rows.length > 0;
}

/** The present one, if there is one, ends. */
export async function storeTotp(
  db: Kysely<Database>,
  personId: bigint,
  secret: Buffer,
  step: number,
): Promise<void> {
  await sql`insert into totp (person_id, secret, last_step) values (${personId}, ${secret}, ${step})
    on conflict (person_id) do update
      set secret = excluded.secret, last_step = excluded.last_step, created_at = excluded.created_at`.execute(
    db,
  );
}

/**
 * A step counts once: two sign-ins at the same moment wait for each other at the row.
 * @returns false for a step that is not newer than the last one
 */
export async function spendStep(db: Kysely<Database>, personId: bigint, step: number): Promise<boolean> {
  const { rows } = await sql`update totp set last_step = ${step}
    where person_id = ${personId} and last_step < ${step} returning person_id`.execute(db);
  return rows.length === 1;
}

/** @throws {HttpError} 409 above ten, or if it is known already */
export async function storePasskey(
  db: Kysely<Database>,
  personId: bigint,
  { credential_id, public_key, counter }: RegisteredPasskey,
  {
    name,
    party,
    transports,
  }: { readonly name: string; readonly party: RelyingParty; readonly transports: readonly string[] },
): Promise<void> {
  const { rows: present } = await sql<{ credential_id: string }>`
    select credential_id from passkey where person_id = ${personId}`.execute(db);
  if (present.some((one) => one.credential_id === credential_id)) throw conflict(messages.passkeyKnown);
  if (present.length >= MOST_PASSKEYS) throw conflict(messages.passkeysFull({ limit: MOST_PASSKEYS }));
  await sql`insert into passkey (person_id, name, rp_id, credential_id, public_key, counter, transports)
    values (${personId}, ${name}, ${party.id}, ${credential_id}, ${public_key}, ${counter}, ${transports})`.execute(
    db,
  );
}

export async function countUse(
  db: Kysely<Database>,
  personId: bigint,
  { id, counter: before }: StoredPasskey,
  counter: number,
): Promise<boolean> {
  const { rows } = await sql`update passkey set counter = ${counter}, last_used_at = now()
    where person_id = ${personId} and id = ${id} and counter = ${before} returning id`.execute(db);
  return rows.length === 1;
}

const removeTotp = async (db: Kysely<Database>, personId: bigint) =>
  (await sql`delete from totp where person_id = ${personId} returning person_id`.execute(db)).rows.length > 0;

/** @param id without it all of them */
const removePasskeys = async (db: Kysely<Database>, personId: bigint, id?: bigint) =>
  (
    await sql`delete from passkey where person_id = ${personId} and id = coalesce(${id ?? null}::bigint, id)
      returning id`.execute(db)
  ).rows.length > 0;

const removeRecoveryCodes = (db: Kysely<Database>, personId: bigint) =>
  sql`delete from recovery_code where person_id = ${personId}`.execute(db);

/**
 * The recovery codes go with the last factor.
 * @throws {HttpError} 404, or 409 for the last one of a person who must have one
 */
export async function removeFactor(
  db: Kysely<Database>,
  personId: bigint,
  { kind, id }: { readonly kind: 'totp' | 'passkey'; readonly id?: string | undefined },
): Promise<void> {
  const removed =
    kind === 'totp'
      ? await removeTotp(db, personId)
      : await removePasskeys(db, personId, requireId(id ?? ''));
  if (!removed) throw notFound();
  const { hasAny, owes } = await readFactors(db, personId);
  if (owes) throw conflict(messages.factorNeeded);
  if (!hasAny) await removeRecoveryCodes(db, personId);
}

/** @returns whether the person had any */
export async function removeAllFactors(db: Kysely<Database>, personId: bigint): Promise<boolean> {
  const had = [await removeTotp(db, personId), await removePasskeys(db, personId)];
  await removeRecoveryCodes(db, personId);
  await sql`delete from factor_challenge where person_id = ${personId}`.execute(db);
  return had.includes(true);
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
export async function makeRecoveryCodes(db: Kysely<Database>, personId: bigint): Promise<readonly string[]> {
  await removeRecoveryCodes(db, personId);
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await sql`insert into recovery_code (person_id, code_hash)
    select ${personId}, unnest(${codes.map(hashOfCode)}::text[])`.execute(db);
  return codes;
}

/** @param code without dashes */
export async function spendRecoveryCode(
  db: Kysely<Database>,
  personId: bigint,
  code: string,
): Promise<boolean> {
  const { rows } = await sql`delete from recovery_code
    where person_id = ${personId} and code_hash = ${hashOfCode(code)} returning code_hash`.execute(db);
  return rows.length === 1;
}
