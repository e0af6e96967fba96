import { type Kysely, sql } from 'kysely';
import { CODES_A_CHALLENGE } from '#contract/second-factor.ts';
import type { Person } from '#server/db/branch-scope.ts';
import type { Database } from '#server/db/database.ts';
import { createSecret, hashOfSecret } from '../secrets.ts';

/**
 * `sign-in`, `approval` and `change` ask for a factor. `owed` is for a manager who must set one up first; `set-up-at-sign-in` is
 * the factor that they have begun, and `set-up` that of a signed-in user.
 */
export type ChallengePurpose = 'sign-in' | 'approval' | 'change' | 'owed' | 'set-up' | 'set-up-at-sign-in';

/** Decision 160. An app may have to be installed first. */
const secondsOf: Record<ChallengePurpose, number> = {
  'sign-in': 300,
  approval: 300,
  change: 300,
  owed: 900,
  'set-up': 900,
  'set-up-at-sign-in': 900,
};

interface NewChallenge {
  readonly purpose: ChallengePurpose;
  readonly passwordHash: string;
  readonly boundTo?: string | undefined;
  readonly passkeyChallenge?: string | undefined;
  readonly totpSecret?: Buffer | undefined;
}

/** Only the SHA-256 of the token is stored. Expired challenges are deleted. */
export async function issueChallenge(
  db: Kysely<Database>,
  personId: bigint,
  { purpose, passwordHash, boundTo = '', passkeyChallenge, totpSecret }: NewChallenge,
): Promise<string> {
  await sql`delete from factor_challenge where expires_at < now()`.execute(db);
  const token = createSecret();
  await sql`insert into factor_challenge
      (token_hash, person_id, purpose, password_tag, bound_to, passkey_challenge, totp_secret, expires_at)
    values (${hashOfSecret(token)}, ${personId}, ${purpose}, ${hashOfSecret(passwordHash)}, ${boundTo},
      ${passkeyChallenge ?? null}, ${totpSecret ?? null}, now() + make_interval(secs => ${secondsOf[purpose]}))`.execute(
    db,
  );
  return token;
}

export interface OpenChallenge extends Person {
  readonly tokenHash: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly passkeyChallenge: string | undefined;
  readonly totpSecret: Buffer | undefined;
  /** The last of its attempts. */
  readonly isLast: boolean;
}

interface StoredChallenge extends Person {
  readonly email: string;
  readonly password_hash: string;
  readonly password_tag: string;
  readonly passkey_challenge: string | null;
  readonly totp_secret: Buffer | null;
  readonly attempts: number;
}

/**
 * Counts an attempt. To be committed before the attempt is looked at, so that simultaneous ones see each other.
 * @returns undefined for a challenge that is unknown, expired, used up, for something else or of another password, and
 *   for a disabled user
 */
export async function takeAttempt(
  db: Kysely<Database>,
  { token, purpose, boundTo = '' }: { readonly token: string } & Pick<NewChallenge, 'purpose' | 'boundTo'>,
): Promise<OpenChallenge | undefined> {
  const tokenHash = hashOfSecret(token);
  const { rows } = await sql<StoredChallenge>`
    select account.branch_id as "branchId", account.id as "userId", account.person_id as "personId", account.email,
      account.password_hash, challenge.password_tag, challenge.passkey_challenge, challenge.totp_secret, challenge.attempts
    from factor_challenge as challenge
    join branch_user as account on account.person_id = challenge.person_id
      and account.branch_id = account.home_branch_id and account.disabled_at is null
    where challenge.token_hash = ${tokenHash} and challenge.purpose = ${purpose} and challenge.bound_to = ${boundTo}
      and challenge.expires_at > now() and challenge.attempts < ${CODES_A_CHALLENGE}
    for update of challenge`.execute(db);
  const [found] = rows;
  if (!found || found.password_tag !== hashOfSecret(found.password_hash)) return undefined;
  const attempts = found.attempts + 1;
  await sql`update factor_challenge set attempts = ${attempts} where token_hash = ${tokenHash}`.execute(db);
  const { branchId, userId, personId } = found;
  return {
    branchId,
    userId,
    personId,
    tokenHash,
    email: found.email,
    passwordHash: found.password_hash,
    passkeyChallenge: found.passkey_challenge ?? undefined,
    totpSecret: found.totp_secret ?? undefined,
    isLast: attempts >= CODES_A_CHALLENGE,
  };
}

/** @returns false if it was used meanwhile */
export async function endChallenge(db: Kysely<Database>, { tokenHash }: OpenChallenge): Promise<boolean> {
  const { rows } = await sql`
    delete from factor_challenge where token_hash = ${tokenHash} returning token_hash`.execute(db);
  return rows.length === 1;
}
