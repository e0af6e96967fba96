import { sendSignOuts } from '#app/api/pending-sign-outs.ts';
import { currentOwner, onSessionChange } from '#app/api/session.ts';
import { storageKeys } from '#app/api/storage-key.ts';
import { hasCachedQueries } from '#app/lib/database-exists.ts';
import { applyDigits } from '#app/lib/digits.ts';
import { watchTypedDigits } from '#app/lib/typed-digits.ts';
import { tellUncaughtErrors } from '#app/ui/uncaught-errors.ts';

const MANIFESTS = { en: '/manifest.webmanifest', ar: '/manifest-ar.webmanifest' } as const;

/** The app is installed under the manifest of its language. */
function linkManifest(): void {
  const { lang } = document.documentElement;
  document.querySelector('link[rel=manifest]')?.setAttribute('href', MANIFESTS[lang === 'ar' ? 'ar' : 'en']);
}

/** Also what a session left that ended in another window, or while the app was closed. Never throws. */
async function clearLeftData(): Promise<void> {
  try {
    (await import('./clear-left-data.ts')).keepLeftDataCleared();
  } catch {
    // The next start or change of the session tries again.
  }
}

/**
 * On an idle page: tells errors that no code expects, follows the choices of language and digits, sends the sign-outs of
 * an earlier visit, and clears what ended sessions have left. Signed in, the later services do that; a session may end
 * before they are loaded.
 */
export function startAfterFirstRows(): void {
  tellUncaughtErrors();
  watchTypedDigits(() => void applyDigits().catch(() => undefined));
  linkManifest();
  new MutationObserver(linkManifest).observe(document.documentElement, { attributeFilter: ['lang'] });
  void sendSignOuts();
  onSessionChange(() => void clearLeftData());
  const mayBeLeft = async () => storageKeys().length > 0 || (await hasCachedQueries());
  if (!currentOwner()) void mayBeLeft().then((left) => (left ? clearLeftData() : undefined));
}
