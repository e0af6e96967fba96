import { zodResolver } from '@hookform/resolvers/zod';
import { ApiError } from '#app/api/api-error.ts';
import { signIn } from '#app/cache/sign-in.ts';
import { loginBody } from '#contract/account-forms.ts';
import { messages } from './texts.en.ts';

export const loginResolver = zodResolver(loginBody);

export function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return messages.loginFailed;
  // Some servers answer a wrong password with 401, which elsewhere means that the session has ended.
  if (error.kind === 'unauthenticated') return error.detail ?? messages.loginFailed;
  return error.kind === 'transient' && error.status === undefined
    ? messages.signInNeedsConnection
    : error.message;
}

/** The right password of a user with a second factor; `refusal` is the server's answer (decision 160). */
export interface AskedForFactor {
  readonly refusal: unknown;
}

const asksForFactor = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'second_factor' in answer;

export async function submitSignIn(
  email: string,
  password: string,
): Promise<string | AskedForFactor | undefined> {
  try {
    await signIn(email, password);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && asksForFactor(error.answer)) return { refusal: error.answer };
    return problemOf(error);
  }
}
