import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addTranslations, type Language, languages, setLanguageSource } from '#contract/messages.ts';
import { arabic } from './arabic.ts';

const current = new AsyncLocalStorage<Language>();

addTranslations('ar', arabic);
setLanguageSource(() => current.getStore() ?? 'en');

export const storedLanguage = (name: string | null | undefined): Language | undefined =>
  languages.find((language) => language === name);

let isKept = false;

/** Kept only once another language than English is asked for: it slows down every promise on Node 20 and 22. */
export function inLanguage<T>(language: Language, work: () => T): T {
  isKept ||= language !== 'en';
  return isKept ? current.run(language, work) : work();
}

const MOST_LANGUAGES = 20;

/** English for any other language (RFC 9110, section 12.5.4). */
export function acceptedLanguage(header = ''): Language {
  if (header === '') return 'en';
  const ranges = header.split(',', MOST_LANGUAGES).flatMap((range) => {
    const [tag = '', quality = 'q=1'] = range.split(';').map((part) => part.trim().toLowerCase());
    const language = languages.find((one) => tag === one || tag.startsWith(`${one}-`));
    const weight = Number(quality.replace(/^q=/, ''));
    return language && weight > 0 ? [{ language, weight }] : [];
  });
  return ranges.sort((one, other) => other.weight - one.weight)[0]?.language ?? 'en';
}

export function inLanguageOf<T>({ headers }: FastifyRequest, work: () => T): T {
  return inLanguage(acceptedLanguage(headers['accept-language']), work);
}

/** The second hook follows the body, whose bytes arrive outside of the first hook's context. */
export function requestLanguages(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => inLanguageOf(request, done));
  app.addHook('preValidation', (request, _reply, done) => inLanguageOf(request, done));
}
