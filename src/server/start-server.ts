import { createFirstUser } from './accounts/first-sign-in.ts';
import { readConfig } from './platform/config.ts';
import { exitWithMessage, onSignal } from './platform/shutdown.ts';
import { StartupError } from './platform/startup-error.ts';
import { serve } from './serve.ts';

const print = (text: string) => process.stdout.write(text);

/** @throws {StartupError} if it cannot start */
export async function startServer(): Promise<void> {
  const signals = onSignal();
  const config = readConfig(process.env);
  const { address, firstRunCode, close } = await serve(config, {
    prepare: (db) => createFirstUser(db, config.setup, print),
    onDatabaseLost: (reason) => exitWithMessage(new StartupError(reason)),
  });
  signals.closeWith(close);
  const code = await firstRunCode();
  const invitation =
    code && `Set up your branch: open ${config.publicUrl ?? address} and enter the code ${code}\n`;
  print(`Branch Desk is ready: ${address}\n${invitation ?? ''}`);
}
