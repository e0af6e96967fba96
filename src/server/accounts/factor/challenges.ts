import { sql } from 'kysely';
import { CODES_A_CHALLENGE } from '#contract/second-factor.ts';
import type { AuthenticatedUser, BranchScope } from '#server/db/branch-scope.ts';
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

const TOKEN = /^(\d{1,18})\.(\d{1,18})\.[\w-]{43}$/;

/** Branch and user stand in the token, so that it is only ever looked for among their own. */
export function ownerOfToken(token: string): AuthenticatedUser | undefined {
  const [, branch, user] = TOKEN.exec(token) ?? [];
  return branch === undefined || user === undefined
    ? undefined
    : { branchId: BigInt(branch), userId: BigInt(user) };
}

/** For the user of the scope. Only the SHA-256 of the token is stored. Expired ones of the branch are deleted. */
export async function issueChallenge(
  scope: BranchScope,
  { purpose, passwordHash, boundTo = '', passkeyChallenge, totpSecret }: NewChallenge,
): Promise<string> {
  await scope.remove('factor_challenge', sql`expires_at < now()`);
  const token = `${scope.branchId}.${scope.userId}.${createSecret()}`;
  await scope.insert('factor_challenge', {
    token_hash: hashOfSecret(token),
    user_id: scope.userId,
    purpose,
    password_tag: hashOfSecret(passwordHash),
    bound_to: boundTo,
    passkey_challenge: passkeyChallenge,
    totp_secret: totpSecret,
    expires_at: sql`now() + make_interval(secs => ${secondsOf[purpose]})`,
  });
  return token;
}

export interface OpenChallenge extends AuthenticatedUser {
  readonly tokenHash: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly passkeyChallenge: string | undefined;
  readonly totpSecret: Buffer | undefined;
  /** The last of its attempts. */
  readonly isLast: boolean;
}

interface StoredChallenge {
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
  scope: BranchScope,
  { token, purpose, boundTo = '' }: { readonly token: string } & Pick<NewChallenge, 'purpose' | 'boundTo'>,
): Promise<OpenChallenge | undefined> {
  const tokenHash = hashOfSecret(token);
  const found = await scope.first(
    sql<StoredChallenge>`select account.email, account.password_hash, challenge.password_tag,
        challenge.passkey_challenge, challenge.totp_secret, challenge.attempts
      from ${scope.rows('factor_challenge')} as challenge
      join ${scope.rows('app_user')} as account on account.id = challenge.user_id and account.disabled_at is null
      where challenge.token_hash = ${tokenHash} and challenge.user_id = ${scope.userId}
        and challenge.purpose = ${purpose} and challenge.bound_to = ${boundTo}
        and challenge.expires_at > now() and challenge.attempts < ${CODES_A_CHALLENGE}
      for update of challenge`,
  );
  if (!found || found.password_tag !== hashOfSecret(found.password_hash)) return undefined;
  const attempts = found.attempts + 1;
  await scope.update('factor_challenge', sql`token_hash = ${tokenHash}`, { attempts });
  return {
    branchId: scope.branchId,
    userId: scope.userId,
    tokenHash,
    email: found.email,
    passwordHash: found.password_hash,
    passkeyChallenge: found.passkey_challenge ?? undefined,
    totpSecret: found.totp_secret ?? undefined,
    isLast: attempts >= CODES_A_CHALLENGE,
  };
}

/** @returns false if it was used meanwhile */
export async function endChallenge(scope: BranchScope, { tokenHash }: OpenChallenge): Promise<boolean> {
  return (await scope.remove('factor_challenge', sql`token_hash = ${tokenHash}`)).length === 1;
}
