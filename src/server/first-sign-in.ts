import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { ServerConfig } from './config.ts';
import { addBranch, addUser, hasAnyUser } from './store/accounts/accounts.ts';
import type { Database } from './store/database.ts';

const firstSignInLock = 7_261_934;

/** Without the signs that are mistaken for one another on paper. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}

function notice({ email, branch }: ServerConfig['setup'], password: string | undefined): string {
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

/** The administrator may have made the branch already, though nobody in it. */
async function branchFor(db: Kysely<Database>, name: string): Promise<string> {
  const known = await db
    .selectFrom('branch')
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst();
  return known === undefined ? (await addBranch(db, { name, address: '' })).id : String(known.id);
}

/**
 * Gives an empty database its first branch and user (decision 25). Several servers starting at once make them once.
 * They are shown before they are committed, so that a crash in between cannot leave a password nobody has seen.
 */
export async function createFirstUser(
  db: Kysely<Database>,
  setup: ServerConfig['setup'],
  show: (text: string) => void,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${firstSignInLock})`.execute(tx);
    if (await hasAnyUser(tx)) return;
    const made = setup.password === undefined ? makePassword() : undefined;
    await addUser(tx, {
      email: setup.email,
      password: setup.password ?? made ?? '',
      branch: await branchFor(tx, setup.branch),
      accountType: 'manager',
    });
    show(notice(setup, made));
  });
}
