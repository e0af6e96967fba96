import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { typedTimeZone } from '#contract/day-settings.ts';
import { typedLine } from '#contract/typed-text.ts';
import { type CopySettings, copyKey, copyPlace, readCopySettings } from './copy-settings.ts';
import { issuerAddress, type OidcSettings, readOidcSettings } from './oidc-settings.ts';
import { packageRoot } from './package-root.ts';
import { withSecretFiles } from './secret-files.ts';
import { codeOf, reasonOf, StartupError } from './startup-error.ts';

export interface MailSettings {
  /** smtp:// or smtps://, including user and password. */
  readonly smtpUrl: string;
  readonly from: { readonly name: string; readonly address: string };
}

const smtpUrl = z
  .string()
  .refine((text) => /^smtps?:\/\/\S+$/.test(text) && URL.canParse(text) && new URL(text).hostname !== '');

const sender = z.string().transform((text, context) => {
  const [, name = '', inside] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = z.email().safeParse(inside ?? text.trim());
  if (address.success) return { name: name.trim(), address: address.data };
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

/** A path is invalid, because the app's pages are at the root. */
const publicOrigin = z.string().transform((text, context) => {
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url && [url.origin, `${url.origin}/`].includes(url.href)) return url.origin;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

/** Sender and public origin are required: a request's Host header is not trusted for links. */
function readMail({
  SMTP_URL: smtpUrl,
  SMTP_FROM: from,
  PUBLIC_URL: publicUrl,
}: z.output<typeof environment>): MailSettings | undefined {
  if (smtpUrl === undefined) return undefined;
  if (from === undefined || publicUrl === undefined) {
    const missing = [from === undefined && 'SMTP_FROM', publicUrl === undefined && 'PUBLIC_URL'];
    throw new StartupError(
      `SMTP_URL needs to know from whom mail comes and where people open the app: set ${missing.filter(Boolean).join(' and ')} too.`,
    );
  }
  return { smtpUrl, from };
}

/** Mode 0711: the embedded database may run as another user, who enters the folder but does not list it. */
export function dataFolder(config: Pick<ServerConfig, 'dataDir'>): string {
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o711 });
    accessSync(config.dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(config.dataDir);
  } catch (error) {
    throw new StartupError(
      `The data folder ${config.dataDir} cannot be written to: choose another with DATA_DIR or change its permissions (${reasonOf(error)}).`,
    );
  }
}

/** Complete or missing after a crash; processes that create it at once agree on one secret. */
export function secretFile(file: string): string {
  const existing = readIfExists(file);
  if (existing !== undefined) return existing;
  const temporaryFile = `${file}.${process.pid}.draft`;
  const handle = openSync(temporaryFile, 'w', 0o600);
  writeSync(handle, randomBytes(32).toString('hex'));
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(temporaryFile, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(temporaryFile);
  }
  return readFileSync(file, 'utf8');
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const MIN_BYTES = 32;
const MIN_DIFFERENT_CHARACTERS = 8;

function bytesOf(secret: string): number {
  return /^[\da-f]+$/i.test(secret) ? secret.length / 2 : Buffer.byteLength(secret);
}

/** True if it can hold 32 random bytes (decision 51). A short secret is guessed from any token. */
function isStrongSecret(secret: string): boolean {
  const text = secret.trim();
  return bytesOf(text) >= MIN_BYTES && new Set(text).size >= MIN_DIFFERENT_CHARACTERS;
}

export function tokenSecret(config: Pick<ServerConfig, 'dataDir' | 'tokenSecret'>): string {
  if (config.tokenSecret !== undefined) return config.tokenSecret;
  const file = path.join(dataFolder(config), 'token-secret');
  const secret = readOrCreate(file);
  if (!isStrongSecret(secret)) {
    throw new StartupError(
      `${file} holds fewer than 32 random bytes: delete it, and the next start makes a new one; everyone signs in again.`,
    );
  }
  return secret;
}

function readOrCreate(file: string): string {
  try {
    return secretFile(file);
  } catch (error) {
    throw new StartupError(
      `The token secret cannot be kept in ${path.dirname(file)}: set TOKEN_SECRET (${reasonOf(error)}).`,
    );
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];
const fourteenDays = 14 * 24 * 60 * 60;

export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  /** Absolute path; holds the embedded database and the token secret. */
  readonly dataDir: string;
  /** Address of an external PostgreSQL; undefined for the embedded one. */
  readonly databaseUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly tokenSecret: string | undefined;
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  /** Of an empty database. `isGiven`: a SETUP_ variable is set, so there is no first-run page (decision 60). */
  readonly setup: {
    readonly branch: string;
    readonly timeZone: string | undefined;
    readonly email: string;
    readonly password: string | undefined;
    readonly isGiven: boolean;
  };
  /** PEM text; undefined for plain http (decision 32). */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Fastify's trustProxy: the senders whose X-Forwarded-* headers are trusted (decision 32). */
  readonly trustProxy: boolean | number | string;
  /** Without it the server prints reset links (decision 25). */
  readonly mail: MailSettings | undefined;
  /** Origin of the app for users; by default the server's own address. */
  readonly publicUrl: string | undefined;
  /** Single sign-on; undefined without it. Then publicUrl is set. */
  readonly oidc: OidcSettings | undefined;
  readonly logLevel: (typeof logLevels)[number];
  /** Bearer token of GET /metrics, which is unknown without it (decision 59). */
  readonly metricsToken: string | undefined;
  /** Absolute folder of the automatic backups, how many of them are kept (decision 58), and where copies go. */
  readonly backups: {
    readonly folder: string;
    readonly isFolderChosen: boolean;
    readonly keep: number;
    readonly copy: CopySettings | undefined;
  };
  /** Origin of another server that the built app calls, for the content security policy. */
  readonly apiOrigin: string | undefined;
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

const withoutSpaces = (minimum: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/)
    .min(minimum)
    .max(255);

const environment = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().regex(/^\S+$/).default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/)
    .optional(),
  DATABASE_POOL_SIZE: wholeNumber(5, 500).default(10),
  TOKEN_SECRET: z.string().refine(isStrongSecret).optional(),
  ACCESS_TOKEN_SECONDS: seconds.default(300),
  REFRESH_TOKEN_SECONDS: seconds.default(fourteenDays),
  SETUP_BRANCH: typedLine({ limit: 255 }).min(1).default('Main branch'),
  SETUP_TIME_ZONE: typedTimeZone.optional(),
  SETUP_EMAIL: typedLine({ limit: 255 }).pipe(z.email()).default('admin@branch.local'),
  SETUP_PASSWORD: z.string().optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  TRUST_PROXY: proxies.default(false),
  SMTP_URL: smtpUrl.optional(),
  SMTP_FROM: sender.optional(),
  PUBLIC_URL: publicOrigin.optional(),
  OIDC_ISSUER: issuerAddress.optional(),
  OIDC_CLIENT_ID: withoutSpaces(1).optional(),
  OIDC_CLIENT_SECRET: withoutSpaces(1).optional(),
  OIDC_NAME: typedLine({ limit: 40 }).min(1).optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  METRICS_TOKEN: withoutSpaces(16).optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).default(14),
  BACKUP_COPY: copyPlace.optional(),
  BACKUP_COPY_SECRET: withoutSpaces(1).optional(),
  BACKUP_COPY_KEY: copyKey.optional(),
  VITE_API_URL: z.string().optional(),
});

const expectations: Record<keyof z.input<typeof environment>, string> = {
  PORT: 'a whole number from 0 to 65535',
  HOST: 'an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0',
  DATA_DIR: 'a folder',
  DATABASE_URL: 'an address that begins with postgres:// or postgresql://',
  DATABASE_POOL_SIZE: 'a whole number of connections, from 5 to 500',
  TOKEN_SECRET:
    '32 random bytes or more, such as the output of openssl rand -hex 32; everyone signs in again after a change',
  ACCESS_TOKEN_SECONDS: 'a whole number of seconds, at least 1',
  REFRESH_TOKEN_SECONDS: 'a whole number of seconds, at least 1',
  SETUP_BRANCH: 'a name of at most 255 characters on one line',
  SETUP_TIME_ZONE: 'a time zone such as Africa/Cairo',
  SETUP_EMAIL: 'an email address',
  SETUP_PASSWORD: 'a password',
  TLS_CERT: 'a readable file with the certificate in PEM form',
  TLS_KEY: 'a readable file with the private key in PEM form',
  TRUST_PROXY: 'true, false, a number of proxies, or addresses and networks separated by commas',
  SMTP_URL: 'an address that begins with smtp:// or smtps://',
  SMTP_FROM: 'an email address, such as desk@example.org or Branch Desk <desk@example.org>',
  PUBLIC_URL: 'the address where people open the app, without a path, such as https://desk.example.org',
  OIDC_ISSUER:
    'the address of the provider, which begins with https://, or with http:// for a provider on this machine (localhost or 127.0.0.1)',
  OIDC_CLIENT_ID: 'the id that the provider gave to this server, 1 to 255 characters without spaces',
  OIDC_CLIENT_SECRET: 'the secret that the provider gave to this server, 1 to 255 characters without spaces',
  OIDC_NAME: 'the name of the provider on the button, at most 40 characters on one line',
  LOG_LEVEL: `one of ${logLevels.join(', ')}`,
  METRICS_TOKEN: '16 to 255 characters without spaces',
  BACKUP_DIR: 'a folder',
  BACKUP_KEEP: 'a whole number of backups, from 1 to 1000',
  BACKUP_COPY:
    'an address without the secret, such as s3://KEY_ID@s3.eu-central-1.amazonaws.com/bucket/folder, or a command',
  BACKUP_COPY_SECRET: 'the secret of the key that BACKUP_COPY names, 1 to 255 characters without spaces',
  BACKUP_COPY_KEY: 'a key that begins with AGE-SECRET-KEY-1, as npm run admin -- backup key prints it',
  VITE_API_URL: 'a path or an address that begins with http:// or https://',
};

type Variable = keyof typeof expectations;

export const settingNames: readonly string[] = Object.keys(expectations);

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

function requireKeyOfCertificate(cert: string, key: string): void {
  const parsed = <T>(name: Variable, parse: () => T): T => {
    try {
      return parse();
    } catch (error) {
      throw invalidVariable(name, reasonOf(error));
    }
  };
  const certificate = parsed('TLS_CERT', () => new X509Certificate(cert));
  const privateKey = parsed('TLS_KEY', () => createPrivateKey(key));
  if (certificate.checkPrivateKey(privateKey)) return;
  throw new StartupError(
    'TLS_KEY is not the key of the certificate in TLS_CERT: name the two files that were made together, the certificate of the server first in TLS_CERT.',
  );
}

function readTls(cert: string | undefined, key: string | undefined): ServerConfig['tls'] {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new StartupError(
      `TLS_CERT and TLS_KEY belong together: set ${cert ? 'TLS_KEY' : 'TLS_CERT'} too, or neither.`,
    );
  }
  const pair = { cert: readPem('TLS_CERT', cert), key: readPem('TLS_KEY', key) };
  requireKeyOfCertificate(pair.cert, pair.key);
  return pair;
}

const isLocal = (host: string) => host === 'localhost' || host === '::1' || /^127\./.test(host);

const trustsEveryone = (trustProxy: ServerConfig['trustProxy']) =>
  trustProxy === true || (typeof trustProxy === 'string' && /(^|,)[\d.a-f:]+\/0+(,|$)/i.test(trustProxy));

/** Clients that reach the server directly could claim any address (decision 51). */
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

/** An empty variable counts as unset. Errors never show a value. */
export function readConfig(env: NodeJS.ProcessEnv): ServerConfig {
  const nonEmpty = withSecretFiles(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  );
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
    databasePoolSize: variables.DATABASE_POOL_SIZE,
    tokenSecret: variables.TOKEN_SECRET,
    accessTokenSeconds: variables.ACCESS_TOKEN_SECONDS,
    refreshTokenSeconds: variables.REFRESH_TOKEN_SECONDS,
    setup: {
      branch: variables.SETUP_BRANCH,
      timeZone: variables.SETUP_TIME_ZONE,
      email: variables.SETUP_EMAIL,
      password: variables.SETUP_PASSWORD,
      isGiven: Object.keys(nonEmpty).some((name) => /^SETUP_(BRANCH|TIME_ZONE|EMAIL|PASSWORD)$/.test(name)),
    },
    tls: readTls(variables.TLS_CERT, variables.TLS_KEY),
    trustProxy: variables.TRUST_PROXY,
    mail: readMail(variables),
    publicUrl: variables.PUBLIC_URL,
    oidc: readOidcSettings(variables),
    logLevel: variables.LOG_LEVEL,
    metricsToken: variables.METRICS_TOKEN,
    backups: {
      folder: path.resolve(variables.BACKUP_DIR ?? path.join(variables.DATA_DIR, 'backups')),
      isFolderChosen: variables.BACKUP_DIR !== undefined,
      keep: variables.BACKUP_KEEP,
      copy: readCopySettings(variables),
    },
    apiOrigin: originOf(variables.VITE_API_URL),
    appDir: path.join(packageRoot, 'dist', 'app'),
  };
}
