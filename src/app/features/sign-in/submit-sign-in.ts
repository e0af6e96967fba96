import { zodResolver } from '@hookform/resolvers/zod';
import { ApiError } from '#app/api/api-error.ts';
import { signIn } from '#app/cache/sign-in.ts';
import { loginBody } from '#contract/account.ts';

export const loginResolver = zodResolver(loginBody);

const FAILED = 'Login failed';

const NO_CONNECTION = 'Signing in needs a connection. Check the network, then try again.';

/** Signs in. Answers why it did not work, in words for the form; undefined when it did. */
export async function submitSignIn(email: string, password: string): Promise<string | undefined> {
  try {
    await signIn(email, password);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) return FAILED;
    // Some hosts answer 401 to a wrong password, which elsewhere means that a session has ended.
    if (error.kind === 'sign-in') return error.detail ?? FAILED;
    return error.kind === 'transient' && error.status === undefined ? NO_CONNECTION : error.message;
  }
}
