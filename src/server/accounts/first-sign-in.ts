import { randomInt } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import type { Database } from '#server/db/database.ts';
import { lockKey } from '#server/db/locks.ts';
import type { ServerConfig } from '#server/platform/config.ts';
import { StartupError } from '#server/platform/startup-error.ts';
import { addBranch, addUser, branchNamed, hasAnyUser } from './administration.ts';
import { newPassword } from './passwords.ts';

const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

function createPassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

function signInNotice({ email, branch }: ServerConfig['setup'], password: string | undefined): string {
  const rule = '='.repeat(64);
  const shown = password ?? '(the one in SETUP_PASSWORD)';
  const advice = password === undefined ? [] : ['Write it down: it is shown this once.'];
  return [
    '',
    rule,
    `First sign-in, for the branch "${branch}"`,
    '',
    `  Email     ${email}`,
    `  Password  ${shown}`,
  ]
    .concat(advice.length > 0 ? ['', ...advice] : [], [rule, '', ''])
    .join('\n');
}

/** Shortest password that the sign-in form accepts (specification, section 6). */
const MIN_SIGN_IN_LENGTH = 4;

/**
 * Warns about a SETUP_PASSWORD that no form would accept (decision 49). It does not fail an automated installation,
 * where the password is often replaced right after.
 * @throws {StartupError} if the sign-in form would refuse it
 */
function weaknessOf(password: string | undefined): string | undefined {
  const parsed = newPassword.optional().safeParse(password);
  if (parsed.success) return undefined;
  const reason = parsed.error.issues[0]?.message ?? '';
  if (password === undefined || password.trim().length < MIN_SIGN_IN_LENGTH)
    throw new StartupError(`SETUP_PASSWORD cannot be used: ${reason}.`);
  return `SETUP_PASSWORD is weak: ${reason}. Choose another one on the profile.\n`;
}

async function findOrCreateBranch(
  db: Kysely<Database>,
  { branch: name, timeZone }: ServerConfig['setup'],
): Promise<string> {
  const known = await branchNamed(db, name);
  return known === undefined ? (await addBranch(db, { name, address: '', timeZone })).id : String(known.id);
}

/** Until the first-run page takes the user over, or the user signs in. */
async function markUnclaimed(
  transaction: Transaction<Database>,
  { branchId, userId }: AuthenticatedUser,
): Promise<void> {
  await sql`insert into first_run (branch_id, user_id) values (${branchId}, ${userId})`.execute(transaction);
}

/**
 * Decision 25. A lock prevents duplicates from servers that start concurrently. Without SETUP_* the first-run page
 * takes the user over, unless somebody signs in with the printed password first (decision 60). The password is shown
 * before the commit, so that a crash cannot leave an unseen password.
 * @throws {StartupError} if SETUP_PASSWORD is needed, and the sign-in form would refuse it
 */
export async function createFirstUser(
  db: Kysely<Database>,
  setup: ServerConfig['setup'],
  show: (text: string) => void,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.raw(lockKey('first user'))})`.execute(tx);
    if (await hasAnyUser(tx)) return;
    const warning = weaknessOf(setup.password);
    const generated = setup.password === undefined ? createPassword() : undefined;
    const user = await addUser(tx, {
      email: setup.email,
      password: setup.password ?? generated ?? '',
      branch: await findOrCreateBranch(tx, setup),
      accountType: 'manager',
    });
    if (!setup.isGiven) await markUnclaimed(tx, user);
    show(`${signInNotice(setup, generated)}${warning ?? ''}`);
  });
}
