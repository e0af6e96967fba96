import { hasDigitWriter, inDigits } from './digits.ts';

export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Decision 57. Data and the wire are Latin always. */
export const digitSets = ['latin', 'arabic-indic'] as const;
export type DigitSet = (typeof digitSets)[number];

type Message = string | ((values: never) => string);

interface Messages {
  readonly [id: string]: Message | Messages;
}

type InAnyLanguage<Texts> = {
  readonly [Id in keyof Texts]: Texts[Id] extends string
    ? string
    : Texts[Id] extends (values: never) => string
      ? Texts[Id]
      : InAnyLanguage<Texts[Id]>;
};

/** `$id` names the texts for the type of a translation; no value has it. */
type Catalogue<Id extends string, Texts> = InAnyLanguage<Texts> & { readonly $id?: Id };

export type Translation<Texts extends { readonly $id?: string }> = {
  readonly [Id in Exclude<keyof Texts, '$id'>]: Texts[Id];
} & { readonly $id?: Texts['$id'] };

/** Is called when the text is needed, in the language of that moment. */
export type LazyText = () => string;

export type IdOf<Texts> = Exclude<keyof Texts, '$id'> & string;

export const translations = <T extends { readonly [Id in keyof T]: { readonly $id?: Id } }>(texts: T): T =>
  texts;

let currentLanguage = (): Language => 'en';

export function setLanguageSource(source: () => Language): void {
  currentLanguage = source;
}

export function languageNow(): Language {
  return currentLanguage();
}

/** With the comma of the current language; empty parts are left out. */
export const joinParts = (parts: readonly unknown[]): string =>
  parts.filter(Boolean).join(currentLanguage() === 'ar' ? '، ' : ', ');

const translated: Partial<Record<Language, Record<string, Messages>>> = {};

/** Added to the texts before, by the ids of the catalogues. */
export function addTranslations(language: Language, catalogues: Readonly<Record<string, Messages>>): void {
  const known = { ...translated[language] };
  for (const [id, texts] of Object.entries(catalogues)) known[id] = { ...known[id], ...texts };
  translated[language] = known;
}

function translationOf(id: string, key: string): Message | Messages | undefined {
  return translated[currentLanguage()]?.[id]?.[key];
}

const textsIn = (values: unknown): readonly string[] =>
  typeof values === 'object' && values !== null
    ? Object.values(values)
        .flat()
        .filter((value) => typeof value === 'string')
    : [];

/** Only numbers of the message itself change; the texts among its values stay (decision 137). */
function inChosenDigits(message: Message | Messages | undefined): Message | Messages | undefined {
  if (!hasDigitWriter() || message === undefined) return message;
  if (typeof message === 'string') return inDigits(message);
  if (typeof message === 'function') return (values) => inDigits(message(values), textsIn(values));
  const group = Object.entries(message).map(([id, one]) => [id, inChosenDigits(one)] as const);
  return Object.fromEntries(group) as Messages;
}

/**
 * English texts under an id of their own (decision 90). Each read gives the text in the current language and digits, so
 * components read them while they render; a constant of a module must not hold one.
 */
export function defineMessages<const Id extends string, const Texts extends Messages>(
  id: Id,
  texts: Texts,
): Catalogue<Id, Texts> {
  return new Proxy<object>(texts, {
    get: (english, key) => inChosenDigits(translationOf(id, String(key)) ?? Reflect.get(english, key)),
  }) as Catalogue<Id, Texts>;
}

/** Its texts follow the language as those of the original do; a spread would keep one language. */
export function copyOf<T extends object>(original: T, changes: Partial<T> = {}): T {
  return Object.create(Object.getPrototypeOf(original), {
    ...Object.getOwnPropertyDescriptors(original),
    ...Object.getOwnPropertyDescriptors(changes),
  });
}

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

const rules: Partial<Record<Language, Intl.PluralRules>> = {};

export function plural(count: number, forms: PluralForms): string {
  const language = currentLanguage();
  rules[language] ??= new Intl.PluralRules(language);
  return (forms[rules[language].select(count)] ?? forms.other).replaceAll('#', String(count));
}

/** Adds the texts to a declaration as getters, because each is read in the language of that moment. */
export function withTexts<T extends object>(declaration: T, texts: () => object): T {
  for (const id of Object.keys(texts()))
    Object.defineProperty(declaration, id, {
      get: () => Reflect.get(texts(), id),
      enumerable: true,
      configurable: true,
    });
  return declaration;
}
