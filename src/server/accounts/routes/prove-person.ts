import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PersonProof } from '#contract/second-factor.ts';
import { requirePassword } from '#server/accounts/profile.ts';
import type { VerifiedUser } from '#server/accounts/sessions.ts';
import { sessionOf, userOf } from '#server/http/authenticate.ts';
import { loginRateLimits } from '#server/http/login-rate-limit.ts';
import type { PasswordAttempts } from '#server/http/password-attempts.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { FactorSteps } from './factor-steps.ts';

interface PersonProofOptions {
  readonly steps: FactorSteps;
  readonly attempts: PasswordAttempts;
}

/**
 * Returns the signed-in person.
 * @param change both steps name the same
 * @throws {HttpError} 400 at what is wrong, 403 with the challenge of a second factor that is still to be proven, 429
 */
export type ProvePerson = (
  request: FastifyRequest,
  proof: PersonProof,
  change: string,
) => Promise<VerifiedUser>;

/** The present password, and the present second factor of who has one (decisions 49 and 160). */
export async function personProofs(
  app: FastifyInstance,
  context: RequestContext,
  { steps, attempts }: PersonProofOptions,
): Promise<ProvePerson> {
  const { securityLog } = context;
  const { perSource, perKey } = await loginRateLimits(app, securityLog);
  const limitAttempts = perKey((request) => String(userOf(request).userId));

  const provePassword = async (request: FastifyRequest, password: string): Promise<VerifiedUser> => {
    const { session, ...user } = sessionOf(request);
    try {
      return await requirePassword(context.read(request), password, async (email, compare) => {
        await limitAttempts(request);
        await perSource(request);
        return attempts.count(request, email, compare);
      });
    } catch (error) {
      securityLog.record('password-refused', { user, session }, request);
      throw error;
    }
  };

  return async (request, { current_password, second_factor }, change) => {
    const verified = await provePassword(request, current_password);
    const asked = { purpose: 'change', boundTo: change } as const;
    if (second_factor) await steps.answer(request, second_factor, asked, verified.personId);
    else await steps.ask(request, verified, asked);
    return verified;
  };
}
