import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#app/api/api-error.ts';
import { keys } from '#app/cache/query-keys.ts';
import { defineCall, useCall } from '#app/calls/online-call.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import {
  type BranchSettings,
  branchSettings,
  SETTINGS_PATH,
  type SettingsFieldName,
  settingsFields,
} from '#contract/branch-settings.ts';
import { BASE, changedMeanwhile, changeOf } from '#contract/change.ts';
import { messages } from './texts.en.ts';

/** Texts of the form; '' for an empty field. */
export type SettingsDraft = Record<SettingsFieldName, string>;

/** Lists are JSON text; what the server does not know is absent, so that it is neither checked nor sent. */
export function draftOf(settings: BranchSettings): SettingsDraft {
  const texts = Object.keys(settingsFields).flatMap((name) => {
    const value = settings[name as SettingsFieldName];
    if (value === undefined) return [];
    return [[name, Array.isArray(value) ? JSON.stringify(value) : (value ?? '')]];
  });
  return Object.fromEntries(texts) as SettingsDraft;
}

export function settingsMeanwhile(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const answer = changedMeanwhile.safeParse(error.answer).data;
  const current = branchSettings.safeParse(answer?.current).data;
  return current && { current, fields: Object.keys(answer?.conflicts ?? {}) };
}

/** The change is made upon the settings that were seen (decision 41). */
export const saveSettingsCall = defineCall({
  name: 'settings.save',
  answer: branchSettings,
  kind: () => appMessages.branchSettings,
  done: () => messages.saved,
});

export function useSaveSettings() {
  const client = useQueryClient();
  const send = useCall(saveSettingsCall);
  return useMutation({
    mutationFn: ({ seen, draft }: { seen: BranchSettings; draft: SettingsDraft }) => {
      const { base, yours } = changeOf(settingsFields, seen, draft);
      return send({ method: 'PATCH', path: SETTINGS_PATH, body: { ...yours, [BASE]: base } });
    },
    onSuccess: ({ answer }) => {
      client.setQueryData(keys.settings, answer);
      // The name also stands in the top bar and among the branches of the user.
      for (const queryKey of [keys.branch, keys.user]) void client.invalidateQueries({ queryKey });
    },
  });
}
