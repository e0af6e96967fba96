import { readConfig } from './config.ts';
import { createFirstUser } from './first-sign-in.ts';
import { serve } from './serve.ts';
import { exitWithMessage, onSignal } from './shutdown.ts';
import { StartupError } from './startup-error.ts';

const print = (text: string) => process.stdout.write(text);

/** Starts the server with the settings of the environment. @throws {StartupError} if it cannot start */
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
