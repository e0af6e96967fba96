import { createHmac, timingSafeEqual } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import type { RefreshClaim, SessionRef } from './sessions.ts';

/** Tokens of this server have some hundred characters; longer ones are not worth a hash. */
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

/** Compares text, so that no other spelling of the same bytes is accepted. */
function isSignedWith(secret: Uint8Array, signed: string, signature: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(signed).digest('base64url'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * JWT with HS256, audience and expiry; undefined for any other token. Synchronous: the work takes microseconds and must
 * not wait behind password hashes in the thread pool (decision 50).
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

const ALGORITHM = 'HS256';

const id = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt);
const userClaims = z.object({ sub: id, branch: id, exp: z.number() });
const generation = z.number().int().nonnegative();
const accessClaims = userClaims.extend({ sid: z.guid(), iat: z.number(), generation: generation.default(0) });
const refreshClaims = userClaims.extend({ session: z.guid(), generation });

/** Seconds that the clock of the issuing process may be ahead. */
const CLOCK_TOLERANCE = 60;

/** `expiresAt` is in milliseconds since 1970. */
export interface AccessClaim extends RefreshClaim {
  readonly expiresAt: number;
}

/** Lifetimes are in seconds. */
interface TokenSettings {
  readonly tokenSecret: string;
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
}

/** Audiences prevent the use of an access token as a refresh token and the reverse. */
export interface TokenService {
  readonly pairFor: (claim: RefreshClaim) => Promise<{ access: string; refresh: string }>;
  readonly readAccess: (token: string) => Promise<AccessClaim | undefined>;
  /** Accepts an expired token; undefined for a foreign one. */
  readonly readSession: (token: string) => Promise<SessionRef | undefined>;
  readonly readRefresh: (token: string) => Promise<RefreshClaim | undefined>;
}

/** Verified tokens that are remembered, so that a device's next request need not verify again. */
const MAX_VERIFIED = 5_000;

export function createTokens(settings: TokenSettings): TokenService {
  const key = new TextEncoder().encode(settings.tokenSecret);
  const verified = new Map<string, z.output<typeof accessClaims>>();

  const sign = (
    audience: 'access' | 'refresh',
    seconds: number,
    user: AuthenticatedUser,
    claims: Record<string, unknown> = {},
  ) =>
    new SignJWT({ ...claims, branch: String(user.branchId) })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(String(user.userId))
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(key);

  const read = <S extends z.ZodType>(
    token: string,
    audience: string,
    claims: S,
    now = new Date(),
  ): z.output<S> | undefined => claims.safeParse(verifiedClaims(token, key, { audience, now })).data;

  return {
    async pairFor(claim) {
      const { session, generation } = claim;
      return {
        access: await sign('access', settings.accessTokenSeconds, claim, { sid: session, generation }),
        refresh: await sign('refresh', settings.refreshTokenSeconds, claim, { session, generation }),
      };
    },
    async readAccess(token) {
      // A signature never changes; claims that depend on the clock are checked each time.
      const known = verified.get(token);
      const claims =
        known && known.exp > Math.floor(Date.now() / 1000) ? known : read(token, 'access', accessClaims);
      if (claims && !known) {
        if (verified.size >= MAX_VERIFIED) verified.clear();
        verified.set(token, claims);
      }
      // A clock that was ahead gave it a longer life: the client refreshes it (decision 48).
      if (!claims || claims.iat > Date.now() / 1000 + CLOCK_TOLERANCE) return undefined;
      const { branch, sub, sid, generation, exp } = claims;
      return { branchId: branch, userId: sub, session: sid, generation, expiresAt: exp * 1000 };
    },
    async readSession(token) {
      const claims = read(token, 'access', accessClaims, new Date(0));
      return claims && { branchId: claims.branch, userId: claims.sub, session: claims.sid };
    },
    async readRefresh(token) {
      const claims = read(token, 'refresh', refreshClaims);
      if (!claims) return undefined;
      const { branch, sub, session, generation } = claims;
      return { branchId: branch, userId: sub, session, generation };
    },
  };
}
