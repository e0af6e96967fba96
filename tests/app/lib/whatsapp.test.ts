import { describe, expect, it } from 'vitest';
import { internationalNumber, whatsAppLink } from '#app/lib/whatsapp.ts';

describe('a phone number for WhatsApp', () => {
  it.each([
    ['01012345678', '201012345678'],
    ['+20 101 234 5678', '201012345678'],
    ['0020-10-12345678', '201012345678'],
    ['201012345678', '201012345678'],
    ['1012345678', '201012345678'],
    ['٠١٠١٢٣٤٥٦٧٨', '201012345678'],
    ['02 2555 1234', '20225551234'],
    ['+966 50 123 4567', '966501234567'],
    ['12345', undefined],
    ['', undefined],
    ['no number', undefined],
  ])('%s is %s', (written, number) => expect(internationalNumber(written)).toBe(number));

  it('is a link with the text in it', () =>
    expect(whatsAppLink('01012345678', 'إيصال 5 & 6')).toBe(
      `https://wa.me/201012345678?text=${encodeURIComponent('إيصال 5 & 6')}`,
    ));
});
