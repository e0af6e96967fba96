import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartupError } from '#server/startup-error.ts';
import { newPassword } from './commands.ts';

/** The terminal's line editor writes what is typed to its output; this one swallows it. */
const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

async function askOnce(question: string): Promise<string> {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: nowhere(), terminal: true });
  lines.once('SIGINT', () => process.exit(130));
  const answer = await lines.question('');
  lines.close();
  process.stderr.write('\n');
  return answer;
}

/**
 * A new password from the terminal, twice and without showing it, or the first line of standard input.
 * @throws {StartupError} when it is too short or the two differ
 */
export async function askPassword(person: string): Promise<string> {
  const typed = process.stdin.isTTY;
  const given = typed
    ? await askOnce(`New password for ${person}: `)
    : (await text(process.stdin)).split(/\r?\n/, 1)[0];
  const parsed = newPassword.safeParse(given);
  if (!parsed.success) throw new StartupError(parsed.error.issues[0]?.message ?? '');
  if (typed && (await askOnce('Once more: ')) !== parsed.data) {
    throw new StartupError('The two passwords differ; nothing was changed.');
  }
  return parsed.data;
}
