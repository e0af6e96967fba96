import { type Kysely, type NotNull, sql } from 'kysely';
import type { Language } from '#contract/messages.ts';
import type { AuthenticatedUser, Origin } from '#server/db/branch-scope.ts';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { storedLanguage } from '#server/messages/language.ts';
import { owesFactor } from './factor/owes-factor.ts';
import { type ProviderAccount, SignOnRefused } from './oidc-provider.ts';
import { createSecret, hashOfSecret } from './secrets.ts';
import { beginSession, type RefreshClaim } from './sessions.ts';

/** Seconds within which the browser fetches the tokens. */
export const CODE_SECONDS = 60;

export interface SignOnUser extends AuthenticatedUser {
  readonly email: string;
  readonly language: Language | undefined;
  /** Connected to the account just now. */
  readonly isNew: boolean;
}

/** Names the user that a refusal is about, where one is known. */
export class UserRefused extends SignOnRefused {
  readonly user: AuthenticatedUser;

  constructor(problem: SignOnRefused['problem'], reason: string, user: AuthenticatedUser) {
    super(problem, reason);
    this.user = user;
  }
}

/**
 * The user that is connected to the account. The first time that is the user with the account's verified address, who
 * is connected then; later the address does not count (decision 161).
 * @throws {SignOnRefused} if there is none, or the user is disabled or connected to another account
 */
export async function userOfAccount(db: Kysely<Database>, account: ProviderAccount): Promise<SignOnUser> {
  const { issuer, subject, email } = account;
  return inTransaction(db, async (transaction) => {
    const users = transaction
      .selectFrom('app_user')
      .leftJoin('oidc_identity', (join) =>
        join
          .onRef('oidc_identity.branch_id', '=', 'app_user.branch_id')
          .onRef('oidc_identity.user_id', '=', 'app_user.id'),
      )
      .select([
        'app_user.branch_id',
        'app_user.id',
        'app_user.email',
        'app_user.language',
        'app_user.disabled_at',
        'oidc_identity.subject',
      ]);
    const connected = await users
      .where('oidc_identity.issuer', '=', issuer)
      .where('oidc_identity.subject', '=', subject)
      .executeTakeFirst();
    if (!connected && email === undefined)
      throw new SignOnRefused('unverified', 'the provider names no verified address');
    // The row lock lets one of two first sign-ins connect the user.
    const found =
      connected ??
      (await users
        .where(sql`lower(app_user.email)`, '=', email)
        .where('home_user_id', 'is', null)
        .forNoKeyUpdate('app_user')
        .executeTakeFirst());
    if (!found) throw new SignOnRefused('unknown', 'no user has this address');
    const user = { branchId: found.branch_id, userId: found.id };
    if (found.disabled_at !== null) throw new UserRefused('disabled', 'the user is disabled', user);
    // Such a manager has no session; the set-up begins with the password (decision 160).
    if (await owesFactor(transaction, user))
      throw new UserRefused('factor', 'the user must set up a second factor', user);
    const isNew = !connected && (await connect(transaction, user, account));
    return { ...user, email: found.email, language: storedLanguage(found.language), isNew };
  });
}

/**
 * The user's row must be locked.
 * @returns false if the same account was connected meanwhile
 * @throws {UserRefused} if the user is connected to another account
 */
async function connect(
  db: Kysely<Database>,
  user: AuthenticatedUser,
  { issuer, subject }: ProviderAccount,
): Promise<boolean> {
  const { branchId: branch_id, userId: user_id } = user;
  const added = await db
    .insertInto('oidc_identity')
    .values({ branch_id, user_id, issuer, subject })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (added) return true;
  const connected = await db
    .selectFrom('oidc_identity')
    .select('user_id')
    .where((eb) => eb.and({ branch_id, user_id, issuer, subject }))
    .executeTakeFirst();
  if (connected) return false;
  throw new UserRefused('other', 'the user is connected to another account', user);
}

const hashOfCode = (code: string, browser: string) => hashOfSecret(`${code}.${browser}`);

/**
 * A code that gets the tokens once, within 60 seconds, in the browser with this secret. Also deletes those that nobody
 * has fetched.
 */
export async function issueCode(
  db: Kysely<Database>,
  { branchId, userId }: AuthenticatedUser,
  browser: string,
): Promise<string> {
  const code = createSecret();
  await db.deleteFrom('oidc_code').where('expires_at', '<=', sql<Date>`now()`).execute();
  const { password_hash } = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('branch_id', '=', branchId)
    .where('id', '=', userId)
    .$narrowType<{ password_hash: NotNull }>()
    .executeTakeFirstOrThrow();
  await db
    .insertInto('oidc_code')
    .values({
      branch_id: branchId,
      user_id: userId,
      code_hash: hashOfCode(code, browser),
      password_mark: hashOfSecret(password_hash),
      expires_at: sql<Date>`now() + make_interval(secs => ${CODE_SECONDS})`,
    })
    .execute();
  return code;
}

/**
 * Begins the session. The password proves nothing here, but a new one ends everything that began before it, and so this
 * as well.
 * @returns undefined for an unknown, used or expired code, another browser, or a user who was disabled or whose password
 *   was replaced meanwhile
 */
export async function takeCode(
  db: Kysely<Database>,
  { code, browser }: { readonly code: string; readonly browser: string },
  origin: Origin & { readonly idleSeconds: number },
): Promise<RefreshClaim | undefined> {
  const used = await db
    .deleteFrom('oidc_code')
    .using('app_user')
    .whereRef('app_user.branch_id', '=', 'oidc_code.branch_id')
    .whereRef('app_user.id', '=', 'oidc_code.user_id')
    .where('code_hash', '=', hashOfCode(code, browser))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['oidc_code.branch_id', 'user_id', 'password_mark', 'password_hash'])
    .$narrowType<{ password_hash: NotNull }>()
    .executeTakeFirst();
  if (!used || hashOfSecret(used.password_hash) !== used.password_mark) return undefined;
  const { branch_id: branchId, user_id: userId, password_hash: passwordHash } = used;
  return beginSession(db, { branchId, userId, passwordHash }, origin);
}
