import { hashKey, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { currentOwner, dropSessionsBeyond, type Owner } from '#app/api/session.ts';
import { keys } from '#app/cache/query-keys.ts';
import { chooseDeviceDigits, choosePersonDigits } from '#app/lib/digits.ts';
import { chooseDeviceLanguage, choosePersonLanguage } from '#app/lib/language.ts';
import { readLocal, removeLocal, writeLocal } from '#app/lib/local-storage.ts';
import { type User, user as userAnswer } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { digitSets, languages } from '#contract/messages.ts';

interface ChoiceOptions<Value extends string> {
  readonly field: 'language' | 'digits';
  readonly values: readonly Value[];
  readonly forDevice: (value: Value) => Promise<void>;
  readonly forPerson: (value: Value | undefined) => Promise<void>;
}

function personChoice<Value extends string>({ field, values, forDevice, forPerson }: ChoiceOptions<Value>) {
  const unsentKey = `branch-desk.${field}.unsent`;
  const unsentOf = (ownerId: string) =>
    values.find((value) => readLocal(unsentKey) === `${ownerId} ${value}`);

  /** A refusal gives it up; without an answer it waits for the next read of the user. */
  async function send(ownerId: string, value: Value): Promise<void> {
    try {
      await request({ method: 'PATCH', path: paths.user, body: { [field]: value }, answer: userAnswer });
    } catch (error) {
      const isRefused = error instanceof ApiError && error.kind !== 'transient';
      if (isRefused && unsentOf(ownerId) === value) removeLocal(unsentKey);
    }
  }

  return {
    /** @param user undefined until the server has answered; then the answer tells whether it keeps the choice */
    async choose(value: Value, user: User | undefined): Promise<void> {
      const ownerId = currentOwner()?.ownerId;
      if (ownerId === undefined || (user && user[field] === undefined)) return forDevice(value);
      // Before its code or texts are loaded: an answer that comes meanwhile would put the earlier choice in its place.
      writeLocal(unsentKey, `${ownerId} ${value}`);
      try {
        await forPerson(value);
      } catch (error) {
        if (unsentOf(ownerId) === value) removeLocal(unsentKey);
        throw error;
      }
      if (user) void send(ownerId, value);
    },
    follow(ownerId: string, answer: User): void {
      const answered = answer[field];
      const unsent = unsentOf(ownerId);
      if (answered === undefined && unsent !== undefined) {
        removeLocal(unsentKey);
        void forPerson(undefined)
          .then(() => forDevice(unsent))
          .catch(() => undefined);
        return;
      }
      if (unsent !== undefined && unsent !== answered) return void send(ownerId, unsent);
      if (unsent !== undefined) removeLocal(unsentKey);
      const value = values.find((one) => one === answered);
      if (answered !== undefined) void forPerson(value).catch(() => undefined);
    },
  };
}

const language = personChoice({
  field: 'language',
  values: languages,
  forDevice: chooseDeviceLanguage,
  forPerson: choosePersonLanguage,
});

const digits = personChoice({
  field: 'digits',
  values: digitSets,
  forDevice: chooseDeviceDigits,
  forPerson: choosePersonDigits,
});

/**
 * It goes with the user to other devices if the server keeps it, else it applies to this device (decision 109). @throws
 * if its texts could not be loaded
 */
export const chooseLanguage = language.choose;

/** As a language (decision 115). @throws if the code that draws them could not be loaded */
export const chooseDigits = digits.choose;

/** Until stopped; sends a choice that the server does not know yet, and ends here what ended in another branch. */
export function watchPerson(client: QueryClient, { ownerId }: Owner): () => void {
  const hash = hashKey(keys.user);
  const follow = (answer: User) => {
    language.follow(ownerId, answer);
    digits.follow(ownerId, answer);
    if (answer.branches) dropSessionsBeyond(answer.branches.map(({ id }) => id));
  };
  // Only answers of this visit: an answer kept on the device may be older than a choice.
  const state = client.getQueryState<User>(keys.user);
  if (state?.data && state.dataUpdatedAt >= performance.timeOrigin) follow(state.data);
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryHash !== hash) return;
    if (event.action.type === 'success' && !event.action.manual) follow(userAnswer.parse(event.action.data));
  });
}
