import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { z } from 'zod';
import { isTimeZone, LAST_HOUR_OF_BEGINNING } from '#contract/days.ts';
import { roles } from '#contract/permissions.ts';
import { typedLine } from '#contract/typed-text.ts';
import { newPassword } from '#server/accounts/passwords.ts';
import { reasonOf, StartupError } from '#server/platform/startup-error.ts';

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

/** Asked twice in the terminal, without echo, or read once from standard input. */
export async function askPassword(email: string): Promise<string> {
  const isInteractive = process.stdin.isTTY;
  const input = isInteractive
    ? await askOnce(`New password for ${email}: `)
    : (await readText(process.stdin)).split(/\r?\n/, 1)[0];
  const parsed = newPassword.safeParse(input);
  if (!parsed.success) throw new StartupError(sentenceOf(parsed.error));
  if (isInteractive && (await askOnce('Once more: ')) !== parsed.data) {
    throw new StartupError('The two passwords differ; nothing was changed.');
  }
  return parsed.data;
}

export const usage = `Usage: npm run admin -- <command>

  branch add     --name NAME --address ADDRESS [--time-zone ZONE] [--day-begins HOUR]
  branch set     --name NAME [--time-zone ZONE] [--day-begins HOUR]
  user add       --email EMAIL --branch BRANCH [--password PASSWORD]
                 [--first-name NAME] [--last-name NAME] [--role manager|staff]
  user join      --email EMAIL --branch BRANCH [--role manager|staff]
  user list      [--branch BRANCH]
  user role      --email EMAIL --role manager|staff [--branch BRANCH]
  user disable   --email EMAIL [--branch BRANCH]
  user enable    --email EMAIL [--branch BRANCH]
  user password  --email EMAIL [--password PASSWORD]
  user reset-factor --email EMAIL
  session list   [--email EMAIL]
  session end    --email EMAIL | --id ID
  backup         FILE [--force]
  backup         --branch BRANCH [FILE] [--force]
  backup list
  backup key
  backup copies
  backup fetch   FILE [--name NAME] [--force]
  restore        FILE
  restore        --branch FILE [--name BRANCH] [--join]
  database new
  reindex

Without --password it is asked for, or read from standard input. A user is a manager unless --role says otherwise; --manager says so too.
user join lets somebody work in another branch too; --branch then says in which one a role is changed, or the user disabled.
A backup can be made while the server runs; --force replaces a file that is there. It is restored into a database that nobody has used yet.
With --branch one branch is backed up, or restored from FILE into any database while others work: its records are replaced, or it is added with
its users. --name says which branch of a file with several; --join lets people whose address is known here work in it too.
database new makes an empty database where one was lost, which a start does not do by itself.
backup key prints a new BACKUP_COPY_KEY. backup copies lists what is at BACKUP_COPY; backup fetch decrypts the newest of them into FILE, or NAME.
reindex computes anew how names and phone numbers are found, while the server runs: after an upgrade that says so.
`;

const text = (option: string, maxLength = 255) =>
  typedLine({
    limit: maxLength,
    missing: () => `--${option} is missing.`,
    tooLong: () => `--${option} is longer than ${maxLength} characters.`,
    unstorable: () => `--${option} has characters that cannot be stored.`,
  }).min(1, `--${option} is empty.`);

const email = text('email').pipe(z.email('--email is not an email address.'));
const name = (option: string) =>
  text(option)
    .min(2, `--${option} must be at least 2 characters.`)
    .max(30, `--${option} must be at most 30 characters.`);

const role = z.enum(roles, { error: '--role is manager or staff.' });

const calendar = {
  'time-zone': z.string().refine(isTimeZone, '--time-zone is no time zone such as Africa/Cairo.').optional(),
  'day-begins': z
    .string()
    .refine(
      (hour) => /^\d{1,2}$/.test(hour) && Number(hour) <= LAST_HOUR_OF_BEGINNING,
      '--day-begins is an hour from 0 to 11.',
    )
    .transform((hour) => String(Number(hour)))
    .optional(),
};

const file = z.string('Name the file.').min(1, 'Name the file.');

const commands = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('branch add'),
    name: text('name'),
    address: text('address', 2000),
    ...calendar,
  }),
  z
    .object({ command: z.literal('branch set'), name: text('name'), ...calendar })
    .refine(
      (given) => given['time-zone'] !== undefined || given['day-begins'] !== undefined,
      'Give --time-zone or --day-begins.',
    ),
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
  z.object({ command: z.literal('user join'), email, branch: text('branch'), role: role.optional() }),
  z.object({ command: z.literal('user role'), email, role, branch: text('branch').optional() }),
  z.object({ command: z.literal('user disable'), email, branch: text('branch').optional() }),
  z.object({ command: z.literal('user enable'), email, branch: text('branch').optional() }),
  z.object({ command: z.literal('user password'), email, password: newPassword.optional() }),
  z.object({ command: z.literal('user reset-factor'), email }),
  z.object({ command: z.literal('session list'), email: email.optional() }),
  z
    .object({ command: z.literal('session end'), email: email.optional(), id: text('id').optional() })
    .refine((given) => (given.email === undefined) !== (given.id === undefined), 'Give --email or --id.'),
  z.object({ command: z.literal('backup'), file, force: z.boolean().default(false) }),
  z.object({
    command: z.literal('backup branch'),
    branch: text('branch'),
    file: file.optional(),
    force: z.boolean().default(false),
  }),
  z.object({ command: z.literal('backup list') }),
  z.object({ command: z.literal('backup key') }),
  z.object({ command: z.literal('backup copies') }),
  z.object({
    command: z.literal('backup fetch'),
    file,
    name: text('name').optional(),
    force: z.boolean().default(false),
  }),
  z.object({ command: z.literal('restore'), file }),
  z.object({
    command: z.literal('restore branch'),
    branch: file,
    name: text('name').optional(),
    join: z.boolean().default(false),
  }),
  z.object({ command: z.literal('database new') }),
  z.object({ command: z.literal('reindex') }),
]);

export type Command = z.output<typeof commands>;

const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
  commands.options
    .flatMap(({ shape }) => Object.entries<z.ZodType>(shape))
    .filter(([name]) => name !== 'command' && name !== 'file')
    .map(([name, value]) => [name, { type: value.safeParse(true).success ? 'boolean' : 'string' }]),
);

const schemaOf = (name: string) => commands.options.find(({ shape }) => shape.command.value === name);

const fileCommands: readonly string[] = ['backup', 'restore'];

function sentenceOf({ issues: [first] }: z.ZodError): string {
  const text = first?.message ?? 'This is not complete.';
  return text.endsWith('.') ? text : `${text}.`;
}

function parsePositionals(positionals: readonly string[], ofBranch: boolean) {
  const [first = '', file, ...more] = positionals;
  if (ofBranch && first === 'backup' && more.length === 0) return { command: 'backup branch', file };
  if (ofBranch && first === 'restore' && file === undefined) return { command: 'restore branch' };
  if (first === 'backup' && file === 'fetch' && more.length <= 1)
    return { command: 'backup fetch', file: more[0] };
  const isWhole = schemaOf(positionals.join(' ')) !== undefined && file !== undefined;
  const takesFile = fileCommands.includes(first) && more.length === 0 && !isWhole;
  return takesFile ? { command: first, file } : { command: positionals.join(' ') };
}

export function readCommand(args: readonly string[]): Command | { readonly problem: string } {
  let read: ReturnType<typeof parseArgs>;
  try {
    read = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    return { problem: reasonOf(error).split('. ', 1)[0] ?? '' };
  }
  const positional = parsePositionals(read.positionals, read.values.branch !== undefined);
  const schema = schemaOf(positional.command);
  if (!schema) {
    return {
      problem: args.length === 0 ? 'Say what to do.' : `There is no command "${positional.command}".`,
    };
  }
  const foreignOption = Object.keys(read.values).find((option) => !(option in schema.shape));
  if (foreignOption !== undefined)
    return { problem: `--${foreignOption} does not belong to "${positional.command}".` };
  const parsed = commands.safeParse({ ...positional, ...read.values });
  return parsed.success ? parsed.data : { problem: sentenceOf(parsed.error) };
}
