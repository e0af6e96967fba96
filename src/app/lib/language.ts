import { addTranslations, type Language, languages, setLanguageSource } from '#contract/messages.ts';
import { readLocal, removeLocal, writeLocal } from './local-storage.ts';
import { createStore, useStore } from './store.ts';

// index.html reads both keys before the first paint.
const DEVICE = 'branch-desk.language';
const PERSON = 'branch-desk.language.person';

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', ar: 'العربية' };

const known = (name: string | undefined) => languages.find((language) => language === name);

/** The person's, else the device's, else the browser's (decision 57). */
function wanted(): Language {
  // Undefined where no browser runs the engine of the outbox.
  const ofBrowser = () =>
    (globalThis.navigator?.languages ?? []).map((tag) => known(tag.slice(0, 2))).find(Boolean);
  return known(readLocal(PERSON)) ?? known(readLocal(DEVICE)) ?? ofBrowser() ?? 'en';
}

const current = createStore(wanted());
setLanguageSource(current.get);

/** First those of sign-in and lists, then those of forms and pages, last those of the office's pages. */
type Loaders = readonly (() => Promise<Parameters<typeof addTranslations>[1]>)[];

let loaders: Loaders = [];
const loading: (Promise<void> | undefined)[] = [];

/** Once. @throws the error of the import; the next call tries again */
async function load(part: number): Promise<void> {
  loading[part] ??= loaders[part]?.().then((texts) => addTranslations('ar', texts));
  try {
    await loading[part];
  } catch (error) {
    loading[part] = undefined;
    throw error;
  }
}

const loadParts = (parts: Loaders) => Promise.all(parts.map((_, part) => load(part)));
const loadAll = () => loadParts(loaders);

/** Those of sign-in and the first list; without them they stay English. */
export async function firstTexts(): Promise<void> {
  if (current.get() !== 'en') await load(0).catch(() => undefined);
}

/**
 * The module comes with its texts, so that its screen is in one language.
 * @throws the error of `loadModule`
 */
export async function withTexts<Module>(
  loadModule: () => Promise<Module>,
  place: 'desk' | 'office' = 'desk',
): Promise<Module> {
  const parts = place === 'office' ? loaders : loaders.slice(0, 2);
  const texts = current.get() === 'en' ? undefined : loadParts(parts).catch(() => undefined);
  const module = await loadModule();
  await texts;
  return module;
}

function apply(language: Language): void {
  const { documentElement: page } = document;
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  // Setting the same again would style every element again.
  if (page.lang !== language) page.lang = language;
  if (page.dir !== direction) page.dir = direction;
  if (language !== current.get()) current.set(language);
}

/** Applied once its texts are there. @throws the failed import; then nothing has changed */
async function change(key: string, language: Language | undefined): Promise<void> {
  if (language !== undefined && language !== 'en') await loadAll();
  if (language) writeLocal(key, language);
  else removeLocal(key);
  const next = wanted();
  if (next !== 'en') await loadAll();
  if (next === wanted()) apply(next);
}

export const chooseDeviceLanguage = (language: Language) => change(DEVICE, language);

/** Undefined for none. @throws if its texts could not be loaded */
export const choosePersonLanguage = (language: Language | undefined) => change(PERSON, language);

export const useLanguage = (): Language => useStore(current);

/** Again when another tab chooses. */
export function startLanguage(textLoaders: Loaders): void {
  loaders = textLoaders;
  apply(current.get());
  window.addEventListener('storage', ({ key }) => {
    if (key !== DEVICE && key !== PERSON && key !== null) return;
    const next = wanted();
    void (next === 'en' ? Promise.resolve() : loadAll()).then(
      () => apply(next),
      () => undefined,
    );
  });
}
