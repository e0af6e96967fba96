import { hashKey, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { currentOwner, type Owner } from '#app/api/session.ts';
import { keys } from '#app/cache/query-keys.ts';
import { chooseDeviceLanguage, choosePersonLanguage } from '#app/lib/language.ts';
import { readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';
import { type User, user as userAnswer } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { type Language, languages } from '#contract/messages.ts';

const UNSENT = 'branch-desk.language.unsent';

/** Returns the language that a user chose on this device and that no answer of the server has named yet. */
function unsentOf(ownerId: string): Language | undefined {
  return languages.find((language) => readLocal(UNSENT) === `${ownerId} ${language}`);
}

/** Sends a choice; a refusal gives it up, and without an answer it waits for the next read of the user. */
async function send(ownerId: string, language: Language): Promise<void> {
  try {
    await request({ method: 'PATCH', path: paths.user, body: { language }, answer: userAnswer });
  } catch (error) {
    const isRefused = error instanceof ApiError && error.kind !== 'transient';
    if (isRefused && unsentOf(ownerId) === language) removeLocal(UNSENT);
  }
}

/**
 * Applies a language that the signed-in user chose. It goes with them to other devices where the server keeps it,
 * and applies to this device elsewhere (decision 109). @throws when its texts could not be loaded
 */
export async function chooseLanguage(language: Language, user: User | undefined): Promise<void> {
  const ownerId = currentOwner()?.ownerId;
  if (user?.language === undefined || ownerId === undefined) return chooseDeviceLanguage(language);
  await choosePersonLanguage(language);
  writeLocal(UNSENT, `${ownerId} ${language}`);
  void send(ownerId, language);
}

/** Applies what the server tells of the user's language, and sends what it does not know yet, until stopped. */
export function watchLanguage(client: QueryClient, { ownerId }: Owner): () => void {
  const hash = hashKey(keys.user);
  const follow = (answer: User) => {
    const { language } = answer;
    const unsent = unsentOf(ownerId);
    if (unsent !== undefined && unsent !== language) return void send(ownerId, unsent);
    if (unsent !== undefined) removeLocal(UNSENT);
    if (language !== undefined) void choosePersonLanguage(language ?? undefined).catch(() => undefined);
  };
  // Only answers of this visit: what was kept on the device may be older than a choice.
  const state = client.getQueryState<User>(keys.user);
  if (state?.data && state.dataUpdatedAt >= performance.timeOrigin) follow(state.data);
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== hash) return;
    if (event.action.type === 'success' && !event.action.manual) follow(userAnswer.parse(event.action.data));
  });
}
