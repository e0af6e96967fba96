import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '#contract/permissions.ts';
import type { SessionRef } from '#server/accounts/sessions.ts';
import type { AccessClaim, TokenService } from '#server/accounts/tokens.ts';
import { messages } from '#server/messages/http.ts';
import { HttpError } from '#server/platform/http-error.ts';

/** Time for which a found session is trusted, in milliseconds: half of what decision 48 allows. */
const CACHE_MS = 5_000;
const MAX_CACHED_SESSIONS = 10_000;

/** Returns those of these sessions that have neither ended nor expired, with the roles of their users. */
export type FindActive = (sessions: readonly SessionRef[]) => Promise<ReadonlyMap<string, Role>>;

interface FoundSession {
  readonly owner: string;
  readonly role: Role;
  readonly trustedUntil: number;
}

/**
 * Checks in each process that the session of an access token goes on (decision 48), and which role its user has (decision 46). It trusts a
 * found session for 5 seconds of the monotonic clock, or until its end is heard of.
 */
export class SessionCheck {
  readonly #findActive: FindActive;
  readonly #found = new Map<string, FoundSession>();
  /** Counts the forgotten sessions: a role that was read before is not kept, since that session may have ended. */
  #forgotten = 0;

  constructor(findActive: FindActive) {
    this.#findActive = findActive;
  }

  /** Returns the role of a session's user; undefined if the session has ended. */
  async roleOf(claim: SessionRef): Promise<Role | undefined> {
    const owner = `${claim.branchId}/${claim.userId}`;
    const found = this.#found.get(claim.session);
    if (found?.owner === owner && found.trustedUntil > performance.now()) return found.role;
    const trustedUntil = performance.now() + CACHE_MS;
    const forgotten = this.#forgotten;
    const role = (await this.#findActive([claim])).get(claim.session);
    if (role === undefined || forgotten !== this.#forgotten) return role;
    if (this.#found.size >= MAX_CACHED_SESSIONS) this.#found.clear();
    this.#found.set(claim.session, { owner, role, trustedUntil });
    return role;
  }

  /** Forgets a session that has ended, or whose user has another role. */
  forget(session: string): void {
    this.#forgotten++;
    this.#found.delete(session);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The session and user of the verified token, with their role; null on routes without sign-in. */
    signedIn: SignedInUser | null;
  }
}

export interface SignedInUser extends AccessClaim {
  readonly role: Role;
}

export function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Requires a valid access token for all routes added afterwards. Call it directly, not through `register`. */
export function authenticate(app: FastifyInstance, tokens: TokenService, sessions: SessionCheck): void {
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
