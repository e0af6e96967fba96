import { z } from 'zod';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { parseSuccess, sendRequest } from '#app/api/send-request.ts';
import { type Owner, ownerOf, storeTokens } from '#app/api/session.ts';
import { messages } from '#app/api/texts.en.ts';
import { choosePersonLanguage } from '#app/lib/language.ts';
import { type SignedIn, signedIn, type Tokens } from '#contract/account.ts';
import { readId } from '#contract/fields.ts';
import { paths } from '#contract/http.ts';

const whoami = z.object({ id: readId.optional(), email: z.string() });

/** For servers whose tokens are opaque (decision 31). */
async function fetchOwner(tokenPair: Tokens): Promise<Owner> {
  const answer = await sendRequest({ method: 'GET', path: paths.user }, tokenPair.access);
  const { id, email } = parseSuccess(answer, whoami);
  return { ownerId: id ?? email.toLowerCase(), branchId: '' };
}

/** @throws {ApiError} with the server's message, else "Login failed" (specification, section 8) */
export async function signIn(email: string, password: string): Promise<void> {
  const call = { method: 'POST', path: paths.login, body: { email, password }, open: true } as const;
  const tokenPair = await request({ ...call, answer: signedIn }).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.kind !== 'rejected') throw error;
    throw new ApiError('rejected', error, error.detail ?? messages.loginFailed);
  });
  await keepSignIn(tokenPair);
}

/**
 * The user is signed in from now on.
 * @throws {ApiError} where the tokens do not say whose they are, and the server cannot be asked
 */
export async function keepSignIn(tokenPair: SignedIn): Promise<void> {
  const owner = ownerOf(tokenPair.access) ?? (await fetchOwner(tokenPair));
  // Before the first page is drawn. Texts that could not be loaded come with the user's own answer.
  if (tokenPair.language) await choosePersonLanguage(tokenPair.language).catch(() => undefined);
  storeTokens(tokenPair, owner);
}
