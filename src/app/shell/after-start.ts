import { watchTypedDigits } from '#app/jsx/typed-digits.ts';
import { applyDigits, isArabicIndic } from '#app/lib/digits.ts';

const MANIFESTS = { en: '/manifest.webmanifest', ar: '/manifest-ar.webmanifest' } as const;

/** Links the manifest of the page's language, under which the app is installed. */
function linkManifest(): void {
  const { lang } = document.documentElement;
  document.querySelector('link[rel=manifest]')?.setAttribute('href', MANIFESTS[lang === 'ar' ? 'ar' : 'en']);
}

/** Starts what follows the choices of language and digits on an idle page. */
export function startAfterFirstRows(): void {
  watchTypedDigits(isArabicIndic, () => void applyDigits().catch(() => undefined));
  linkManifest();
  new MutationObserver(linkManifest).observe(document.documentElement, { attributeFilter: ['lang'] });
}
