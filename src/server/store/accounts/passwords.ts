import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Sets the scrypt cost of new hashes: about 32 MiB and 60 ms. Stored hashes carry their own cost. */
const cost = { N: 2 ** 15, r: 8, p: 1 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

interface StoredHash {
  readonly cost: typeof cost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

function deriveKey(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return scryptAsync(password.normalize('NFKC'), salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r });
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

/** Hashes a password with scrypt and a random salt: `scrypt:N:r:p:salt:key`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await deriveKey(password, salt, cost);
  return `scrypt:${cost.N}:${cost.r}:${cost.p}:${salt.toString('base64')}:${key.toString('base64')}`;
}

const dummyHash: StoredHash = { cost, salt: randomBytes(SALT_BYTES), key: randomBytes(KEY_BYTES) };

/** Checks a password against a hash. Without a hash (unknown email) it takes equally long and returns false. */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const known = stored === undefined ? undefined : readHash(stored);
  const hash = known ?? dummyHash;
  const key = await deriveKey(password, hash.salt, hash.cost);
  return timingSafeEqual(key, hash.key) && known !== undefined;
}
