import { readCommand, usage } from './admin/commands.ts';
import { runCommand } from './admin/run-command.ts';
import { readConfig } from './config.ts';
import { StartProblem } from './start-problem.ts';
import { AccountProblem } from './store/accounts.ts';
import { giveUp } from './until-signalled.ts';

const wrongInput = 2;

try {
  const command = readCommand(process.argv.slice(2));
  if ('problem' in command) {
    process.stderr.write(`${command.problem}\n\n${usage}`);
    process.exit(wrongInput);
  }
  process.stdout.write(`${await runCommand(command, readConfig(process.env))}\n`);
} catch (error) {
  giveUp(error instanceof AccountProblem ? new StartProblem(error.message) : error);
}
