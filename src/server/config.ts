import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { typedLine } from '#contract/typed-text.ts';
import { type MailSettings, publicOrigin, readMail, sender, smtpUrl } from './mail/mail-settings.ts';
import { packageRoot } from './package-root.ts';
import { reasonOf, StartupError } from './startup-error.ts';
import { isStrongSecret } from './strong-secret.ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];
const fourteenDays = 14 * 24 * 60 * 60;

/** Holds the configuration of the server. Times are in seconds. */
export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  /** Absolute path of the folder with the embedded database and the token secret. */
  readonly dataDir: string;
  /** Address of an external PostgreSQL; undefined: the embedded one. */
  readonly databaseUrl: string | undefined;
  /** Undefined: a secret is created and stored in dataDir (see token-secret.ts). */
  readonly tokenSecret: string | undefined;
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  /** The first branch and user of an empty database; `isGiven` if any SETUP_ variable is set: then nobody sets up by hand (decision 60). */
  readonly setup: {
    readonly branch: string;
    readonly email: string;
    readonly password: string | undefined;
    readonly isGiven: boolean;
  };
  /** Certificate and key as PEM text; undefined: plain http (decision 32). */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Fastify's trustProxy: whose X-Forwarded-* headers are trusted (decision 32). */
  readonly trustProxy: boolean | number | string;
  /** Undefined: reset links are printed by the server (decision 25). */
  readonly mail: MailSettings | undefined;
  /** Origin of the app for users; undefined: the server's own address. */
  readonly publicUrl: string | undefined;
  readonly logLevel: (typeof logLevels)[number];
  /** The bearer token of GET /metrics; undefined: there is no such call (decision 59). */
  readonly metricsToken: string | undefined;
  /** Absolute folder of the automatic backups, and how many of them are kept (decision 58). */
  readonly backups: { readonly folder: string; readonly keep: number };
  /** Origin of another server that the built app calls, for the content security policy. */
  readonly apiOrigin: string | undefined;
  /** Absolute folder of the built app. */
  readonly appDir: string;
}

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum));

const seconds = wholeNumber(1, 10 * 365 * 24 * 60 * 60);

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const maxBits = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) > 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
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

/** Parses the environment variables. */
const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().regex(/^\S+$/).default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/)
    .optional(),
  TOKEN_SECRET: z.string().refine(isStrongSecret).optional(),
  ACCESS_TOKEN_SECONDS: seconds.default(300),
  REFRESH_TOKEN_SECONDS: seconds.default(fourteenDays),
  SETUP_BRANCH: typedLine({ limit: 255 }).min(1).default('Main branch'),
  SETUP_EMAIL: typedLine({ limit: 255 }).pipe(z.email()).default('admin@branch.local'),
  SETUP_PASSWORD: z.string().optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TRUST_PROXY: proxies.default(false),
  SMTP_URL: smtpUrl.optional(),
  SMTP_FROM: sender.optional(),
  PUBLIC_URL: publicOrigin.optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,255}$/)
    .optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).default(14),
  VITE_API_URL: z.string().optional(),
});

/** Describes the valid values of each variable, for error messages. */
const expectations: Record<keyof z.input<typeof environment>, string> = {
  PORT: 'a whole number from 0 to 65535',
  HOST: 'an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'an address that begins with postgres:// or postgresql://',
  TOKEN_SECRET:
    '32 random bytes or more, such as the output of openssl rand -hex 32; everyone signs in again after a change',
  ACCESS_TOKEN_SECONDS: 'a whole number of seconds, at least 1',
  REFRESH_TOKEN_SECONDS: 'a whole number of seconds, at least 1',
  SETUP_BRANCH: 'a name of at most 255 characters on one line',
  SETUP_EMAIL: 'an email address',
  SETUP_PASSWORD: 'a password',
  TLS_CERT: 'a readable file with the certificate in PEM form',
  TLS_KEY: 'a readable file with the private key in PEM form',
  TRUST_PROXY: 'true, false, a number of proxies, or addresses and networks separated by commas',
  SMTP_URL: 'an address that begins with smtp:// or smtps://',
  SMTP_FROM: 'an email address, such as desk@example.org or Branch Desk <desk@example.org>',
  PUBLIC_URL: 'the address where people open the app, without a path, such as https://desk.example.org',
  LOG_LEVEL: `one of ${logLevels.join(', ')}`,
  METRICS_TOKEN: '16 to 255 characters without spaces',
  BACKUP_DIR: 'a folder',
  BACKUP_KEEP: 'a whole number of backups, from 1 to 1000',
  VITE_API_URL: 'a path or an address that begins with http:// or https://',
};

type Variable = keyof typeof expectations;

/** Creates the error of an invalid variable, without its value: it may be a secret. */
function invalidVariable(name: Variable, reason = ''): StartupError {
  return new StartupError(`${name} must be ${expectations[name]}${reason && ` (${reason})`}.`);
}

function readPem(name: 'TLS_CERT' | 'TLS_KEY', file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw invalidVariable(name, reasonOf(error));
  }
  if (!text.includes('-----BEGIN ')) throw invalidVariable(name);
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

const isLocal = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host);

/** Tells whether every client is believed to be a proxy. */
const trustsEveryone = (trustProxy: ServerConfig['trustProxy']) =>
  trustProxy === true || (typeof trustProxy === 'string' && /(^|,)[\d.a-f:]+\/0+(,|$)/i.test(trustProxy));

/** @throws {StartupError} if clients that reach the server directly could claim any address (decision 51) */
function requireKnownProxy({ HOST, TRUST_PROXY }: z.output<typeof environment>): void {
  if (isLocal(HOST) || !trustsEveryone(TRUST_PROXY)) return;
  throw new StartupError(
    `TRUST_PROXY believes everyone who reaches ${HOST}: name the addresses of the proxies in its place, such as TRUST_PROXY=10.0.0.2, or listen on HOST=127.0.0.1.`,
  );
}

function originOf(url: string | undefined): string | undefined {
  if (url === undefined || url.startsWith('/')) return undefined;
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) throw invalidVariable('VITE_API_URL');
  return new URL(url).origin;
}

/**
 * Reads the configuration from the environment; an empty variable counts as unset.
 * @throws {StartupError} naming the first invalid variable, never its value
 */
export function readConfig(env: NodeJS.ProcessEnv): ServerConfig {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(nonEmpty);
  if (!parsed.success) {
    const name = z
      .enum(Object.keys(expectations) as [Variable, ...Variable[]])
      .parse(parsed.error.issues[0]?.path[0]);
    throw invalidVariable(name);
  }
  const variables = parsed.data;
  requireKnownProxy(variables);
  return {
    port: variables.PORT,
    host: variables.HOST,
    dataDir: path.resolve(variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL,
    tokenSecret: variables.TOKEN_SECRET,
    accessTokenSeconds: variables.ACCESS_TOKEN_SECONDS,
    refreshTokenSeconds: variables.REFRESH_TOKEN_SECONDS,
    setup: {
      branch: variables.SETUP_BRANCH,
      email: variables.SETUP_EMAIL,
      password: variables.SETUP_PASSWORD,
      isGiven: Object.keys(nonEmpty).some((name) => /^SETUP_(BRANCH|EMAIL|PASSWORD)$/.test(name)),
    },
    tls: readTls(variables.TLS_CERT, variables.TLS_KEY),
    trustProxy: variables.TRUST_PROXY,
    mail: readMail({
      smtpUrl: variables.SMTP_URL,
      from: variables.SMTP_FROM,
      publicUrl: variables.PUBLIC_URL,
    }),
    publicUrl: variables.PUBLIC_URL,
    logLevel: variables.LOG_LEVEL,
    metricsToken: variables.METRICS_TOKEN,
    backups: {
      folder: path.resolve(variables.BACKUP_DIR ?? path.join(variables.DATA_DIR, 'backups')),
      keep: variables.BACKUP_KEEP,
    },
    apiOrigin: originOf(variables.VITE_API_URL),
    appDir: path.join(packageRoot, 'dist', 'app'),
  };
}
