import { afterEach, expect, it } from 'vitest';
import { sizeText } from '#app/lib/byte-size.ts';
import { setLanguageSource } from '#contract/messages.ts';

afterEach(() => setLanguageSource(() => 'en'));

it.each([
  [1, '1 KB'],
  [40_000, '40 KB'],
  [999_500, '1.0 MB'],
  [2_440_000, '2.4 MB'],
  [29_200_000, '30 MB'],
  [2_000_000_000, '2 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

it('is kept from left to right in Arabic', () => {
  setLanguageSource(() => 'ar');
  expect(sizeText(40_000)).toBe('\u206640 KB\u2069');
});
