import type { FastifyRequest } from 'fastify';
import type { FactorAnswer } from '#contract/second-factor.ts';
import { type FactorNews, mailFactorNews } from '#server/accounts/factor/factor-mails.ts';
import type { RelyingParty } from '#server/accounts/factor/passkey-ceremony.ts';
import type { SecondFactors, Step } from '#server/accounts/factor/second-factors.ts';
import type { VerifiedUser } from '#server/accounts/sessions.ts';
import { messages } from '#server/accounts/texts.en.ts';
import { relyingPartyOf } from '#server/http/origin.ts';
import type { PasswordAttempts } from '#server/http/password-attempts.ts';
import type { SecurityLog } from '#server/http/security-log.ts';
import type { ServerConfig } from '#server/platform/config.ts';
import { HttpError } from '#server/platform/http-error.ts';
import type { Mailer } from '#server/platform/mailer.ts';

export interface FactorStepOptions {
  readonly factors: SecondFactors;
  readonly config: Pick<ServerConfig, 'publicUrl'>;
  readonly attempts: PasswordAttempts;
  readonly securityLog: SecurityLog;
  readonly mailer: Mailer;
}

type Asked = Omit<Step, 'party'>;

/** An app that signs in with a 401 refreshes its session; the approving one has a session of somebody else. */
const statusOf = { 'sign-in': 401, approval: 403, change: 403 } as const;
const sentences = {
  'sign-in': { asked: 'factorAsked', owed: 'factorOwed' },
  approval: { asked: 'factorAskedOfApprover', owed: 'factorOwedByApprover' },
  change: { asked: 'factorAskedForChange', owed: 'factorOwed' },
} as const;

/** The second step of sign-in, approval and proof of a person (decision 160). */
export class FactorSteps {
  readonly #options: FactorStepOptions;

  constructor(options: FactorStepOptions) {
    this.#options = options;
  }

  partyOf(request: FastifyRequest): RelyingParty | undefined {
    return relyingPartyOf(request, this.#options.config.publicUrl);
  }

  /** @throws {HttpError} with the challenge, if the password is not enough */
  async ask(request: FastifyRequest, verified: VerifiedUser, { purpose, boundTo }: Asked): Promise<void> {
    const { factors, securityLog } = this.#options;
    const party = this.partyOf(request);
    const challenge = await factors.ask(verified, { purpose, boundTo, party });
    if (!challenge) return;
    securityLog.record('second-factor-asked', { user: verified }, request);
    const detail = messages[sentences[purpose][challenge.set_up ? 'owed' : 'asked']];
    // An approval is given at the tablet of somebody else, where no factor is set up.
    const body =
      challenge.set_up && purpose === 'approval' ? { detail } : { detail, second_factor: challenge };
    throw new HttpError(statusOf[purpose], body);
  }

  /**
   * Wrong answers count as wrong passwords do (decision 121), and five of them end the challenge.
   * @param of the only person whose challenge it may be
   * @throws {HttpError} 400 at the wrong member; 401 or 403 if the challenge is over; 429
   */
  async answer(
    request: FastifyRequest,
    { token, ...answer }: FactorAnswer & { readonly token: string },
    { purpose, boundTo }: Asked,
    of?: bigint,
  ): Promise<VerifiedUser> {
    const { factors, attempts, securityLog } = this.#options;
    const challenge = await factors.open(token, { purpose, boundTo }, of);
    if (!challenge) throw this.over(request, statusOf[purpose]);
    const { branchId, userId, personId } = challenge;
    const user = { branchId, userId, personId };
    const verified = { ...user, passwordHash: challenge.passwordHash };
    let refusal: unknown;
    let passed: Awaited<ReturnType<SecondFactors['pass']>> | undefined;
    await attempts.count(
      request,
      challenge.email,
      async () => {
        try {
          passed = await factors.pass(challenge, answer, this.partyOf(request));
        } catch (error) {
          if (!(error instanceof HttpError)) throw error;
          refusal = error;
        }
        return { user, verified: passed && verified };
      },
      { remembers: purpose !== 'sign-in' },
    );
    if (!passed) {
      securityLog.record('second-factor-refused', { user }, request);
      if (challenge.isLast) await this.tell(personId, 'codesWrong');
      throw refusal;
    }
    if (passed.kind === 'recovery') {
      securityLog.record('recovery-code-used', { user }, request);
      await this.tell(personId, { codesLeft: passed.codesLeft });
    }
    return verified;
  }

  /** A challenge that is unknown, expired, used up, or of a replaced password. */
  over(request: FastifyRequest, status: 401 | 403): HttpError {
    this.#options.securityLog.record('second-factor-refused', {}, request);
    return new HttpError(status, { detail: messages.challengeOver });
  }

  /** By a mail that follows the answer. */
  async tell(personId: bigint, news: FactorNews): Promise<void> {
    const { factors, mailer } = this.#options;
    mailFactorNews(mailer, await factors.ownerOf(personId), news);
  }
}
