import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { addBranch, addUser } from './accounts/administration.ts';
import { buildApp } from './app.ts';
import type { Database } from './db/database.ts';
import { signInDemoClient } from './demo/api-client.ts';
import { branchFactory } from './demo/branch-factory.ts';
import { fillBranch } from './demo/fill-branch.ts';
import { readConfig, type ServerConfig } from './platform/config.ts';
import { ignoreOutputErrors } from './platform/log-destination.ts';
import { exitWithMessage, onSignal } from './platform/shutdown.ts';
import { StartupError } from './platform/startup-error.ts';
import { serve } from './serve.ts';

const SEED = 2026;
const credentials = { email: 'demo@branch.local', password: 'demo-desk' };
const staffCredentials = { ...credentials, email: 'staff@branch.local' };

const print = (text: string) => process.stdout.write(text);

async function fill(db: Kysely<Database>, config: ServerConfig): Promise<void> {
  const branch = await addBranch(db, { name: 'Nile Branch', address: '12 El Tahrir St., Dokki' });
  const name = { firstName: 'Demo', lastName: 'Manager', accountType: 'manager' } as const;
  await addUser(db, { ...credentials, ...name, branch: branch.id });
  const staffName = { firstName: 'Demo', lastName: 'Staff', accountType: 'staff' } as const;
  const staff = await addUser(db, { ...staffCredentials, ...staffName, branch: branch.id });
  const today = new Date();
  let now = today;
  const app = await buildApp({
    db,
    config,
    tokenSecret: randomBytes(32).toString('hex'),
    clock: () => now,
  });
  const setClock = (instant: Date) => {
    now = instant;
  };
  try {
    await fillBranch({
      api: await signInDemoClient(app, credentials),
      office: { api: await signInDemoClient(app, staffCredentials), user: String(staff.userId) },
      factory: branchFactory(SEED),
      setClock,
      today,
    });
  } finally {
    await app.close();
  }
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'branch-desk-demo-'));
chmodSync(folder, 0o755);
const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });

try {
  ignoreOutputErrors();
  const signals = onSignal();
  process.on('exit', removeFolder);
  const given = readConfig(process.env);
  const config: ServerConfig = {
    ...given,
    dataDir: folder,
    databaseUrl: undefined,
    backups: { ...given.backups, folder: path.join(folder, 'backups'), copy: undefined },
  };
  const { address, close } = await serve(config, {
    durable: false,
    prepare: (db) => fill(db, { ...config, accessTokenSeconds: 3600 }),
    onDatabaseLost: (reason) => exitWithMessage(new StartupError(reason)),
  });
  signals.closeWith(close);
  print(`Branch Desk's demo is ready: ${address}\n`);
  print(`  Email     ${credentials.email}\n  Password  ${credentials.password}\n`);
  print(`  As staff  ${staffCredentials.email}, with the same password\n`);
  print('All of it is thrown away when this program ends.\n');
} catch (error) {
  exitWithMessage(error);
}
