import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import type { RefreshClaim } from './sessions.ts';

const ALGORITHM = 'HS256';

const id = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt);
const accessClaims = z.object({ sub: id, branch: id });
const refreshClaims = accessClaims.extend({ session: z.uuid(), generation: z.number().int().nonnegative() });

export interface TokenSettings {
  readonly tokenSecret: string;
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
}

/** Makes and reads the two kinds of token. Their audience keeps one from being taken for the other. */
export interface TokenService {
  readonly pairFor: (step: RefreshClaim) => Promise<{ access: string; refresh: string }>;
  /** Who the token speaks for; undefined for one that is not ours, not of this kind, or has run out. */
  readonly readAccess: (token: string) => Promise<AuthenticatedUser | undefined>;
  readonly readRefresh: (token: string) => Promise<RefreshClaim | undefined>;
}

export function createTokens(settings: TokenSettings): TokenService {
  const key = new TextEncoder().encode(settings.tokenSecret);

  const sign = (
    audience: 'access' | 'refresh',
    seconds: number,
    person: AuthenticatedUser,
    claims: Record<string, unknown> = {},
  ) =>
    new SignJWT({ ...claims, branch: String(person.branchId) })
      .setProtectedHeader({ alg: ALGORITHM })
      .setSubject(String(person.userId))
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
      .sign(key);

  async function read<S extends z.ZodType>(
    token: string,
    audience: string,
    claims: S,
  ): Promise<z.output<S> | undefined> {
    const verified = await jwtVerify(token, key, {
      audience,
      algorithms: [ALGORITHM],
      requiredClaims: ['exp'],
    }).catch(() => undefined);
    return verified && claims.safeParse(verified.payload).data;
  }

  return {
    async pairFor(step) {
      const { session, generation } = step;
      return {
        access: await sign('access', settings.accessTokenSeconds, step),
        refresh: await sign('refresh', settings.refreshTokenSeconds, step, { session, generation }),
      };
    },
    async readAccess(token) {
      const claims = await read(token, 'access', accessClaims);
      return claims && { branchId: claims.branch, userId: claims.sub };
    },
    async readRefresh(token) {
      const claims = await read(token, 'refresh', refreshClaims);
      if (!claims) return undefined;
      const { branch, sub, session, generation } = claims;
      return { branchId: branch, userId: sub, session, generation };
    },
  };
}
