import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { loginBody, profileBody } from '#contract/account-forms.ts';
import { isSameValue } from '#contract/change.ts';
import { countBody } from '#contract/closes.ts';
import { optionalLongText, text } from '#contract/fields.ts';
import { parseQuantity, parseTypedAmount } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import { resources } from '#contract/resources/registry.ts';
import { isSameCode } from '#contract/search-text.ts';
import { setupBody } from '#contract/setup.ts';
import { isStorable } from '#contract/typed-text.ts';

const UNSEEN =
  '\u00ad\u061c\u180e\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff';
const around = [...UNSEEN].map((mark) => ({
  mark: mark.codePointAt(0)?.toString(16),
  typed: `${mark}A${mark}-12${mark}`,
}));
const name = (typed: string) => text('name').write.parse(typed);
const notes = (typed: string) => optionalLongText('notes').write.parse(typed);

describe('one line of text', () => {
  it.each(around)('is stored without U+$mark, which nobody sees', ({ typed }) =>
    expect(name(typed)).toBe('A-12'));

  it.each([
    ['\u00a0Mona\u00a0\u2003 Adel\u202f', 'Mona Adel'],
    ['Mona\tAdel\r\nHassan\u2028Ali', 'Mona Adel Hassan Ali'],
    ['\u200cمنى\u200d عادل\u200c', 'منى عادل'],
    ['\u3164Mo\u034fna\u115f', 'Mona'],
    ['12\u200d45', '1245'],
    ['12\u200c-45', '12-45'],
  ])('%j is stored as %j', (typed, kept) => expect(name(typed)).toBe(kept));

  it.each([
    'می\u200cخواهم',
    '👩\u200d🎓',
    'Zoë 😀',
    '❤\ufe0f',
  ])('keeps %j, whose joiners are meant', (typed) => expect(name(typed)).toBe(typed));

  it('is missing when nobody sees anything of it', () =>
    expect(text('name').write.safeParse('\u200e \u00a0\u200f').success).toBe(false));
});

it('text of several lines keeps its lines and loses the marks of direction', () =>
  expect(notes('\u202bيوم 5.11\u202c\n\nالساعة\u00a010.30 \u200d\n')).toBe('يوم 5.11\n\nالساعة 10.30'));

describe('addresses and names of users', () => {
  const parsed = <S extends z.ZodType>(schema: S, value: unknown) => schema.parse(value);
  it('an address of e-mail that was pasted with marks signs in', () =>
    expect(
      parsed(loginBody, { email: '\u202aadmin@branch.local\u202c\u00a0', password: 'sesame' }).email,
    ).toBe('admin@branch.local'));
  it('the profile, the first run and the reason of a close are cleaned too', () => {
    expect(parsed(profileBody.shape.first_name, '\u200fMona\u200f')).toBe('Mona');
    expect(parsed(setupBody.shape.branch, 'Giza\u00a0\u200e')).toBe('Giza');
    expect(parsed(setupBody.shape.code, '\u200eABC-12\u200e')).toBe('ABC-12');
    expect(parsed(countBody, { other: '1', reason: '\u200fعجز\u200f' }).reason).toBe('عجز');
  });
});

it('numbers are read through marks and spaces that nobody sees', () => {
  expect(parseTypedAmount('\u2066\u200e1,250.50\u2069\u00a0')).toBe(125_050n);
  expect(parseQuantity('\u200f١٢')).toBe(12n);
});

it('a text with lone surrogates is told on engines without isWellFormed()', () =>
  expect([isStorable('منى 👩'), isStorable('a\ud800'), isStorable('\udc00'), isStorable('\0')]).toEqual([
    true,
    false,
    false,
    false,
  ]));

it('two writings of one receipt number are the same for a person', () => {
  expect(isSameCode('١٠٤٢', '1042')).toBe(true);
  expect(isSameCode('\u200eA-12\u00a0', 'a-12')).toBe(true);
  expect(isSameCode('1042', '10420')).toBe(false);
  expect(foldForSearch('\u061cمنى\ufeff')).toBe(foldForSearch('منى'));
});

it('a change that only adds unseen characters, or writes a phone in another way, is none', () => {
  const { name: field, phone } = resources.student.fields;
  expect(isSameValue(field, 'Mona\u200e', 'Mona')).toBe(true);
  expect(isSameValue(phone, '+20 101 234 5678', '01012345678')).toBe(true);
  expect(isSameValue(phone, '01012345678', '01112345678')).toBe(false);
});
