import { z } from 'zod';
import { StartupError } from './startup-error.ts';

/** A bucket of an S3-compatible store. Requests go to `origin`/`bucket`/`prefix`NAME. */
export interface StoreSettings {
  readonly kind: 'store';
  readonly origin: string;
  readonly bucket: string;
  readonly prefix: string;
  /** Undefined where the host name tells it. */
  readonly region: string | undefined;
  readonly keyId: string;
  readonly secret: string;
}

export interface CommandSettings {
  readonly kind: 'command';
  readonly command: string;
}

export interface CopySettings {
  readonly place: StoreSettings | CommandSettings;
  /** AGE-SECRET-KEY-1…: encrypts copies and decrypts them. */
  readonly key: string;
}

const parts = z.object({
  protocol: z.enum(['s3:', 's3+http:']),
  username: z.string().regex(/^[\w%.+=~-]{1,128}$/),
  password: z.literal(''),
  host: z.string().regex(/^[\w.:[\]-]+$/),
  pathname: z.string().regex(/^\/[a-z\d][a-z\d.-]{1,62}(\/[\w.-]+)*\/?$/),
  search: z.string().regex(/^(\?region=[a-z\d-]{1,40})?$/),
  hash: z.literal(''),
});

type Place = Omit<StoreSettings, 'secret'> | CommandSettings;

function readStore(text: string): Place | undefined {
  const read = URL.canParse(text) ? parts.safeParse(new URL(text)) : undefined;
  if (!read?.success) return undefined;
  const { protocol, username, host, pathname, search } = read.data;
  const [bucket = '', ...folders] = pathname.split('/').filter((part) => part !== '');
  if (folders.some((part) => /^\.+$/.test(part))) return undefined;
  return {
    kind: 'store',
    origin: `${protocol === 's3:' ? 'https' : 'http'}://${host}`,
    bucket,
    prefix: folders.map((part) => `${part}/`).join(''),
    region: search === '' ? undefined : search.slice('?region='.length),
    keyId: decodeURIComponent(username),
  };
}

/** An address `s3://KEY_ID@HOST/BUCKET/FOLDER?region=REGION`, or a command. What looks like another address is refused. */
export const copyPlace = z.string().transform((text, context): Place => {
  const place = /^[a-z][a-z\d+.-]*:/i.test(text)
    ? readStore(text)
    : { kind: 'command' as const, command: text };
  if (place) return place;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

/** As `age-keygen` writes it; its checksum is checked when it is used first. */
export const copyKey = z
  .string()
  .trim()
  .regex(/^AGE-SECRET-KEY-1[A-Z\d]{58}$/);

export function readCopySettings({
  BACKUP_COPY: place,
  BACKUP_COPY_SECRET: secret,
  BACKUP_COPY_KEY: key,
}: {
  readonly BACKUP_COPY?: Place | undefined;
  readonly BACKUP_COPY_SECRET?: string | undefined;
  readonly BACKUP_COPY_KEY?: string | undefined;
}): CopySettings | undefined {
  if (place === undefined) {
    const left = secret === undefined ? key && 'BACKUP_COPY_KEY' : 'BACKUP_COPY_SECRET';
    if (!left) return undefined;
    throw new StartupError(`${left} is of no use without BACKUP_COPY: set that too, or neither.`);
  }
  if (key === undefined) {
    throw new StartupError(
      'BACKUP_COPY needs a key to encrypt with: set BACKUP_COPY_KEY, which npm run admin -- backup key makes, and keep it elsewhere too.',
    );
  }
  if (place.kind === 'command') {
    if (secret === undefined) return { place, key };
    throw new StartupError(
      'BACKUP_COPY_SECRET belongs to an s3:// address, and BACKUP_COPY is a command: remove it.',
    );
  }
  if (secret === undefined) {
    throw new StartupError('BACKUP_COPY names a store: set BACKUP_COPY_SECRET, the secret of its key, too.');
  }
  return { place: { ...place, secret }, key };
}
