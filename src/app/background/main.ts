import { apiTexts } from '#app/api/texts.ar.ts';
import { appTexts } from '#app/lib/texts.ar.ts';
import { outboxTexts } from '#app/outbox/texts.ar.ts';
import { addTranslations, translations } from '#contract/messages.ts';
import { sendInBackground } from './send-in-background.ts';

// Problems are stored with the entry, in the language of its user.
addTranslations('ar', translations({ api: apiTexts, app: appTexts, outbox: outboxTexts }));

declare global {
  var sendWaiting: (() => Promise<void>) | undefined;
}

/** Called by the service worker (src/build/background-worker.ts). */
globalThis.sendWaiting = sendInBackground;
