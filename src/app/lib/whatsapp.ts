import { toWesternDigits } from '#contract/money.ts';

/** The country code of numbers that name none: Egypt. */
const COUNTRY = '20';
const MIN_DIGITS = 8;
const MAX_DIGITS = 15;

/**
 * Returns a phone number as WhatsApp wants it: country code and digits alone. A number that begins with one zero is Egyptian.
 * @returns undefined for what is no phone number
 */
export function internationalNumber(phone: string): string | undefined {
  const written = toWesternDigits(phone).trim();
  const digits = written.replace(/\D/g, '');
  const hasCountry = written.startsWith('+') || digits.startsWith('00');
  const national = digits.replace(/^0+/, '');
  // A mobile number with the country code but no sign: 20 and ten digits.
  const isWhole =
    hasCountry || (!digits.startsWith('0') && digits.startsWith(COUNTRY) && digits.length === 12);
  const whole = isWhole ? national : `${COUNTRY}${national}`;
  return whole.length >= MIN_DIGITS + COUNTRY.length && whole.length <= MAX_DIGITS ? whole : undefined;
}

/** Returns the link that opens WhatsApp with a text for a phone number; undefined for what is no phone number. */
export function whatsAppLink(phone: string, text: string): string | undefined {
  const number = internationalNumber(phone);
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}
