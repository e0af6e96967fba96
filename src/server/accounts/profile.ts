import { sql } from 'kysely';
import type { User } from '#contract/account.ts';
import { type ProfileChange, profileChange } from '#contract/account-forms.ts';

import { permissionsOf, storedRole } from '#contract/permissions.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { badField, HttpError } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import { branchesOfPerson } from './branches-of-person.ts';
import { dayToMail } from './daily-mail-recipients.ts';
import { changePerson, endLinks, endSpreadsheetTokens, personOf } from './directory.ts';
import { askEmailChange, type WaitingChange } from './links.ts';
import { hashPassword, newPassword, passwordMatches } from './passwords.ts';
import { endSessionsOf, type SignInAttempt, type VerifiedUser } from './sessions.ts';
import { messages } from './texts.en.ts';

const changeBody = profileChange.extend({ new_password: newPassword.optional() });

interface ProfileOptions {
  /** Whether this server can send the daily mail. */
  readonly sendsMail: boolean;
  /** Name of the provider of single sign-on, on a server that has one. */
  readonly provider?: string | undefined;
}

/** @throws {HttpError} 401 if the user no longer exists */
export async function readProfile(
  scope: BranchScope,
  { sendsMail, provider }: ProfileOptions,
): Promise<User> {
  const user = await scope.first(
    sql<
      Omit<User, 'id' | 'permissions' | 'daily_mail' | 'branches' | 'single_sign_on'> & {
        id: bigint;
        daily_mail: boolean;
        connected_at: string | null;
      }
    >`
      select account.id, account.email, first_name, last_name, account_type, waiting.email as pending_email, account.language, account.digits, account.daily_mail,
        identity.created_at as connected_at
      from ${scope.rows('branch_user')} as account
      left join email_change as waiting on waiting.person_id = account.person_id and waiting.expires_at > now()
      left join oidc_identity as identity on identity.person_id = account.person_id
      where account.id = ${scope.userId}`,
  );
  if (!user) throw new HttpError(401, { detail: messages.signInAgain });
  const { daily_mail, connected_at, ...others } = user;
  return {
    ...others,
    ...(sendsMail && scope.sees('months.figures') && { daily_mail }),
    ...(provider !== undefined && {
      single_sign_on: connected_at === null ? null : { name: provider, since: connected_at },
    }),
    id: String(user.id),
    permissions: [...permissionsOf(storedRole.parse(user.account_type))],
    branches: [...(await branchesOfPerson(scope))],
  };
}

export async function userName(scope: BranchScope): Promise<string> {
  const found = await scope.first(
    sql<{ name: string | null }>`select person_name(${scope.branchId}, ${scope.userId}) as name`,
  );
  if (!found?.name) throw new HttpError(401, { detail: messages.signInAgain });
  return found.name;
}

const isOtherEmail = ({ email }: ProfileChange, user: User) =>
  email !== undefined && email.toLowerCase() !== user.email.toLowerCase();

/** Made before the transaction begins, because hashing takes long. */
export interface PasswordProof {
  readonly verifiedHash: string | undefined;
  readonly newHash: string | undefined;
}

async function compareOwnPassword(scope: BranchScope, password: string): Promise<SignInAttempt> {
  const { person_id: personId, password_hash: passwordHash } = await scope.one(
    sql<{ person_id: bigint; password_hash: string }>`
      select person_id, password_hash from ${scope.rows('branch_user')} as account where id = ${scope.userId}`,
  );
  const user = { branchId: scope.branchId, userId: scope.userId, personId };
  const isRight = await passwordMatches(password, passwordHash);
  return { user, verified: isRight ? { ...user, passwordHash } : undefined };
}

/**
 * For a change that needs the present password (decision 49).
 * @param counted compares the password as an attempt that counts
 * @returns undefined if the change needs no proof, or no password was sent
 */
export async function provePassword(
  scope: BranchScope,
  body: unknown,
  counted: (email: string, compare: () => Promise<SignInAttempt>) => Promise<SignInAttempt>,
): Promise<PasswordProof | undefined> {
  const change = changeBody.safeParse(body ?? {}).data;
  if (!change?.current_password) return undefined;
  const user = await readProfile(scope, { sendsMail: false });
  if (change.new_password === undefined && !change.remove_single_sign_on && !isOtherEmail(change, user))
    return undefined;
  const { current_password: given } = change;
  const { verified } = await counted(user.email, () => compareOwnPassword(scope, given));
  if (!verified) return { verifiedHash: undefined, newHash: undefined };
  return {
    verifiedHash: verified.passwordHash,
    newHash: change.new_password === undefined ? undefined : await hashPassword(change.new_password),
  };
}

/**
 * The person of the signed-in user, whose present password was matched (decision 49).
 * @throws {HttpError} 400 at `current_password`
 */
export async function requirePassword(
  scope: BranchScope,
  password: string,
  counted: (email: string, compare: () => Promise<SignInAttempt>) => Promise<SignInAttempt>,
): Promise<VerifiedUser> {
  const { email } = await readProfile(scope, { sendsMail: false });
  const { verified } = await counted(email, () => compareOwnPassword(scope, password));
  if (!verified) throw badField('current_password', messages.passwordWrong);
  return verified;
}

export interface ChangedProfile {
  readonly user: User;
  readonly passwordChanged: boolean;
  readonly emailChange: WaitingChange | undefined;
  readonly endedSessions: number;
  /** Whether there was a connection to the provider. */
  readonly signOnRemoved: boolean;
}

/**
 * Another address is used once its link was opened; a new password ends all sessions but this one. Both make open reset
 * links worthless (decision 49).
 * @throws {HttpError} 400 at the invalid field, or at `current_password`; 403 for the daily mail of who sees no figures
 */
export async function changeProfile(
  scope: BranchScope,
  body: unknown,
  {
    proof,
    session,
    ...options
  }: ProfileOptions & {
    readonly proof: PasswordProof | undefined;
    readonly session: string;
  },
): Promise<ChangedProfile> {
  const change = parseBody(changeBody, body);
  const { sendsMail } = options;
  const before = await readProfile(scope, options);
  const { daily_mail, remove_single_sign_on } = change;
  if (daily_mail) scope.assertMay('months.figures');
  if (daily_mail && !sendsMail) throw badField('daily_mail', messages.noMailHere);
  const wantsEmail = isOtherEmail(change, before);
  const wantsPassword = change.new_password !== undefined;
  const db = scope.directory;
  const personId = await personOf(db, scope);
  if (wantsEmail || wantsPassword || remove_single_sign_on) await requireProof(scope, change, proof);

  const { first_name, last_name, language, digits } = change;
  await scope.update('app_user', sql`id = ${scope.userId}`, {
    daily_mail,
    // The first one comes with the next day.
    daily_mailed: daily_mail && !before.daily_mail ? dayToMail(scope.now, scope.calendar) : undefined,
  });
  await changePerson(db, personId, {
    first_name,
    last_name,
    language,
    digits,
    // The same address in other letters.
    email: wantsEmail ? undefined : change.email,
    password_hash: wantsPassword ? proof?.newHash : undefined,
  });
  if (wantsEmail || wantsPassword) await endLinks(db, personId);
  if (wantsPassword) await endSpreadsheetTokens(db, personId);
  const ended = wantsPassword ? await endSessionsOf(db, personId, { except: session }) : [];
  const removed = remove_single_sign_on
    ? await scope.all(sql`delete from oidc_identity where person_id = ${personId} returning person_id`)
    : [];
  const emailChange =
    wantsEmail && change.email !== undefined
      ? await askEmailChange(db, personId, { oldEmail: before.email, newEmail: change.email })
      : undefined;
  return {
    user: await readProfile(scope, options),
    passwordChanged: wantsPassword,
    emailChange,
    endedSessions: ended.length,
    signOnRemoved: removed.length > 0,
  };
}

/**
 * Locks the person's row with the compared hash.
 * @throws {HttpError} 400 at `current_password`
 */
async function requireProof(
  scope: BranchScope,
  { current_password }: ProfileChange,
  proof: PasswordProof | undefined,
): Promise<void> {
  if (!current_password) throw badField('current_password', messages.passwordNeeded);
  const locked =
    proof?.verifiedHash !== undefined &&
    (await scope.first(
      sql<object>`select id from ${scope.rows('branch_user')} as account
        where id = ${scope.userId} and password_hash = ${proof.verifiedHash} for no key update`,
    ));
  if (!locked) throw badField('current_password', messages.passwordWrong);
}
