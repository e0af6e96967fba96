import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { type MailSettings, publicOrigin, readMail, sender, smtpUrl } from './mail/mail-settings.ts';
import { packageRoot } from './package-root.ts';
import { reasonOf, StartupError } from './startup-error.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];
const fourteenDays = 14 * 24 * 60 * 60;

/** Everything the server is told from outside. Times in seconds. */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  /** Absolute. Holds the embedded database and the kept token secret. */
  readonly dataDir: string;
  /** A PostgreSQL to use instead of the embedded one. */
  readonly databaseUrl: string | undefined;
  /** Undefined: one is made and kept in dataDir (see token-secret.ts). */
  readonly tokenSecret: string | undefined;
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  /** The first branch and user, for an empty database. */
  readonly setup: { readonly branch: string; readonly email: string; readonly password: string | undefined };
  /** Certificate and key as PEM text; undefined: plain http (decision 32). */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Fastify's trustProxy: whose X-Forwarded-* headers are believed (decision 32). */
  readonly trustProxy: boolean | number | string;
  /** Undefined: links for a new password are printed by the server (decision 25). */
  readonly mail: MailSettings | undefined;
  /** Origin where people open the app; undefined: the server's own address. */
  readonly publicUrl: string | undefined;
  readonly logLevel: (typeof logLevels)[number];
  /** Origin of another API host that the built app calls, for the content security policy. */
  readonly apiOrigin: string | undefined;
  /** Absolute folder of the built app. */
  readonly appDir: string;
}

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(least).max(most));

const seconds = wholeNumber(1, 10 * 365 * 24 * 60 * 60);

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  );
}

const proxies = z.string().transform((text, context) => {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const listed = text.split(',').map((part) => part.trim());
  if (listed.every((part) => namedNetworks.includes(part) || isNetwork(part))) return listed.join(',');
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

/** The name of each variable, how it is read, and the words for what it must be. */
const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().regex(/^\S+$/).default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/)
    .optional(),
  TOKEN_SECRET: z.string().min(16).optional(),
  ACCESS_TOKEN_SECONDS: seconds.default(300),
  REFRESH_TOKEN_SECONDS: seconds.default(fourteenDays),
  SETUP_BRANCH: z.string().trim().min(1).max(255).default('Main branch'),
  SETUP_EMAIL: z.string().trim().max(255).pipe(z.email()).default('admin@branch.local'),
  SETUP_PASSWORD: z.string().min(4).max(255).optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TRUST_PROXY: proxies.default(false),
  SMTP_URL: smtpUrl.optional(),
  SMTP_FROM: sender.optional(),
  PUBLIC_URL: publicOrigin.optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  VITE_API_URL: z.string().optional(),
});

const mustBe: Record<keyof z.input<typeof environment>, string> = {
  PORT: 'a whole number from 0 to 65535',
  HOST: 'an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'an address that begins with postgres:// or postgresql://',
  TOKEN_SECRET: 'at least 16 characters long',
  ACCESS_TOKEN_SECONDS: 'a whole number of seconds, at least 1',
  REFRESH_TOKEN_SECONDS: 'a whole number of seconds, at least 1',
  SETUP_BRANCH: 'a name of at most 255 characters',
  SETUP_EMAIL: 'an email address',
  SETUP_PASSWORD: 'at least 4 characters long',
  TLS_CERT: 'a readable file with the certificate in PEM form',
  TLS_KEY: 'a readable file with the private key in PEM form',
  TRUST_PROXY: 'true, false, a number of proxies, or addresses and networks separated by commas',
  SMTP_URL: 'an address that begins with smtp:// or smtps://',
  SMTP_FROM: 'an email address, such as desk@example.org or Branch Desk <desk@example.org>',
  PUBLIC_URL: 'the address where people open the app, without a path, such as https://desk.example.org',
  LOG_LEVEL: `one of ${logLevels.join(', ')}`,
  VITE_API_URL: 'a path or an address that begins with http:// or https://',
};

type Variable = keyof typeof mustBe;

/** Never repeats the value: it may be a secret. */
function wrong(name: Variable, reason = ''): StartupError {
  return new StartupError(`${name} must be ${mustBe[name]}${reason && ` (${reason})`}.`);
}

function readPem(name: 'TLS_CERT' | 'TLS_KEY', file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(name, reasonOf(error));
  }
  if (!text.includes('-----BEGIN ')) throw wrong(name);
  return text;
}

function readTls(cert: string | undefined, key: string | undefined): ServerConfig['tls'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new StartupError(
      `TLS_CERT and TLS_KEY belong together: set ${cert ? 'TLS_KEY' : 'TLS_CERT'} too, or neither.`,
    );
  }
  return { cert: readPem('TLS_CERT', cert), key: readPem('TLS_KEY', key) };
}

function originOf(url: string | undefined): string | undefined {
  if (url === undefined || url.startsWith('/')) return undefined;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw wrong('VITE_API_URL');
  return new URL(url).origin;
}

/**
 * Reads the environment; an empty variable counts as not set.
 * @throws {StartupError} naming the first variable that is wrong, never its value
 */
export function readConfig(env: NodeJS.ProcessEnv): ServerConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const name = z
      .enum(Object.keys(mustBe) as [Variable, ...Variable[]])
      .parse(parsed.error.issues[0]?.path[0]);
    throw wrong(name);
  }
  const set = parsed.data;
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: path.resolve(set.DATA_DIR),
    databaseUrl: set.DATABASE_URL,
    tokenSecret: set.TOKEN_SECRET,
    accessTokenSeconds: set.ACCESS_TOKEN_SECONDS,
    refreshTokenSeconds: set.REFRESH_TOKEN_SECONDS,
    setup: { branch: set.SETUP_BRANCH, email: set.SETUP_EMAIL, password: set.SETUP_PASSWORD },
    tls: readTls(set.TLS_CERT, set.TLS_KEY),
    trustProxy: set.TRUST_PROXY,
    mail: readMail({ smtpUrl: set.SMTP_URL, from: set.SMTP_FROM, publicUrl: set.PUBLIC_URL }),
    publicUrl: set.PUBLIC_URL,
    logLevel: set.LOG_LEVEL,
    apiOrigin: originOf(set.VITE_API_URL),
    appDir: path.join(packageRoot, 'dist', 'app'),
  };
}
