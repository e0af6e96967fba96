import { afterEach, describe, expect, it } from 'vitest';
import { setDigitWriter } from '#contract/digits.ts';
import { addTranslations, defineMessages, plural, setLanguageSource } from '#contract/messages.ts';

const messages = defineMessages('languageTest', {
  title: 'Students',
  greeting: ({ name }: { name: string }) => `Hello, ${name}`,
  count: ({ count }: { count: number }) => plural(count, { one: '# student', other: '# students' }),
  only: 'Only in English',
  papers: { roll: '80 mm roll' },
});

addTranslations('ar', {
  languageTest: {
    title: 'الطلاب',
    greeting: ({ name }: { name: string }) => `أهلًا ${name}`,
    count: ({ count }: { count: number }) =>
      plural(count, {
        zero: 'لا طلاب',
        one: 'طالب واحد',
        two: 'طالبان',
        few: '# طلاب',
        many: '# طالبًا',
        other: '# طالب',
      }),
  },
});

afterEach(() => setLanguageSource(() => 'en'));

describe('a text that a person reads', () => {
  it('is English where nothing else was chosen', () => {
    expect(messages.title).toBe('Students');
    expect(messages.greeting({ name: 'Mona' })).toBe('Hello, Mona');
  });

  it('follows the current language at each read', () => {
    setLanguageSource(() => 'ar');
    expect(messages.title).toBe('الطلاب');
    expect(messages.greeting({ name: 'منى' })).toBe('أهلًا منى');
    setLanguageSource(() => 'en');
    expect(messages.title).toBe('Students');
  });

  it('is English where a translation lacks it', () => {
    setLanguageSource(() => 'ar');
    expect(messages.only).toBe('Only in English');
  });

  it('writes the numbers of a group of texts in the chosen digits', () => {
    const written = (text: string) => text.replaceAll('80', '٨٠');
    setDigitWriter({ text: written, number: written, value: written });
    expect(messages.papers.roll).toBe('٨٠ mm roll');
    setDigitWriter(undefined);
    expect(messages.papers.roll).toBe('80 mm roll');
  });

  it('counts with the plural forms of the current language', () => {
    expect([1, 2, 11].map((count) => messages.count({ count }))).toEqual([
      '1 student',
      '2 students',
      '11 students',
    ]);
    setLanguageSource(() => 'ar');
    expect([0, 1, 2, 3, 11, 100].map((count) => messages.count({ count }))).toEqual([
      'لا طلاب',
      'طالب واحد',
      'طالبان',
      '3 طلاب',
      '11 طالبًا',
      '100 طالب',
    ]);
  });
});
