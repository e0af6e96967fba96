import { describe, expect, it } from 'vitest';
import { callLink, whatsAppLink } from '#app/lib/phone-links.ts';

describe('a phone number for WhatsApp', () => {
  it.each([
    ['٠١٠١٢٣٤٥٦٧٨', '201012345678'],
    ['02 2555 1234', '20225551234'],
    ['+966 50 123 4567', '966501234567'],
    ['12345', undefined],
    ['01012345678 / 01112345678', '201012345678'],
  ])('%s is %s', (written, number) =>
    expect(whatsAppLink(written, 'x')).toBe(number && `https://wa.me/${number}?text=x`));

  it('is a link with the text in it', () =>
    expect(whatsAppLink('01012345678', 'إيصال 5 & 6')).toBe(
      `https://wa.me/201012345678?text=${encodeURIComponent('إيصال 5 & 6')}`,
    ));
});

describe('a link that calls', () => {
  it.each([
    ['٠١٠١٠٠٧١٢٧١', 'tel:01010071271'],
    ['01010071271 / 01112345678', 'tel:01010071271'],
    ['1010095028', 'tel:01010095028'],
    ['+966 50 123 4567', 'tel:+966501234567'],
    ['لا يوجد', undefined],
    ['', undefined],
  ])('of %s is %s', (written, link) => expect(callLink(written)).toBe(link));
});
