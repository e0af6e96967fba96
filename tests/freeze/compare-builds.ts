import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { bodyOf, changeOf, collectionOf, installment, printAndCancel } from '../server/api/bodies.ts';
import { signedInTokens } from '../support/api.ts';
import { administer } from '../support/extra-users.ts';
import { projectRoot } from '../support/project-root.ts';
import { demoUser, firstUser, type RunningServer, startServer } from '../support/running-server.ts';
import { readRequests } from './read-requests.ts';
import { type Recorded, RecordingClient } from './recording-client.ts';

const backups = {
  demo: { manager: demoUser, staff: { ...demoUser, email: 'staff@branch.local' } },
  large: { manager: firstUser, staff: { ...firstUser, email: 'staff@example.com' } },
} as const;
const languages = ['en', 'ar'] as const;
/** Matches requests of whole lists, which take seconds each on the large branch. */
const WHOLE = /no_pagination|export/;
const print = (text: string) => process.stdout.write(`${text}\n`);

/** Starts a build on the data of a backup. The tokens of all builds last longer than the run. */
async function startOn(backup: string, build: string): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'branch-desk-freeze-'));
  const env = { DATA_DIR: dataDir, ACCESS_TOKEN_SECONDS: '7200', LOG_LEVEL: 'warn' };
  administer({ dataDir, env }, ['restore', backup], '', build);
  const server = await startServer(env, build);
  const remove = async () => {
    await server.remove();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...server, remove };
}

/** Creates, reads, changes and deletes a record of each resource, and sends refused bodies. What a body refers to is made by a manager. */
async function write(client: RecordingClient, manager: RecordingClient): Promise<void> {
  for (const name of allResourceNames) {
    const { path } = resourceOf(name);
    const body = await bodyOf[name](manager, branchFactory(11));
    const other = await manager.create(path, await bodyOf[name](manager, branchFactory(12)));
    const { id = other.id } = (await client.send('POST', path, body)).made ?? {};
    for (const one of [id, other.id]) {
      await client.send('GET', `${path}${one}/`);
      await client.send('PATCH', `${path}${one}/`, changeOf(name));
      await client.send('DELETE', `${path}${one}/`);
      await client.send('GET', `${path}${one}/`);
    }
    await client.send('POST', path, {});
    await client.send('POST', path, Object.fromEntries(Object.keys(body).map((key) => [key, ['wrong']])));
  }
  const { path } = resourceOf('bus');
  const collection = await collectionOf(manager);
  await client.send('POST', '/collections/', collection);
  const related = collection.payments[0]?.related_record ?? '';
  await client.send('POST', path, installment(related, '90'));
  await client.send('POST', path, installment(related, '0.01'));
  await printAndCancel(manager);
}

async function record(build: string, backup: string, requests?: readonly string[]) {
  const began = new Date().toISOString();
  const server = await startOn(backup, build);
  const isSmall = backup.endsWith('demo.backup');
  const people = backups[isSmall ? 'demo' : 'large'];
  try {
    const { access } = await signedInTokens(server.origin, people.manager);
    const asked = requests ?? (await readRequests(server.origin, access));
    const recorded: Recorded[] = [];
    const writers: RecordingClient[] = [];
    for (const [role, person] of Object.entries(people)) {
      const token = role === 'manager' ? access : (await signedInTokens(server.origin, person)).access;
      for (const language of languages) {
        const client = new RecordingClient(server.origin, token, language, role, recorded, began);
        for (const path of asked) if (isSmall || !WHOLE.test(path)) await client.send('GET', path);
        writers.push(client);
      }
    }
    const [manager] = writers;
    for (const client of writers) if (manager) await write(client, manager);
    return { asked, recorded };
  } finally {
    await server.remove();
  }
}

const [folder, base] = process.argv.slice(2);
if (folder === undefined || base === undefined)
  throw new Error('Usage: tsx tests/freeze/compare-builds.ts FOLDER_WITH_BACKUPS BASE/dist/server');
let different = 0;
for (const name of Object.keys(backups)) {
  const backup = join(resolve(folder), `${name}.backup`);
  if (!existsSync(backup)) continue;
  const before = await record(resolve(base), backup);
  const after = await record(join(projectRoot, 'dist/server'), backup, before.asked);
  for (const [index, one] of before.recorded.entries()) {
    const other = after.recorded[index];
    if (one.request === other?.request && one.answer === other.answer) continue;
    different++;
    print(`✗ ${name}: ${one.request}\n  before ${one.answer}\n  now    ${other?.answer ?? 'no answer'}`);
  }
  print(`${name}: ${before.recorded.length} answers compared`);
}
print(`${different} answers differ`);
process.exitCode = different > 0 ? 1 : 0;
