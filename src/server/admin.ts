import { AccountError } from './accounts/administration.ts';
import { readCommand, usage } from './admin/commands.ts';
import { runCommand } from './admin/run-command.ts';
import { readConfig } from './platform/config.ts';
import { exitWithMessage } from './platform/shutdown.ts';
import { StartupError } from './platform/startup-error.ts';

const exitUsageError = 2;

try {
  const command = readCommand(process.argv.slice(2));
  if ('problem' in command) {
    process.stderr.write(`${command.problem}\n\n${usage}`);
    process.exit(exitUsageError);
  }
  // The settings may be wrong for want of this key.
  const config = readConfig(command.command === 'backup key' ? {} : process.env);
  process.stdout.write(`${await runCommand(command, config)}\n`);
} catch (error) {
  exitWithMessage(error instanceof AccountError ? new StartupError(error.message) : error);
}
