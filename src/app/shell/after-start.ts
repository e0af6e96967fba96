import { sendSignOuts } from '#app/api/pending-sign-outs.ts';
import { currentOwner, onSessionChange } from '#app/api/session.ts';
import { storageKeys } from '#app/api/storage-key.ts';
import { hasCachedQueries } from '#app/lib/database-exists.ts';
import { applyDigits } from '#app/lib/digits.ts';
import { watchTypedDigits } from '#app/lib/typed-digits.ts';
import { tellUncaughtErrors } from '#app/ui/uncaught-errors.ts';

const MANIFESTS = { en: '/manifest.webmanifest', ar: '/manifest-ar.webmanifest' } as const;

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
 * On an idle page, also without a session. Signed in, the later services do it; a session may end before they are
 * loaded.
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
