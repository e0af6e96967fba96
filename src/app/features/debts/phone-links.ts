import { toWesternDigits } from '#contract/money.ts';

/** The country code of numbers that are written without one: Egypt. */
const COUNTRY = '20';

/** Returns the address that calls a number. */
export const callLink = (phone: string): string => `tel:${toWesternDigits(phone).replace(/[^\d+]/g, '')}`;

/** Returns a number as WhatsApp wants it: with its country code, digits alone. */
export function internationalNumber(phone: string): string {
  const typed = toWesternDigits(phone).trim();
  const digits = typed.replace(/\D/g, '');
  if (typed.startsWith('+')) return digits;
  if (digits.startsWith('00')) return digits.slice(2);
  return digits.startsWith('0') ? `${COUNTRY}${digits.slice(1)}` : digits;
}

/** Returns the address that opens WhatsApp with a text to a number. */
export const whatsappLink = (phone: string, text: string): string =>
  `https://wa.me/${internationalNumber(phone)}?text=${encodeURIComponent(text)}`;
