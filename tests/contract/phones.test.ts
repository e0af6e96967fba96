import { describe, expect, it } from 'vitest';
import { phoneKeys, phonesIn, sharePhones } from '#contract/phones.ts';
import { resources } from '#contract/resources/registry.ts';

const { write } = resources.student.fields.phone;

describe('phone numbers in a text', () => {
  it.each([
    ['01012345678', ['01012345678']],
    ['٠١٠١٠٠٧١٢٧١', ['01010071271']],
    ['۰۱۰۱۰۰۷۱۲۷۱', ['01010071271']],
    ['\u202a+20 101 234 5678\u202c', ['01012345678']],
    ['0020-10-1234 5678', ['01012345678']],
    ['+20 (0) 101 234 5678', ['01012345678']],
    ['201012345678', ['01012345678']],
    ['1010095028', ['01010095028']],
    ['02 2555 1234', ['0225551234']],
    ['00202 2555 1234', ['0225551234']],
    ['+966 50 123 4567', ['+966501234567']],
    ['00966501234567', ['+966501234567']],
    ['01010071271 / 01112345678', ['01010071271', '01112345678']],
    ['01010071271/01112345678', ['01010071271', '01112345678']],
    ['01010071271 - 01112345678', ['01010071271', '01112345678']],
    ['01010071271 01112345678', ['01010071271', '01112345678']],
    ['010 1007 1271 011 1234 5678', ['01010071271', '01112345678']],
    ['0101007127101112345678', ['01010071271', '01112345678']],
    ['01010071271 (الأب)، ٠١١١٢٣٤٥٦٧٨ الأم', ['01010071271', '01112345678']],
    ['010-1234-5678', ['01012345678']],
    ['لا يوجد', []],
    ['12345', []],
    ['', []],
    ['99999999999999999999', []],
  ])('%j are %j', (text, written) => expect(phonesIn(text).map((one) => one.written)).toEqual(written));

  it('have the same key in every writing, with and without a country code', () => {
    for (const text of ['01012345678', '+20 101 234 5678', '0020-10-12345678', '٠١٠١٢٣٤٥٦٧٨', '1012345678'])
      expect(phoneKeys(text)).toEqual(['012345678']);
    expect(phoneKeys('01012345678 / 01112345678')).toEqual(['012345678', '112345678']);
    expect([phoneKeys('12345'), phoneKeys(''), phoneKeys(null)]).toEqual([[], [], []]);
  });
});

describe('a field of a phone number', () => {
  it.each([
    ['٠١٠ ١٠٠٧ ١٢٧١', '01010071271'],
    ['1010095028', '01010095028'],
    ['010‐1007‑1271', '01010071271'],
    ['010−1007‒1271', '01010071271'],
    ['\u034f010\u316410071271', '01010071271'],
    ['01010071271/٠١١١٢٣٤٥٦٧٨', '01010071271 / 01112345678'],
    ['01010071271 الأب', '01010071271 الأب'],
    ['٠١٠٠', '0100'],
    ['19991', '19991'],
  ])('stores %j as %j', (typed, stored) => expect(write.parse(typed)).toBe(stored));

  it.each(['لا يوجد', 'لايوجد', '-', ' — ', 'none', 'N/A', 'مفيش', ''])('stores nothing for %j', (typed) =>
    expect(write.parse(typed)).toBeNull());

  it.each(['منى عادل', 'phone'])('refuses the word %j', (typed) =>
    expect(write.safeParse(typed).error?.issues[0]?.message).toBe(
      'Enter a phone number such as 01012345678, or leave this empty',
    ));

  it('is still required where it was', () =>
    expect(resources.employee.fields.phone.write.safeParse('-').error?.issues[0]?.message).toBe(
      'This cannot be empty',
    ));
});

describe('the phones of a row of a file', () => {
  const share = (phone: string, father: string, mother: string) =>
    sharePhones([
      ['phone', phone],
      ['father_phone', father],
      ['mother_phone', mother],
    ]);

  it('a second number goes to the next empty field', () =>
    expect(share('', '01010071271 / 01112345678', '')).toEqual({
      phones: { phone: '01112345678', father_phone: '01010071271', mother_phone: '' },
      left: [],
    }));

  it('what no field takes is named: a number too many, or a word', () => {
    expect(share('01010071271/01112345678', '01212345678', '01512345678').left).toEqual([
      { field: 'phone', text: '01112345678' },
    ]);
    expect(share('مع الأب', 'لا يوجد', '01512345678')).toEqual({
      phones: { phone: '', father_phone: '', mother_phone: '01512345678' },
      left: [{ field: 'phone', text: 'مع الأب' }],
    });
  });

  it('the same number twice is one', () =>
    expect(share('01010071271/01112345678', '01112345678', '').left).toEqual([]));
});
