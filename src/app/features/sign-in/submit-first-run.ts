import { zodResolver } from '@hookform/resolvers/zod';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { signIn } from '#app/cache/sign-in.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { SETUP_PATH, type SetupBody, setupBody, setupDone } from '#contract/setup.ts';
import { messages } from './first-run-messages.ts';

export const firstRunResolver = zodResolver(setupBody);

/**
 * Sets up the branch and signs its manager in. After a lost answer the same values sign in: then the first attempt was done.
 * @returns what the form shows; undefined on success
 */
export async function submitFirstRun(
  body: SetupBody,
): Promise<{ readonly message: string; readonly fields: readonly FieldProblem[] } | undefined> {
  try {
    await request({ method: 'POST', path: SETUP_PATH, body, open: true, answer: setupDone }).catch(
      (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
      },
    );
    await signIn(body.email, body.password);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { kind, status, message, detail, fields } = error;
    const isOffline = kind === 'transient' && status === undefined;
    return { message: isOffline ? messages.needsConnection : (detail ?? message), fields };
  }
}
