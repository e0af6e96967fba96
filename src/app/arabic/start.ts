import { apiTexts } from '#app/api/texts.ar.ts';
import { signInTexts } from '#app/features/sign-in/texts.ar.ts';
import { fieldsTexts } from '#app/fields/texts.ar.ts';
import { appTexts } from '#app/lib/texts.ar.ts';
import { listTexts } from '#app/resources/list/texts.ar.ts';
import { shellTexts } from '#app/shell/texts.ar.ts';
import { uiTexts } from '#app/ui/texts.ar.ts';
import { start as contractStart } from '#contract/arabic/start.ts';
import { type addTranslations, translations } from '#contract/messages.ts';

export const start: Parameters<typeof addTranslations>[1] = {
  ...contractStart,
  ...translations({
    shell: shellTexts,
    list: listTexts,
    fields: fieldsTexts,
    signIn: signInTexts,
    app: appTexts,
    ui: uiTexts,
    api: apiTexts,
  }),
};
