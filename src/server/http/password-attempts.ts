import type { FastifyRequest } from 'fastify';
import type { SecurityLog } from '#server/security-log.ts';
import type { KnownSources, SignInAttempt } from '#server/store/accounts/sessions.ts';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import { HttpError } from '#server/store/http-error.ts';
import { FailureCounts } from './failure-counts.ts';
import { messages } from './messages.ts';
import { sourceOf } from './source-address.ts';

/**
 * Limits wrong passwords of one account to 100 an hour, wherever they come from (decision 121). A source from which the user has signed in
 * lately has 100 of its own, so that nobody can lock the user out from elsewhere. An email without a user is limited alike.
 */
export class PasswordAttempts {
  readonly #known: KnownSources;
  readonly #securityLog: SecurityLog;
  readonly #failures = new FailureCounts();

  constructor(known: KnownSources, securityLog: SecurityLog) {
    this.#known = known;
    this.#securityLog = securityLog;
  }

  /**
   * Compares a password and counts it if it is wrong. It counts before it is compared, so that attempts at the same time find it.
   * @throws {HttpError} 429 with the seconds to wait, without comparing
   */
  async count(
    request: FastifyRequest,
    email: string,
    compare: () => Promise<SignInAttempt>,
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
      if (compared.verified) await this.remember(request, compared.verified);
      return compared;
    } catch (error) {
      for (const one of counted) one.remove();
      throw error;
    }
  }

  /** Remembers that the user has proven who they are from where this request comes. */
  async remember(request: FastifyRequest, user: AuthenticatedUser): Promise<void> {
    await this.#known.remember(user, sourceOf(request));
  }

  async #secondsLeft(account: string, source: string, ofSource: string): Promise<number> {
    const seconds = this.#failures.secondsLeft(account);
    if (seconds === 0 || !(await this.#known.knows(account, source))) return seconds;
    return this.#failures.secondsLeft(ofSource);
  }
}
