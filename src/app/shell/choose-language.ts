import { chooseDeviceLanguage } from '#app/lib/language.ts';
import { messages as uiMessages } from '#app/ui/messages.ts';
import { notify } from '#app/ui/toast/notify.ts';
import type { User } from '#contract/account.ts';
import { languages } from '#contract/messages.ts';

/** Applies the language that was chosen in the profile menu; a toast tells where its texts are not on the device. */
export function chooseLanguage(value: string, _user: User | undefined): void {
  const language = languages.find((one) => one === value);
  if (!language) return;
  chooseDeviceLanguage(language).catch(() => notify(uiMessages.missingDialog, { kind: 'error' }));
}
