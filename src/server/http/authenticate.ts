import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '#contract/permissions.ts';
import type { SessionRef } from '#server/accounts/sessions.ts';
import type { AccessClaim, TokenService } from '#server/accounts/tokens.ts';
import { messages } from '#server/messages/http.en.ts';
import { HttpError } from '#server/platform/http-error.ts';

/** Milliseconds: half of the time that decision 48 allows. */
const CACHE_MS = 5_000;
const MAX_CACHED_SESSIONS = 10_000;

export type FindActive = (sessions: readonly SessionRef[]) => Promise<ReadonlyMap<string, Role>>;

interface FoundSession {
  readonly owner: string;
  readonly role: Role;
  readonly trustedUntil: number;
}

/**
 * Checks in each process that the session of an access token has not ended (decision 48), and the role of its user
 * (decision 46). A found session is trusted for 5 seconds of the monotonic clock, or until its end is reported.
 */
export class SessionCheck {
  readonly #findActive: FindActive;
  readonly #found = new Map<string, FoundSession>();
  /** Counts forgotten sessions. A role that was read before is then not kept, because its session may have ended. */
  #forgotten = 0;

  constructor(findActive: FindActive) {
    this.#findActive = findActive;
  }

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

  forget(session: string): void {
    this.#forgotten++;
    this.#found.delete(session);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedInUser | null;
  }
}

export interface SignedInUser extends AccessClaim {
  readonly role: Role;
}

export function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Applies to all routes added afterwards. Call it directly, not through `register`. */
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

/** @throws {HttpError} 401 on a route that does not require sign-in */
export function userOf(request: FastifyRequest): SignedInUser {
  if (!request.signedIn) throw new HttpError(401, { detail: messages.signInRequired });
  return request.signedIn;
}
