import { phonesIn } from '#contract/phones.ts';

/** Returns the link that calls the first number of a field; undefined without one. */
export function callLink(phone: string): string | undefined {
  const [first] = phonesIn(phone);
  return first && `tel:${first.written}`;
}

/** Returns the link that opens WhatsApp with a text for the first number of a field; undefined without one. */
export function whatsAppLink(phone: string, text: string): string | undefined {
  const number = phonesIn(phone).find(({ international }) => international !== undefined)?.international;
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}
