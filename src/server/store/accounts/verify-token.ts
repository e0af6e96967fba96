import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Tokens of this server are some hundred characters long; longer ones are not worth a hash. */
const MAX_TOKEN_LENGTH = 4096;

const header = z.object({ alg: z.literal('HS256'), crit: z.undefined().optional() });
const standardClaims = z.looseObject({
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nbf: z.number().optional(),
});

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Compares the signature as text, so that no other spelling of the same bytes is accepted. */
function isSignedWith(secret: Uint8Array, signed: string, signature: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(signed).digest('base64url'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * Verifies a JWT (HS256, audience, expiry) and returns its claims; undefined for any other token. It is synchronous: the work takes
 * microseconds and must not wait behind password hashes in the thread pool (decision 50).
 */
export function verifiedClaims(
  token: string,
  secret: Uint8Array,
  { audience, now }: { readonly audience: string; readonly now: Date },
): Readonly<Record<string, unknown>> | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const [head, body, signature, ...more] = token.split('.');
  if (head === undefined || body === undefined || signature === undefined || more.length > 0)
    return undefined;
  if (!isSignedWith(secret, `${head}.${body}`, signature)) return undefined;
  if (!header.safeParse(jsonOf(head)).success) return undefined;
  const claims = standardClaims.safeParse(jsonOf(body)).data;
  if (!claims || ![claims.aud].flat().includes(audience)) return undefined;
  const seconds = Math.floor(now.getTime() / 1000);
  return claims.exp > seconds && (claims.nbf ?? seconds) <= seconds ? claims : undefined;
}
