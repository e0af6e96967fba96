import { readCommand, usage } from './admin/commands.ts';
import { runCommand } from './admin/run-command.ts';
import { readConfig } from './config.ts';
import { exitWithMessage } from './shutdown.ts';
import { StartupError } from './startup-error.ts';
import { AccountError } from './store/accounts/administration.ts';

const exitUsageError = 2;

try {
  const command = readCommand(process.argv.slice(2));
  if ('problem' in command) {
    process.stderr.write(`${command.problem}\n\n${usage}`);
    process.exit(exitUsageError);
  }
  process.stdout.write(`${await runCommand(command, readConfig(process.env))}\n`);
} catch (error) {
  exitWithMessage(error instanceof AccountError ? new StartupError(error.message) : error);
}
