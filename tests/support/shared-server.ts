import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { addBranch, addUser, joinBranch } from '#server/accounts/administration.ts';
import { connect } from '#server/db/connect.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import type { Person } from './extra-users.ts';
import { firstUser, type RunningServer } from './running-server.ts';

/** Names the environment variable with the address and the data folder of the shared server. */
const SHARED = 'SHARED_SERVER';

/** A new branch with one manager on the server that test files share. */
export interface OwnBranch {
  readonly origin: string;
  readonly user: Person;
  /** Adds a branch that its manager manages too, and returns its name. */
  readonly addOtherBranch: (name: string) => Promise<string>;
}

export function shareServer({ origin, dataDir }: RunningServer): void {
  process.env[SHARED] = JSON.stringify({ origin, dataDir });
}

function sharedServer(): Pick<RunningServer, 'origin' | 'dataDir'> {
  const shared = process.env[SHARED];
  if (shared === undefined) throw new Error('The shared server was not started before the tests.');
  return JSON.parse(shared);
}

async function onDatabase<Result>(change: (db: Kysely<Database>) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(
    { dataDir: sharedServer().dataDir, databaseUrl: undefined },
    { attach: true },
  );
  const db = connect(database.owner);
  try {
    return await change(db);
  } finally {
    await db.destroy();
    await database.stop();
  }
}

/**
 * Creates a branch and its manager on the shared server. A server of its own takes 1.2 s of CPU time and starts cold. It is for files that
 * neither stop their server, nor need other settings, nor look at what it prints or at other branches.
 * @throws {Error} when the shared server was not started
 */
export async function ownBranch(): Promise<OwnBranch> {
  const { origin } = sharedServer();
  const branch = `${firstUser.branch} ${randomBytes(3).toString('hex')}`;
  // Addresses are unique on a server, not in a branch.
  const email = `desk-${randomBytes(4).toString('hex')}@example.com`;
  const user = { email, password: firstUser.password, branch };
  await onDatabase(async (db) => {
    await addBranch(db, { name: branch, address: '' });
    await addUser(db, user);
  });
  const addOtherBranch = async (name: string) => {
    const other = `${name} ${randomBytes(3).toString('hex')}`;
    await onDatabase(async (db) => {
      await addBranch(db, { name: other, address: '' });
      await joinBranch(db, { email: user.email, branch: other, accountType: 'manager' });
    });
    return other;
  };
  return { origin, user, addOtherBranch };
}
