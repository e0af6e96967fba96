import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, isTransient } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import {
  type BranchSettings,
  branchSettings,
  SETTINGS_PATH,
  settingsFields,
} from '#contract/branch-settings.ts';
import { BASE, changedMeanwhile, changeOf } from '#contract/change.ts';
import { messages } from './messages.ts';

/** The settings as the form holds them: text, '' for nothing. */
export type SettingsDraft = Record<keyof typeof settingsFields, string>;

/** Returns the settings as text for the form. */
export function draftOf(settings: BranchSettings): SettingsDraft {
  const text = (name: keyof SettingsDraft) => settings[name] ?? '';
  return {
    phone: text('phone'),
    address: text('address'),
    logo: text('logo'),
    receipt_language: text('receipt_language'),
    paper: text('paper'),
    receipt_footer: text('receipt_footer'),
    reminder_text: text('reminder_text'),
  };
}

/** Returns the stored settings from the answer that both sides changed the same field. */
export function settingsMeanwhile(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  const answer = changedMeanwhile.safeParse(error.answer).data;
  const current = branchSettings.safeParse(answer?.current).data;
  return current && { current, fields: Object.keys(answer?.conflicts ?? {}) };
}

/**
 * Changes the settings upon those that were seen (decision 41). It is never queued (decision 23); while the outcome of an attempt is not
 * known, the same change repeats its key.
 */
export function useSaveSettings() {
  const client = useQueryClient();
  const last = useRef({ text: '', key: '' });
  return useMutation({
    mutationFn: async ({ seen, draft }: { seen: BranchSettings; draft: SettingsDraft }) => {
      const { base, yours } = changeOf(settingsFields, seen, draft);
      const body = { ...yours, [BASE]: base };
      const text = JSON.stringify(body);
      if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
      try {
        const idempotencyKey = last.current.key;
        return await request({
          method: 'PATCH',
          path: SETTINGS_PATH,
          body,
          idempotencyKey,
          answer: branchSettings,
        });
      } catch (error) {
        if (!isTransient(error)) last.current = { text: '', key: '' };
        else if (error instanceof ApiError && error.status === undefined)
          throw new ApiError('transient', error, messages.needsConnection);
        throw error;
      }
    },
    onSuccess: (saved) => client.setQueryData(keys.settings, saved),
  });
}
