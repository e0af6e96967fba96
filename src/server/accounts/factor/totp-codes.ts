import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, 30 s. */
const shape = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const ISSUER = 'Branch Desk';
const SECRET_BYTES = 20;

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

const secretOf = (bytes: Uint8Array) => new Secret({ buffer: Uint8Array.from(bytes).buffer });

/** The secret in base32, and the address that a QR code holds. */
export function totpSetUp(bytes: Uint8Array, email: string) {
  const secret = secretOf(bytes);
  const uri = new TOTP({ ...shape, issuer: ISSUER, label: email, secret }).toString();
  return { secret: secret.base32, uri };
}

/**
 * The step of 30 s that the code belongs to: the present one, or one beside it.
 * @param now seconds since 1970
 */
export function stepOfCode(bytes: Uint8Array, code: string, now: number): number | undefined {
  const timestamp = now * 1000;
  const delta = TOTP.validate({ ...shape, secret: secretOf(bytes), token: code, timestamp, window: 1 });
  return delta === null ? undefined : TOTP.counter({ period: shape.period, timestamp }) + delta;
}
