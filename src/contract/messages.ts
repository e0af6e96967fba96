/** Is a language of the product (decision 57). English is the one that every text has. */
type Language = 'en' | 'ar';

/** Represents one text that a person reads, or a function that makes it from values. */
type Message = string | ((values: never) => string);

/** Holds the texts of one feature in the current language. `$id` names them for the type of a translation; no value has it. */
type Catalogue<Id extends string, Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Texts[Key];
} & { readonly $id?: Id };

let currentLanguage = (): Language => 'en';

/** Sets where the current language comes from: the setting of the device, or the request that is answered. */
export function setLanguageSource(source: () => Language): void {
  currentLanguage = source;
}

type Texts = Readonly<Record<string, Message>>;

const translated: Partial<Record<Language, Record<string, Texts>>> = {};

/** Adds the texts of catalogues in a language other than English, by the ids of the catalogues. */
export function addTranslations(language: Language, catalogues: Readonly<Record<string, Texts>>): void {
  translated[language] = { ...translated[language], ...catalogues };
}

/** Returns a text of a catalogue in the current language, and undefined where that is English. */
function translationOf(id: string, key: string): Message | undefined {
  return translated[currentLanguage()]?.[id]?.[key];
}

/**
 * Declares the English texts of one feature under an id of its own (decision 90). Each read gives the text in the
 * current language, so components read them while they render; a constant of a module must not hold one.
 */
export function defineMessages<const Id extends string, const Texts extends Record<string, Message>>(
  id: Id,
  texts: Texts,
): Catalogue<Id, Texts> {
  return new Proxy<object>(texts, {
    get: (english, key) => translationOf(id, String(key)) ?? Reflect.get(english, key),
  }) as Catalogue<Id, Texts>;
}

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

const rules: Partial<Record<Language, Intl.PluralRules>> = {};

/** Returns the plural form of the current language for a whole number, with the number in place of each "#". */
export function plural(count: number, forms: PluralForms): string {
  const language = currentLanguage();
  rules[language] ??= new Intl.PluralRules(language);
  return (forms[rules[language].select(count)] ?? forms.other).replaceAll('#', String(count));
}
