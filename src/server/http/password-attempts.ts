import type { FastifyRequest } from 'fastify';
import type { KnownSources, SignInAttempt } from '#server/accounts/sessions.ts';
import type { Person } from '#server/db/branch-scope.ts';
import { messages } from '#server/messages/http.en.ts';
import { HttpError } from '#server/platform/http-error.ts';
import { sourceOf } from './origin.ts';
import type { SecurityLog } from './security-log.ts';

const MAX_FAILURES = 100;
const HOUR_MS = 3_600_000;
const MAX_OTHERS = 5_000;

/** Decision 121. A source from which the user has signed in has a count of its own. */
export class PasswordAttempts {
  readonly #known: KnownSources;
  readonly #securityLog: SecurityLog;
  readonly #failures = new FailureCounts();

  constructor(known: KnownSources, securityLog: SecurityLog) {
    this.#known = known;
    this.#securityLog = securityLog;
  }

  /** Counts before it compares. `remembers` is false where a second step may follow, after which the source is known. */
  async count(
    request: FastifyRequest,
    email: string,
    compare: () => Promise<SignInAttempt>,
    { remembers = true }: { readonly remembers?: boolean } = {},
  ): Promise<SignInAttempt> {
    const source = sourceOf(request);
    const account = email.toLowerCase();
    const ofSource = `${account} ${source}`;
    const seconds = await this.#secondsLeft(account, source, ofSource);
    if (seconds > 0) {
      this.#securityLog.record('attempts-limited', { user: request.signedIn ?? undefined }, request);
      throw new HttpError(429, { detail: messages.tooManyFailures }, seconds);
    }
    const counted = [account, ofSource].map((key) => this.#failures.add(key));
    try {
      const compared = await compare();
      for (const one of counted) {
        if (compared.verified) one.remove();
        else if (compared.user) one.keep();
      }
      if (compared.verified && remembers) await this.remember(request, compared.verified);
      return compared;
    } catch (error) {
      for (const one of counted) one.remove();
      throw error;
    }
  }

  async remember(request: FastifyRequest, user: Pick<Person, 'personId'>): Promise<void> {
    await this.#known.remember(user, sourceOf(request));
  }

  async #secondsLeft(account: string, source: string, ofSource: string): Promise<number> {
    const seconds = this.#failures.secondsLeft(account);
    if (seconds === 0 || !(await this.#known.knows(account, source))) return seconds;
    return this.#failures.secondsLeft(ofSource);
  }
}

/** Decision 100. Keys without an account can be made up by anybody, so their number is bounded. */
export class FailureCounts {
  readonly #ofAccounts = new Map<string, number[]>();
  readonly #ofOthers = new Map<string, number[]>();

  secondsLeft(key: string): number {
    const times = this.#recentOf(key);
    const freeing = times.at(-MAX_FAILURES);
    return freeing === undefined ? 0 : Math.ceil((freeing + HOUR_MS - performance.now()) / 1000);
  }

  add(key: string) {
    const times = this.#recentOf(key);
    const now = performance.now();
    times.push(now);
    if (!this.#ofAccounts.has(key)) this.#addOther(key, times);
    return {
      remove: () => {
        const at = times.lastIndexOf(now);
        if (at >= 0) times.splice(at, 1);
      },
      keep: () => this.#keep(key, times),
    };
  }

  #recentOf(key: string): number[] {
    const times = this.#ofAccounts.get(key) ?? this.#ofOthers.get(key) ?? [];
    const since = performance.now() - HOUR_MS;
    while (times[0] !== undefined && times[0] <= since) times.shift();
    return times;
  }

  #addOther(key: string, times: number[]): void {
    // The key that was not used for longest is the first one of the map.
    this.#ofOthers.delete(key);
    this.#ofOthers.set(key, times);
    for (const [oldest] of this.#ofOthers) {
      if (this.#ofOthers.size <= MAX_OTHERS) return;
      this.#ofOthers.delete(oldest);
    }
  }

  #keep(key: string, times: number[]): void {
    if (this.#ofAccounts.has(key)) return;
    for (const one of this.#ofAccounts.keys())
      if (this.#recentOf(one).length === 0) this.#ofAccounts.delete(one);
    this.#ofOthers.delete(key);
    this.#ofAccounts.set(key, times);
  }
}
