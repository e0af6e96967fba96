import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rest } from '#contract/arabic/rest.ts';
import { start } from '#contract/arabic/start.ts';
import { settingsFields } from '#contract/branch-settings.ts';
import { levels, periods, reminderChannels, services } from '#contract/choices.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { addTranslations, setLanguageSource } from '#contract/messages.ts';
import { formatMoney } from '#contract/money.ts';
import { figures } from '#contract/month.ts';
import { permissionNames, permissions } from '#contract/permissions.ts';
import { visibleResource } from '#contract/record-permissions.ts';
import { translatedTitle } from '#contract/resources/name-in.ts';
import { resources } from '#contract/resources/registry.ts';
import { choiceTexts } from '#contract/texts/choices.en.ts';

const all: readonly Resource[] = Object.values(resources);

const labelsOf = (fields: Readonly<Record<string, Field>>) =>
  Object.values(fields).flatMap(({ label, choices = [] }) => [
    label,
    ...choices.map((choice) => choice.label),
  ]);

function textsOf(resource: Resource): string[] {
  const {
    singular,
    plural,
    title = plural,
    description,
    commonName = plural,
    addVerb,
    addLabel = plural,
  } = resource;
  const { formTitles = { add: plural, edit: plural }, installment } = resource;
  return [
    ...[singular, plural, title, description, commonName, addVerb, addLabel, formTitles.add, formTitles.edit],
    ...[resource.nouns.one, resource.nouns.other],
    ...labelsOf(resource.fields),
    ...labelsOf(resource.computed),
    ...(installment ? [installment.singular, ...labelsOf(installment.fields)] : []),
  ];
}

const inEnglish = (texts: readonly string[]) =>
  texts.filter((text) => /[A-Za-z]/.test(text.replace(/\bA5\b/, '')));

describe('in Arabic', () => {
  beforeAll(() => {
    addTranslations('ar', start);
    addTranslations('ar', rest);
    setLanguageSource(() => 'ar');
  });
  afterAll(() => setLanguageSource(() => 'en'));

  it.each(Object.keys(resources))('every name, label and choice of %s', (name) => {
    const resource = all.find((one) => one.name === name);
    expect(inEnglish(resource ? textsOf(resource) : ['unknown'])).toEqual([]);
  });

  it('a resource without the fields that a user may not see', () => {
    for (const resource of all)
      expect(inEnglish(textsOf(visibleResource(resource, () => false)))).toEqual([]);
  });

  it('figures, permissions, settings and choices', () => {
    const others = [
      ...figures.map(({ label }) => label),
      ...permissionNames.flatMap((name) => [permissions[name].label, permissions[name].refusal]),
      ...labelsOf(settingsFields),
      ...[...levels, ...periods, ...services, ...reminderChannels].map(({ label }) => label),
    ];
    expect(inEnglish(others)).toEqual([]);
  });

  it('a title of the history that was written in English', () => {
    expect(inEnglish([translatedTitle('منى عادل, receipt 1213')])).toEqual([]);
    expect(translatedTitle('منى عادل, receipt 1213')).toContain('1213');
    expect(translatedTitle('كهرباء, نوفمبر')).toBe('كهرباء, نوفمبر');
  });

  it('an amount has its currency behind it, in the direction of the sentence', () =>
    expect(formatMoney(-125_050n)).toBe('\u2067\u2066-1,250.50\u2069\u00a0ج.م\u2069'));

  it('a schema says what is wrong in the language of the moment', () => {
    const { write } = resources.student.fields.name;
    const issues = () => write.safeParse('').error?.issues.map(({ message }) => message);
    expect(issues()).toEqual(['هذا البيان مطلوب']);
    setLanguageSource(() => 'en');
    expect(issues()).toEqual(['This cannot be empty']);
    setLanguageSource(() => 'ar');
  });

  it('choices stand in the order of the English ones', () => {
    const order = () => Object.values({ ...choiceTexts }).map((list) => Object.keys(list));
    const arabic = order();
    setLanguageSource(() => 'en');
    expect(arabic).toEqual(order());
    setLanguageSource(() => 'ar');
  });
});

it('in English again, the same objects say what they did', () => {
  expect(resources.student.fields.name.label).toBe('Name');
  expect(resources.bus.nouns).toEqual({ one: 'bus enrolment', other: 'bus enrolments' });
  expect(levels[0]?.label).toBe('Level 1');
  expect(formatMoney(125_000n)).toBe('L.E. 1,250.00');
});
