import { type Kysely, sql } from 'kysely';
import type { Language } from '#contract/messages.ts';
import type { Origin, Person } from '#server/db/branch-scope.ts';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { storedLanguage } from '#server/messages/language.ts';
import { owesFactor } from './factor/owes-factor.ts';
import { type ProviderAccount, SignOnRefused } from './oidc-provider.ts';
import { createSecret, hashOfSecret } from './secrets.ts';
import { beginSession, homeUsers, type SessionClaim } from './sessions.ts';

/** Seconds within which the browser fetches the tokens. */
export const CODE_SECONDS = 60;

export interface SignOnUser extends Person {
  readonly email: string;
  readonly language: Language | undefined;
  /** Connected to the account just now. */
  readonly isNew: boolean;
}

/** Names the user that a refusal is about, where one is known. */
export class UserRefused extends SignOnRefused {
  readonly user: Person;

  constructor(problem: SignOnRefused['problem'], reason: string, user: Person) {
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
    const people = homeUsers(transaction).select('disabled_at');
    const connected = await people
      .where('person_id', '=', (eb) =>
        eb
          .selectFrom('oidc_identity')
          .select('person_id')
          .where('issuer', '=', issuer)
          .where('subject', '=', subject),
      )
      .executeTakeFirst();
    if (!connected && email === undefined)
      throw new SignOnRefused('unverified', 'the provider names no verified address');
    // The row lock lets one of two first sign-ins connect the person.
    const found =
      connected ?? (await people.where(sql`lower(email)`, '=', email).forNoKeyUpdate().executeTakeFirst());
    if (!found) throw new SignOnRefused('unknown', 'no user has this address');
    const { email: address, language, disabled_at, ...user } = found;
    if (disabled_at !== null) throw new UserRefused('disabled', 'the user is disabled', user);
    // Such a manager has no session; the set-up begins with the password (decision 160).
    if (await owesFactor(transaction, user.personId))
      throw new UserRefused('factor', 'the user must set up a second factor', user);
    const isNew = !connected && (await connect(transaction, user, account));
    return { ...user, email: address, language: storedLanguage(language), isNew };
  });
}

/**
 * The person's row must be locked.
 * @returns false if the same account was connected meanwhile
 * @throws {UserRefused} if the user is connected to another account
 */
async function connect(
  db: Kysely<Database>,
  user: Person,
  { issuer, subject }: ProviderAccount,
): Promise<boolean> {
  const { personId: person_id } = user;
  const added = await db
    .insertInto('oidc_identity')
    .values({ person_id, issuer, subject })
    .onConflict((conflict) => conflict.doNothing())
    .returning('person_id')
    .executeTakeFirst();
  if (added) return true;
  const connected = await db
    .selectFrom('oidc_identity')
    .select('person_id')
    .where((eb) => eb.and({ person_id, issuer, subject }))
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
  { personId }: Pick<Person, 'personId'>,
  browser: string,
): Promise<string> {
  const code = createSecret();
  await db.deleteFrom('oidc_code').where('expires_at', '<=', sql<Date>`now()`).execute();
  const { password_hash } = await db
    .selectFrom('person')
    .select('password_hash')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('oidc_code')
    .values({
      person_id: personId,
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
): Promise<SessionClaim | undefined> {
  const used = await db
    .deleteFrom('oidc_code')
    .using('branch_user')
    .whereRef('branch_user.person_id', '=', 'oidc_code.person_id')
    .whereRef('branch_id', '=', 'home_branch_id')
    .where('code_hash', '=', hashOfCode(code, browser))
    .where('expires_at', '>', sql<Date>`now()`)
    .returning([
      'branch_id as branchId',
      'id as userId',
      'branch_user.person_id as personId',
      'password_mark',
      'password_hash as passwordHash',
    ])
    .executeTakeFirst();
  if (!used || hashOfSecret(used.passwordHash) !== used.password_mark) return undefined;
  return beginSession(db, used, origin);
}
