/** Represents one text that a person reads, or a function that makes it from values. */
type Message = string | ((values: never) => string);

/** Describes the same texts in another language: every key, and functions of the same values. */
type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Texts[Key];
};

/**
 * Declares the English texts of one feature (decision 90). Components read them while they render, so that a
 * translation can replace them; a constant of a module must not hold one.
 */
export function defineMessages<const Texts extends Record<string, Message>>(
  texts: Texts,
): Translation<Texts> {
  return texts as Translation<Texts>;
}

type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

const rules = new Intl.PluralRules('en');

/** Returns the plural form for a whole number, with the number in place of each "#". */
export function plural(count: number, forms: PluralForms): string {
  return (forms[rules.select(count)] ?? forms.other).replaceAll('#', String(count));
}
