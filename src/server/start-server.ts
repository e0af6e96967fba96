import { setTimeout as sleep } from 'node:timers/promises';
import { createFirstUser } from './accounts/first-sign-in.ts';
import { isDatabaseUnavailable } from './db/database-errors.ts';
import { readConfig, type ServerConfig, settingNames } from './platform/config.ts';
import { packageVersion } from './platform/package-version.ts';
import { exitWithMessage, onSignal } from './platform/shutdown.ts';
import { StartupError } from './platform/startup-error.ts';
import { unknownSettings } from './platform/unknown-settings.ts';
import { serve } from './serve.ts';

const print = (text: string) => process.stdout.write(text);

const ASK_AGAIN_MS = 1_000;

/** The database may recover from a crash at this moment, and that must not end the server. */
async function whenReached<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      await sleep(ASK_AGAIN_MS);
    }
  }
}

function databaseOf({ databaseUrl }: Pick<ServerConfig, 'databaseUrl'>): string {
  if (databaseUrl === undefined) return 'its own database';
  if (!URL.canParse(databaseUrl)) return 'the database of DATABASE_URL';
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `database ${searchParams.get('host') ?? host}${pathname}`;
}

export async function startServer(): Promise<void> {
  const signals = onSignal();
  const config = readConfig(process.env);
  for (const sentence of unknownSettings(process.env, settingNames)) {
    process.stderr.write(`WARNING: ${sentence}\n`);
  }
  const { address, firstRunCode, close } = await serve(config, {
    prepare: (db) => createFirstUser(db, config.setup, print),
    onDatabaseLost: (reason) => exitWithMessage(new StartupError(reason)),
  });
  let isClosing = false;
  signals.closeWith(() => {
    isClosing = true;
    return close();
  });
  const facts = [`version ${packageVersion()}`, databaseOf(config), `data in ${config.dataDir}`];
  print(`Branch Desk is ready: ${address} (${facts.join(', ')})\n`);
  const code = await whenReached(firstRunCode).catch((error: unknown) => {
    // A signal closes the database right after the line that says it is ready.
    if (isClosing) return undefined;
    throw error;
  });
  if (code === undefined) return;
  print(`Set up your branch: open ${config.publicUrl ?? address} and enter the code ${code}\n`);
}
