import { parseArgs } from 'node:util';
import { z } from 'zod';
import { reasonOf } from '../start-problem.ts';

export const usage = `Usage: npm run admin -- <command>

  branch add     --name NAME --address ADDRESS
  user add       --email EMAIL --branch BRANCH [--password PASSWORD]
                 [--first-name NAME] [--last-name NAME] [--manager]
  user password  --email EMAIL [--password PASSWORD]

Without --password it is asked for, or read from standard input.
`;

const text = (option: string, most = 255) =>
  z
    .string(`--${option} is missing.`)
    .trim()
    .min(1, `--${option} is empty.`)
    .max(most, `--${option} is longer than ${most} characters.`)
    .refine(
      (given) => !given.includes('\0') && given.isWellFormed(),
      `--${option} has characters that cannot be stored.`,
    );

const email = text('email').pipe(z.email('--email is not an email address.'));
const name = (option: string) =>
  text(option)
    .min(2, `--${option} must be at least 2 characters.`)
    .max(30, `--${option} must be at most 30 characters.`);

/** Decision 26: a new password has at least 8 characters. */
export const newPassword = z
  .string()
  .min(8, 'The password must be at least 8 characters.')
  .max(255, 'The password must be at most 255 characters.');

const commands = z.discriminatedUnion('command', [
  z.object({ command: z.literal('branch add'), name: text('name'), address: text('address', 2000) }),
  z.object({
    command: z.literal('user add'),
    email,
    branch: text('branch'),
    password: newPassword.optional(),
    'first-name': name('first-name').optional(),
    'last-name': name('last-name').optional(),
    manager: z.boolean().optional(),
  }),
  z.object({ command: z.literal('user password'), email, password: newPassword.optional() }),
]);

/** What an administrator asks for. */
export type Command = z.output<typeof commands>;

const options = {
  name: { type: 'string' },
  address: { type: 'string' },
  email: { type: 'string' },
  branch: { type: 'string' },
  password: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  manager: { type: 'boolean' },
} as const;

/** Options of each command, for naming one that does not belong to it. */
const belongs: Record<Command['command'], readonly string[]> = {
  'branch add': ['name', 'address'],
  'user add': ['email', 'branch', 'password', 'first-name', 'last-name', 'manager'],
  'user password': ['email', 'password'],
};

const known = z.enum(['branch add', 'user add', 'user password']);

/** Reads the words after `npm run admin --`; a problem is one sentence for the person at the terminal. */
export function readCommand(words: readonly string[]): Command | { readonly problem: string } {
  let read: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    read = parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    return { problem: reasonOf(error).split('. ', 1)[0] ?? '' };
  }
  const command = known.safeParse(read.positionals.join(' '));
  if (!command.success) {
    return {
      problem:
        words.length === 0 ? 'Say what to do.' : `There is no command "${read.positionals.join(' ')}".`,
    };
  }
  const stranger = Object.keys(read.values).find((option) => !belongs[command.data].includes(option));
  if (stranger !== undefined) return { problem: `--${stranger} does not belong to "${command.data}".` };
  const parsed = commands.safeParse({ command: command.data, ...read.values });
  return parsed.success
    ? parsed.data
    : { problem: parsed.error.issues[0]?.message ?? 'This is not complete.' };
}
