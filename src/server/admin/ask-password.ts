import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartupError } from '#server/startup-error.ts';
import { newPassword } from '#server/store/accounts/new-password.ts';
import { sentenceOf } from './commands.ts';

/** Discards the echo of the terminal's line editor, so that the password is not shown. */
const discardOutput = () => new Writable({ write: (_chunk, _encoding, done) => done() });

async function askOnce(question: string): Promise<string> {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: discardOutput(), terminal: true });
  lines.once('SIGINT', () => process.exit(130));
  const answer = await lines.question('');
  lines.close();
  process.stderr.write('\n');
  return answer;
}

/**
 * Reads a new password: twice from the terminal without echo, or once from standard input.
 * @throws {StartupError} if it is refused or the two inputs differ
 */
export async function askPassword(email: string): Promise<string> {
  const isInteractive = process.stdin.isTTY;
  const input = isInteractive
    ? await askOnce(`New password for ${email}: `)
    : (await text(process.stdin)).split(/\r?\n/, 1)[0];
  const parsed = newPassword.safeParse(input);
  if (!parsed.success) throw new StartupError(sentenceOf(parsed.error));
  if (isInteractive && (await askOnce('Once more: ')) !== parsed.data) {
    throw new StartupError('The two passwords differ; nothing was changed.');
  }
  return parsed.data;
}
