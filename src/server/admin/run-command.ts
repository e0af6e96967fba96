import type { Kysely } from 'kysely';
import { plural } from '#contract/messages.ts';
import {
  addBranch,
  addUser,
  endSessions,
  joinBranch,
  type ListedSession,
  type ListedUser,
  listAllUsers,
  listSessionsOf,
  resetFactor,
  setBranch,
  setPassword,
  setUser,
} from '#server/accounts/administration.ts';
import { newCopyKey } from '#server/backups/copies/copies.ts';
import { connect } from '#server/db/connect.ts';
import { withClient } from '#server/db/connections.ts';
import type { Database } from '#server/db/database.ts';
import { computeStudentKeys } from '#server/db/student-keys.ts';
import { createCommandSecurityLog } from '#server/http/security-log.ts';
import type { ServerConfig } from '#server/platform/config.ts';
import {
  backUp,
  backUpBranch,
  listStoredBackups,
  newDatabase,
  restore,
  restoreOneBranch,
  withUpgraded,
} from './backup-commands.ts';
import type { Command } from './commands.ts';
import { askPassword } from './commands.ts';
import { fetchCopy, listCopies } from './copy-commands.ts';

/** Uses the running or a newly started database (decision 25). */
export async function runCommand(command: Command, config: ServerConfig): Promise<string> {
  if (command.command === 'backup') return backUp(command, config);
  if (command.command === 'backup branch') return backUpBranch(command, config);
  if (command.command === 'restore') return restore(command, config);
  if (command.command === 'restore branch') return restoreOneBranch(command, config);
  if (command.command === 'database new') return newDatabase(config);
  if (command.command === 'backup list') return listStoredBackups(config);
  if (command.command === 'backup key') return newCopyKey();
  if (command.command === 'backup copies') return listCopies(config);
  if (command.command === 'backup fetch') return fetchCopy(command, config);
  if (command.command === 'reindex') return reindex(config);
  return changeAccounts(command, config);
}

async function reindex(config: ServerConfig): Promise<string> {
  return withUpgraded(config, async ({ owner }) => {
    const count = await withClient(owner, (client) => computeStudentKeys(client));
    return `Computed the keys of ${plural(count, { one: '# student', other: '# students' })}.`;
  });
}

type AccountCommand = Extract<Command, { readonly command: `${'branch' | 'user' | 'session'} ${string}` }>;

async function changeAccounts(command: AccountCommand, config: ServerConfig): Promise<string> {
  const run = await prepare(command);
  return withUpgraded(config, async ({ owner }) => {
    const db = connect(owner);
    try {
      return await run(db);
    } finally {
      await db.destroy();
    }
  });
}

/** Lines of the security log go to standard error, beside the result on standard output (decision 59). */
const securityLog = createCommandSecurityLog((line) => process.stderr.write(line));

function tableOf(sessions: readonly ListedSession[]): string {
  if (sessions.length === 0) return 'Nobody is signed in.';
  return sessions
    .map(({ id, email, device, startedAt, lastUsedAt }) =>
      [id, email, device, `since ${startedAt}`, `last used ${lastUsedAt}`].join('  '),
    )
    .join('\n');
}

const calendarIn = (given: {
  readonly 'time-zone'?: string | undefined;
  readonly 'day-begins'?: string | undefined;
}) => ({
  timeZone: given['time-zone'],
  dayBegins: given['day-begins'],
});

/** Asks for a missing password before the database is opened, so that no lock is held while waiting for input. */
async function prepare(command: AccountCommand): Promise<(db: Kysely<Database>) => Promise<string>> {
  switch (command.command) {
    case 'branch add':
      return async (db) => {
        await addBranch(db, { ...command, ...calendarIn(command) });
        return `Branch "${command.name}" was added.`;
      };
    case 'branch set':
      return async (db) => {
        const { timeZone, dayBegins } = await setBranch(db, { name: command.name, ...calendarIn(command) });
        return `A day of "${command.name}" begins at ${dayBegins}:00 in ${timeZone}.`;
      };
    case 'user add': {
      const password = command.password ?? (await askPassword(command.email));
      return async (db) => {
        const user = await addUser(db, {
          email: command.email,
          password,
          branch: command.branch,
          firstName: command['first-name'],
          lastName: command['last-name'],
          accountType: command.manager ? 'manager' : command.role,
        });
        securityLog.record('user-added', { user });
        return `${command.email} can sign in now.`;
      };
    }
    case 'user list':
      return async (db) => formatUsers(await listAllUsers(db, command.branch));
    case 'user role':
      return async (db) => {
        const user = await setUser(db, command, { account_type: command.role });
        securityLog.record('role-changed', { user, role: command.role });
        return `${command.email} is ${command.role === 'manager' ? 'a manager' : 'staff'} now.`;
      };
    case 'user join':
      return async (db) => {
        const accountType = command.role ?? 'manager';
        const user = await joinBranch(db, { ...command, accountType });
        securityLog.record('user-added', { user, role: accountType });
        return `${command.email} works in ${command.branch} too.`;
      };
    case 'user disable':
      return async (db) => {
        securityLog.record('user-disabled', { user: await setUser(db, command, { disabled: true }) });
        return `${command.email} cannot sign in any more, and is signed out everywhere.`;
      };
    case 'user enable':
      return async (db) => {
        securityLog.record('user-enabled', { user: await setUser(db, command, { disabled: false }) });
        return `${command.email} can sign in again.`;
      };
    case 'user password': {
      const password = command.password ?? (await askPassword(command.email));
      return async (db) => {
        const user = await setPassword(db, { email: command.email, password });
        securityLog.record('password-changed', { user });
        return `${command.email} has a new password.`;
      };
    }
    case 'user reset-factor':
      return async (db) => {
        const user = await resetFactor(db, command.email);
        securityLog.record('second-factor-reset', { user });
        return `${command.email} signs in with the password alone, until a new second factor is set up.`;
      };
    case 'session list':
      return async (db) => tableOf(await listSessionsOf(db, command));
    case 'session end':
      return async (db) => {
        const ended = await endSessions(db, command);
        for (const session of ended) securityLog.record('session-ended', session);
        return `Signed out: ${plural(ended.length, { one: '# device', other: '# devices' })}.`;
      };
  }
}

function formatUsers(users: readonly ListedUser[]): string {
  if (users.length === 0) return 'There are no users.';
  return users
    .map(({ branch, email, account_type, first_name, last_name, disabled_at }) =>
      [
        branch,
        account_type,
        email,
        `${first_name} ${last_name}`,
        ...(disabled_at === null ? [] : ['disabled']),
      ].join('  '),
    )
    .join('\n');
}
