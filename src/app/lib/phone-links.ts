import { phonesIn } from '#contract/phones.ts';

/** The first number of a field; undefined without one. */
export function callLink(phone: string): string | undefined {
  const [first] = phonesIn(phone);
  return first && `tel:${first.written}`;
}

export function whatsAppLink(phone: string, text: string): string | undefined {
  const number = phonesIn(phone).find(({ international }) => international !== undefined)?.international;
  return number && `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}
