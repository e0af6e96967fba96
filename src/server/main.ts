import { readConfig } from './config.ts';
import { createFirstUser } from './first-sign-in.ts';
import { serve } from './serve.ts';
import { exitWithMessage, onSignal } from './shutdown.ts';
import { StartupError } from './startup-error.ts';

const print = (text: string) => process.stdout.write(text);

try {
  const signals = onSignal();
  const config = readConfig(process.env);
  const { address, close } = await serve(config, {
    prepare: (db) => createFirstUser(db, config.setup, print),
    onDatabaseLost: (reason) => exitWithMessage(new StartupError(reason)),
  });
  signals.closeWith(close);
  print(`Branch Desk is ready: ${address}\n`);
} catch (error) {
  exitWithMessage(error);
}
