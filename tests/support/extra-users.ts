import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { signedInTokens } from './api.ts';
import { projectRoot } from './project-root.ts';
import { firstUser, type RunningServer } from './running-server.ts';

/** A user with their password. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly branch: string;
}

/** Runs a command of the server's own command line on its data. @throws {Error} with the command's output */
export function administer(
  { dataDir, env }: Pick<RunningServer, 'dataDir'> & Partial<Pick<RunningServer, 'env'>>,
  words: readonly string[],
  input = '',
  build = join(projectRoot, 'dist/server'),
): void {
  const { status, stderr } = spawnSync(process.execPath, [join(build, 'admin.js'), ...words], {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    input,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`"${words.join(' ')}" did not work: ${stderr}`);
}

/** Adds a user to a branch of a running server. @throws {Error} with the command's output */
export function addPerson(server: RunningServer, { email, password, branch }: Person): void {
  administer(server, ['user', 'add', '--email', email, '--branch', branch], `${password}\n`);
}

/**
 * Signs in this many users of the first branch, the first user among them, and returns their access tokens. A load of many requests at once
 * needs several: the server limits those of one user (decision 50).
 */
export async function tokensOfUsers(server: RunningServer, count: number): Promise<string[]> {
  const others = Array.from({ length: count - 1 }, (_, index) => ({
    email: `desk${index + 2}@example.com`,
    password: firstUser.password,
    branch: firstUser.branch,
  }));
  for (const person of others) addPerson(server, person);
  const tokens: string[] = [];
  for (const user of [firstUser, ...others]) {
    tokens.push((await signedInTokens(server.origin, user)).access);
  }
  return tokens;
}
