import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { newPassword as wellFormed } from '#contract/account-forms.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { QueueFullError, TaskQueue } from '#server/platform/task-queue.ts';
import { commonPasswords } from './common-passwords.ts';
import { messages } from './texts.en.ts';

/** About 32 MiB and 60 ms. Stored hashes carry their own cost. */
const cost = { N: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/**
 * Per process (decision 50). Hashing takes at most two of the four threads of Node's pool, so that compression, files
 * and name look-ups go on, and leaves one core to everything else.
 */
export const hashingLimits = { running: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 16 };
const RETRY_AFTER_SECONDS = 2;

const hashing = new TaskQueue(hashingLimits);

export const hashingCounts = () => hashing.counts;

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

interface StoredHash {
  readonly cost: typeof cost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

/** @throws {HttpError} 503 if too many hashes wait */
async function deriveKey(
  password: string,
  salt: Buffer,
  { N, r, p }: typeof cost,
  source?: string,
): Promise<Buffer> {
  try {
    return await hashing.run(
      () => scryptAsync(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }),
      source,
    );
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error;
    throw new HttpError(503, { detail: messages.signInBusy }, RETRY_AFTER_SECONDS);
  }
}

const STORED = /^scrypt:(\d+):(\d+):(\d+):([\w+/=]+):([\w+/=]+)$/;

function readHash(stored: string): StoredHash | undefined {
  const [, N, r, p, salt = '', key = ''] = STORED.exec(stored) ?? [];
  if (N === undefined) return undefined;
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
}

/**
 * scrypt with a random salt: `scrypt:N:r:p:salt:key`.
 * @throws {HttpError} 503 if too many hashes wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(password, salt, cost);
  return `scrypt:${cost.N}:${cost.r}:${cost.p}:${salt.toString('base64')}:${key.toString('base64')}`;
}

const dummyHash: StoredHash = { cost, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) };

/**
 * Without a hash (unknown email) it takes equally long and returns false.
 * @param source where the sign-in comes from; sources take turns
 * @throws {HttpError} 503 if too many hashes wait
 */
export async function passwordMatches(
  password: string,
  stored: string | undefined,
  source?: string,
): Promise<boolean> {
  const known = stored === undefined ? undefined : readHash(stored);
  const hash = known ?? dummyHash;
  const key = await deriveKey(password, hash.salt, hash.cost, source);
  return timingSafeEqual(key, hash.key) && known !== undefined;
}

/**
 * 8 to 255 characters, not only spaces, and not among the 10 000 most common passwords in any mixture of upper and
 * lower case (decision 49).
 */
export const newPassword = wellFormed.refine(
  (password) => !commonPasswords.has(password.trim().toLowerCase()),
  {
    error: () => messages.passwordCommon,
  },
);
