import { describe, expect, it } from 'vitest';
import { resources } from '#contract/resources/registry.ts';
import { containsWord, ownSearchedText, wordsOfSearch } from '#contract/search-text.ts';

const { student, bus } = resources;
const mona = ownSearchedText(student, {
  name: 'Mona عبد الرحمن',
  code: 'S-0207',
  phone: '+20 101 234 5678',
  mother_phone: '٠٢-٢٥٥٥١٢٣٤',
  father_phone: '',
});
const isFound = (typed: string) => wordsOfSearch(student, typed).every((word) => containsWord(mona, word));

describe('the text that a search reads', () => {
  it('has names and codes folded, then the digits of each phone number, without Egypt’s country code', () =>
    expect(mona).toBe('mona عبدالرحمن\ns-0207\n☎01012345678\n☎0225551234'));
});

describe('a student', () => {
  it.each([
    '01012345678',
    '+201012345678',
    '00201012345678',
    '201012345678',
    '+20 (101) 234-5678',
    '٠١٠ ١٢٣٤ ٥٦٧٨',
    '+20 10',
    '010 12',
    '2345678',
    '0020225551234',
    '25551234',
    'mona 0225',
    'عبدالرحمن 207',
    '0207',
    's-0207',
  ])('is found by %s', (typed) => expect(isFound(typed)).toBe(true));

  it.each([
    '1234',
    '5678',
    '234567',
    '0111',
    '+20 11',
    '01012345679',
    'mona 1234',
  ])('is not found by %s', (typed) => expect(isFound(typed)).toBe(false));
});

describe('the words of a search', () => {
  it('stay as typed where no phone numbers are searched, such as receipt numbers', () =>
    expect(wordsOfSearch(bus, '2026-000123 12')).toEqual(['2026-000123', '12']));

  it('are each there once, and none for spaces', () => {
    expect(wordsOfSearch(student, ' mona  MONA ')).toEqual(['mona']);
    expect(wordsOfSearch(student, '  ')).toEqual([]);
  });
});
