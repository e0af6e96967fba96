import { zodResolver } from '@hookform/resolvers/zod';
import { ApiError } from '#app/api/api-error.ts';
import { signIn } from '#app/cache/sign-in.ts';
import { loginBody } from '#contract/account.ts';

export const loginResolver = zodResolver(loginBody);

const FAILED = 'Login failed';

const NO_CONNECTION = 'Signing in needs a connection. Check the network, then try again.';

/** Signs in. Returns an error message for the form; undefined on success. */
export async function submitSignIn(email: string, password: string): Promise<string | undefined> {
  try {
    await signIn(email, password);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) return FAILED;
    // Some servers answer a wrong password with 401, which elsewhere means that the session has ended.
    if (error.kind === 'unauthenticated') return error.detail ?? FAILED;
    return error.kind === 'transient' && error.status === undefined ? NO_CONNECTION : error.message;
  }
}
