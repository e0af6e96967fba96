import { zodResolver } from '@hookform/resolvers/zod';
import { ApiError } from '#app/api/api-error.ts';
import { signIn } from '#app/cache/sign-in.ts';
import { loginBody } from '#contract/account-forms.ts';
import { messages } from './texts.en.ts';

export const loginResolver = zodResolver(loginBody);

/** The sentence to show for a sign-in that did not succeed. */
export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return messages.loginFailed;
  // Some servers answer a wrong password with 401, which elsewhere means that the session has ended.
  if (error.kind === 'unauthenticated') return error.detail ?? messages.loginFailed;
  return error.kind === 'transient' && error.status === undefined
    ? messages.signInNeedsConnection
    : error.message;
}

export async function submitSignIn(email: string, password: string): Promise<string | undefined> {
  try {
    await signIn(email, password);
    return undefined;
  } catch (error) {
    return problemOf(error);
  }
}
