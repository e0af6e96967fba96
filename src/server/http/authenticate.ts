import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '#contract/permissions.ts';
import type { AccessClaim, TokenService } from '#server/store/accounts/tokens.ts';
import { HttpError } from '#server/store/http-error.ts';
import { messages } from './messages.ts';
import type { SessionCheck } from './session-check.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The session and user of the verified token, with their role; null on routes without sign-in. */
    signedIn: SignedInUser | null;
  }
}

/** Represents the session and user of a verified access token, with their role. */
export interface SignedInUser extends AccessClaim {
  readonly role: Role;
}

/** Configures the token check. */
export interface AuthenticateOptions {
  readonly tokens: TokenService;
  readonly sessions: SessionCheck;
}

/** Returns the token of the Authorization header. */
export function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Requires a valid access token for all routes added afterwards. Call it directly, not through `register`. */
export function authenticate(app: FastifyInstance, { tokens, sessions }: AuthenticateOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    const token = tokenOf(request);
    const user = token === undefined ? undefined : await tokens.readAccess(token);
    const role = user && (await sessions.roleOf(user));
    if (!user || role === undefined) {
      reply.header('www-authenticate', 'Bearer');
      throw new HttpError(401, { detail: messages.signInRequired });
    }
    request.signedIn = { ...user, role };
  });
}

/** Returns the user of the request. @throws {HttpError} 401 on a route that does not require sign-in */
export function userOf(request: FastifyRequest): SignedInUser {
  if (!request.signedIn) throw new HttpError(401, { detail: messages.signInRequired });
  return request.signedIn;
}
