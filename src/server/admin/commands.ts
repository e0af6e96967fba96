import { parseArgs } from 'node:util';
import { z } from 'zod';
import { roles } from '#contract/permissions.ts';
import { typedLine } from '#contract/typed-text.ts';
import { reasonOf } from '#server/startup-error.ts';
import { newPassword } from '#server/store/accounts/new-password.ts';

/** The help text of `npm run admin`. */
export const usage = `Usage: npm run admin -- <command>

  branch add     --name NAME --address ADDRESS
  user add       --email EMAIL --branch BRANCH [--password PASSWORD]
                 [--first-name NAME] [--last-name NAME] [--role manager|staff]
  user list      [--branch BRANCH]
  user role      --email EMAIL --role manager|staff
  user disable   --email EMAIL
  user enable    --email EMAIL
  user password  --email EMAIL [--password PASSWORD]
  session list   [--email EMAIL]
  session end    --email EMAIL | --id ID
  backup         FILE [--force]
  backup list
  restore        FILE

Without --password it is asked for, or read from standard input. A user is a manager unless --role says otherwise; --manager says so too.
A backup can be made while the server runs; --force replaces a file that is there. It is restored into an empty database only.
`;

const text = (option: string, maxLength = 255) =>
  typedLine({
    limit: maxLength,
    missing: `--${option} is missing.`,
    tooLong: `--${option} is longer than ${maxLength} characters.`,
    unstorable: `--${option} has characters that cannot be stored.`,
  }).min(1, `--${option} is empty.`);

const email = text('email').pipe(z.email('--email is not an email address.'));
const name = (option: string) =>
  text(option)
    .min(2, `--${option} must be at least 2 characters.`)
    .max(30, `--${option} must be at most 30 characters.`);

const role = z.enum(roles, { error: '--role is manager or staff.' });

const file = z.string('Name the file.').min(1, 'Name the file.');

const commands = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('branch add'),
    name: text('name'),
    address: text('address', 2000),
  }),
  z.object({
    command: z.literal('user add'),
    email,
    branch: text('branch'),
    password: newPassword.optional(),
    'first-name': name('first-name').optional(),
    'last-name': name('last-name').optional(),
    role: role.optional(),
    manager: z.boolean().optional(),
  }),
  z.object({ command: z.literal('user list'), branch: text('branch').optional() }),
  z.object({ command: z.literal('user role'), email, role }),
  z.object({ command: z.literal('user disable'), email }),
  z.object({ command: z.literal('user enable'), email }),
  z.object({ command: z.literal('user password'), email, password: newPassword.optional() }),
  z.object({ command: z.literal('session list'), email: email.optional() }),
  z
    .object({ command: z.literal('session end'), email: email.optional(), id: text('id').optional() })
    .refine((given) => (given.email === undefined) !== (given.id === undefined), 'Give --email or --id.'),
  z.object({ command: z.literal('backup'), file, force: z.boolean().default(false) }),
  z.object({ command: z.literal('backup list') }),
  z.object({ command: z.literal('restore'), file }),
]);

/** Represents a parsed command with its options. */
export type Command = z.output<typeof commands>;

const options = {
  name: { type: 'string' },
  address: { type: 'string' },
  email: { type: 'string' },
  id: { type: 'string' },
  branch: { type: 'string' },
  password: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  role: { type: 'string' },
  manager: { type: 'boolean' },
  force: { type: 'boolean' },
} as const;

/** Lists the options of each command, to report one of another command. */
const optionsOfCommand: Record<Command['command'], readonly string[]> = {
  'branch add': ['name', 'address'],
  'user add': ['email', 'branch', 'password', 'first-name', 'last-name', 'role', 'manager'],
  'user list': ['branch'],
  'user role': ['email', 'role'],
  'user disable': ['email'],
  'user enable': ['email'],
  'user password': ['email', 'password'],
  'session list': ['email'],
  'session end': ['email', 'id'],
  backup: ['force'],
  'backup list': [],
  restore: [],
};

const commandNames = z.enum([
  'branch add',
  'user add',
  'user list',
  'user role',
  'user disable',
  'user enable',
  'user password',
  'session list',
  'session end',
  'backup',
  'backup list',
  'restore',
]);
const fileCommands: readonly string[] = ['backup', 'restore'];

/** Returns the first problem as a sentence. */
export function sentenceOf({ issues: [first] }: z.ZodError): string {
  const text = first?.message ?? 'This is not complete.';
  return text.endsWith('.') ? text : `${text}.`;
}

/** Splits the positional arguments into command and file. */
function parsePositionals(positionals: readonly string[]) {
  const [first = '', file, ...more] = positionals;
  const takesFile =
    fileCommands.includes(first) && more.length === 0 && positionals.join(' ') !== 'backup list';
  return takesFile ? { command: first, file } : { command: positionals.join(' ') };
}

/** Parses the arguments after `npm run admin --`; a problem is one sentence for the terminal. */
export function readCommand(args: readonly string[]): Command | { readonly problem: string } {
  let read: ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>;
  try {
    read = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return { problem: reasonOf(error).split('. ', 1)[0] ?? '' };
  }
  const positional = parsePositionals(read.positionals);
  const command = commandNames.safeParse(positional.command);
  if (!command.success) {
    return {
      problem: args.length === 0 ? 'Say what to do.' : `There is no command "${positional.command}".`,
    };
  }
  const foreignOption = Object.keys(read.values).find(
    (option) => !optionsOfCommand[command.data].includes(option),
  );
  if (foreignOption !== undefined)
    return { problem: `--${foreignOption} does not belong to "${command.data}".` };
  const parsed = commands.safeParse({ ...positional, ...read.values });
  return parsed.success ? parsed.data : { problem: sentenceOf(parsed.error) };
}
