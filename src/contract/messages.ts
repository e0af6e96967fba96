import { hasDigitWriter, inDigits } from './digits.ts';

/** Lists the languages of the product (decision 57). English is the one that every text has. */
export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Lists the sets of digits in which numbers are shown (decision 57). Data and the wire are Latin always. */
export const digitSets = ['latin', 'arabic-indic'] as const;
export type DigitSet = (typeof digitSets)[number];

/** Represents one text that a person reads, or a function that makes it from values. */
type Message = string | ((values: never) => string);

/** Holds the texts of one feature in the current language. `$id` names them for the type of a translation; no value has it. */
type Catalogue<Id extends string, Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Texts[Key];
} & { readonly $id?: Id };

/** Describes the texts of a catalogue in another language: every key, and functions of the same values. */
export type Translation<Texts extends { readonly $id?: string }> = {
  readonly [Key in Exclude<keyof Texts, '$id'>]: Texts[Key];
} & { readonly $id?: Texts['$id'] };

/** Describes the texts of several catalogues by their ids; a wrong id does not compile. */
export type Translations<Catalogues extends Readonly<Record<string, { readonly $id?: string }>>> = {
  readonly [Id in keyof Catalogues]: Catalogues[Id] extends { readonly $id?: Id }
    ? Translation<Catalogues[Id]>
    : never;
};

/** Returns the texts of several catalogues by their ids; another id does not compile. */
export const translations = <T extends { readonly [Id in keyof T]: { readonly $id?: Id } }>(texts: T): T =>
  texts;

let currentLanguage = (): Language => 'en';

/** Sets where the current language comes from: the setting of the device, or the request that is answered. */
export function setLanguageSource(source: () => Language): void {
  currentLanguage = source;
}

/** Returns the language in which texts are read now. */
export function languageNow(): Language {
  return currentLanguage();
}

/** Joins the parts of a text that are not empty, with the comma of the current language. */
export const joinParts = (parts: readonly unknown[]): string =>
  parts.filter(Boolean).join(currentLanguage() === 'ar' ? '، ' : ', ');

type Texts = Readonly<Record<string, Message>>;

const translated: Partial<Record<Language, Record<string, Texts>>> = {};

/** Adds the texts of catalogues in a language other than English, by the ids of the catalogues, to what was added before. */
export function addTranslations(language: Language, catalogues: Readonly<Record<string, Texts>>): void {
  const known = { ...translated[language] };
  for (const [id, texts] of Object.entries(catalogues)) known[id] = { ...known[id], ...texts };
  translated[language] = known;
}

/** Returns a text of a catalogue in the current language, and undefined where that is English. */
function translationOf(id: string, key: string): Message | undefined {
  return translated[currentLanguage()]?.[id]?.[key];
}

/** Returns the texts among the values of a message: what a person typed, or what was written in the chosen digits before. */
const textsIn = (values: unknown): readonly string[] =>
  typeof values === 'object' && values !== null
    ? Object.values(values)
        .flat()
        .filter((value) => typeof value === 'string')
    : [];

/** Returns a message that writes its own numbers in the chosen digits; the texts among its values stay (decision 137). */
function inChosenDigits(message: Message): Message {
  if (!hasDigitWriter()) return message;
  if (typeof message === 'string') return inDigits(message);
  return typeof message === 'function' ? (values) => inDigits(message(values), textsIn(values)) : message;
}

/**
 * Declares the English texts of one feature under an id of its own (decision 90). Each read gives the text in the
 * current language and digits, so components read them while they render; a constant of a module must not hold one.
 */
export function defineMessages<const Id extends string, const Texts extends Record<string, Message>>(
  id: Id,
  texts: Texts,
): Catalogue<Id, Texts> {
  return new Proxy<object>(texts, {
    get: (english, key) => inChosenDigits(translationOf(id, String(key)) ?? Reflect.get(english, key)),
  }) as Catalogue<Id, Texts>;
}

/**
 * Returns a fixed text of the contract in the current language and digits: a label, or the message of a schema. Its
 * English text is its key, so one text must always mean one thing.
 */
export function translate(english: string): string {
  const found = translationOf('contract', english);
  return inDigits(typeof found === 'string' ? found : english);
}

/** Returns a copy whose texts follow the language as those of the original do; a spread would keep one language. */
export function copyOf<T extends object>(original: T, changes: Partial<T> = {}): T {
  return Object.create(Object.getPrototypeOf(original), {
    ...Object.getOwnPropertyDescriptors(original),
    ...Object.getOwnPropertyDescriptors(changes),
  });
}

/** Returns copies of several facts by name, of which these texts are read in the current language. */
export function withTranslationsOf<T extends Readonly<Record<string, object>>>(
  facts: T,
  names: readonly (keyof T[keyof T] & string)[],
): T {
  const entries = Object.entries<object>(facts);
  return Object.fromEntries(
    entries.map(([name, one]) => [name, withTranslations<object>(one, names as never)]),
  ) as T;
}

/** Returns a copy of facts of which these texts are read in the current language. */
export function withTranslations<T extends object>(
  facts: T,
  names: readonly (keyof T & string)[],
  read: (english: string) => string = translate,
): T {
  const copy = copyOf(facts);
  for (const name of names) {
    const english = facts[name];
    if (typeof english === 'string')
      Object.defineProperty(copy, name, { enumerable: true, configurable: true, get: () => read(english) });
  }
  return copy;
}

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

const rules: Partial<Record<Language, Intl.PluralRules>> = {};

/** Returns the plural form of the current language for a whole number, with the number in place of each "#". */
export function plural(count: number, forms: PluralForms): string {
  const language = currentLanguage();
  rules[language] ??= new Intl.PluralRules(language);
  return (forms[rules[language].select(count)] ?? forms.other).replaceAll('#', String(count));
}
