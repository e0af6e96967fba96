import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '#contract/permissions.ts';
import type { ActiveSession, RefreshClaim, SessionRef } from '#server/accounts/sessions.ts';
import type { AccessClaim, TokenService } from '#server/accounts/tokens.ts';
import { SETTINGS_HISTORY } from '#server/branch/branch-settings.ts';
import type { AuthenticatedUser } from '#server/db/branch-scope.ts';
import { USER_HISTORY } from '#server/history/history.ts';
import { messages } from '#server/messages/http.en.ts';
import { forbidden, HttpError } from '#server/platform/http-error.ts';
import type { SpreadsheetAccess } from './spreadsheet-access.ts';

/** Milliseconds: half of the time that decision 48 allows. */
const CACHE_MS = 5_000;
const MAX_CACHED_SESSIONS = 10_000;

/** Resources whose changes may change a found session: it holds a role and a calendar. */
export const sessionFacts: readonly string[] = [USER_HISTORY, SETTINGS_HISTORY];

type FindOne = (session: SessionRef) => Promise<ActiveSession | undefined>;

interface FoundSession extends ActiveSession {
  readonly branchId: bigint;
  readonly userId: bigint;
  readonly trustedUntil: number;
  usedGeneration: number;
}

/** Decisions 46 and 48. A session is trusted for 5 s, or until a user or the calendar of its branch changes. */
export class SessionCheck {
  readonly #findActive: FindOne;
  readonly #markUsed: (claim: RefreshClaim) => Promise<void>;
  readonly #found = new Map<string, FoundSession>();
  /** Counts forgotten branches. An answer that was read before is then not kept, because its session may have ended. */
  #forgotten = 0;

  constructor(findActive: FindOne, markUsed: (claim: RefreshClaim) => Promise<void>) {
    this.#findActive = findActive;
    this.#markUsed = markUsed;
  }

  async find(claim: RefreshClaim): Promise<ActiveSession | undefined> {
    const found = await this.#lookUp(claim);
    if (found && found.usedGeneration < claim.generation) {
      await this.#markUsed(claim);
      found.usedGeneration = claim.generation;
    }
    return found;
  }

  async #lookUp(claim: SessionRef): Promise<FoundSession | undefined> {
    const { branchId, userId } = claim;
    const known = this.#found.get(claim.session);
    const isOwn = known?.branchId === branchId && known.userId === userId;
    if (isOwn && known.trustedUntil > performance.now()) return known;
    const trustedUntil = performance.now() + CACHE_MS;
    const forgotten = this.#forgotten;
    const active = await this.#findActive(claim);
    if (!active) return undefined;
    const found = { ...active, branchId, userId, trustedUntil };
    if (forgotten !== this.#forgotten) return found;
    if (this.#found.size >= MAX_CACHED_SESSIONS) this.#found.clear();
    this.#found.set(claim.session, found);
    return found;
  }

  forgetBranch(branchId: bigint): void {
    this.#forgotten++;
    for (const [session, found] of this.#found) if (found.branchId === branchId) this.#found.delete(session);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    signedIn: SignedInUser | SpreadsheetUser | null;
  }
}

export interface SignedInUser extends AccessClaim {
  readonly personId: bigint;
  readonly role: Role;
  readonly spreadsheetToken?: undefined;
}

/** Reads with the rights of the manager who made the token (decision 157). */
interface SpreadsheetUser extends AuthenticatedUser {
  readonly role: Role;
  readonly spreadsheetToken: string;
}

export interface AuthenticateOptions {
  readonly tokens: TokenService;
  readonly sessions: SessionCheck;
  readonly spreadsheets: SpreadsheetAccess;
}

export function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Applies to all routes added afterwards. Call it directly, not through `register`. */
export function authenticate(
  app: FastifyInstance,
  { tokens, sessions, spreadsheets }: AuthenticateOptions,
): void {
  const bySession = async (token: string): Promise<SignedInUser | null> => {
    const user = await tokens.readAccess(token);
    const active = user && (await sessions.find(user));
    if (!user || !active) return null;
    const { personId, role, calendar } = active;
    return { ...user, personId, role, calendar };
  };
  app.addHook('onRequest', async (request, reply) => {
    const bearer = tokenOf(request);
    const maker = await spreadsheets.makerOf(request, bearer);
    if (maker) {
      const { token, ...user } = maker;
      request.signedIn = { ...user, role: 'manager', spreadsheetToken: token };
    } else if (bearer !== undefined) request.signedIn = await bySession(bearer);
    if (request.signedIn) {
      const { branchId, userId } = request.signedIn;
      request.log = reply.log = request.log.child({ branch: String(branchId), user: String(userId) });
      return;
    }
    reply.header('www-authenticate', 'Bearer');
    throw new HttpError(401, { detail: messages.signInRequired });
  });
}

export function userOf(request: FastifyRequest): SignedInUser | SpreadsheetUser {
  if (!request.signedIn) throw new HttpError(401, { detail: messages.signInRequired });
  return request.signedIn;
}

export function sessionOf(request: FastifyRequest): SignedInUser {
  const user = userOf(request);
  if (user.spreadsheetToken !== undefined) throw forbidden(messages.spreadsheetReadsOnly);
  return user;
}
