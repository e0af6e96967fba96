import { backupsTexts } from '#app/features/backups/texts.ar.ts';
import { importTexts } from '#app/features/import/texts.ar.ts';
import { type addTranslations, translations } from '#contract/messages.ts';

/** Of pages that managers open now and then: forms and lists do not wait for them. */
export const office: Parameters<typeof addTranslations>[1] = translations({
  import: importTexts,
  backups: backupsTexts,
});
