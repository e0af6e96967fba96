import { sendSignOuts } from '#app/api/pending-sign-outs.ts';
import { currentOwner } from '#app/api/session.ts';
import { storageKeys } from '#app/api/storage-key.ts';
import { applyDigits } from '#app/lib/digits.ts';
import { watchTypedDigits } from '#app/lib/typed-digits.ts';
import { tellUncaughtErrors } from '#app/ui/uncaught-errors.ts';

const MANIFESTS = { en: '/manifest.webmanifest', ar: '/manifest-ar.webmanifest' } as const;

/** The app is installed under the manifest of its language. */
function linkManifest(): void {
  const { lang } = document.documentElement;
  document.querySelector('link[rel=manifest]')?.setAttribute('href', MANIFESTS[lang === 'ar' ? 'ar' : 'en']);
}

async function encryptLeftRecords(): Promise<void> {
  (await import('./encrypt-left-records.ts')).keepLeftRecordsEncrypted();
}

/**
 * On an idle page: tells errors that no code expects, follows the choices of language and digits, sends the sign-outs of
 * an earlier visit, and encrypts the records of signed-out users after a crash or an ended session. Signed in, the
 * later services do that.
 */
export function startAfterFirstRows(): void {
  tellUncaughtErrors();
  watchTypedDigits(() => void applyDigits().catch(() => undefined));
  linkManifest();
  new MutationObserver(linkManifest).observe(document.documentElement, { attributeFilter: ['lang'] });
  void sendSignOuts();
  if (!currentOwner() && storageKeys().length > 0) void encryptLeftRecords().catch(() => undefined);
}
