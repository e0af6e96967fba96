import { counted, noun } from '../arabic/nouns.ts';
import type { Translation } from '../messages.ts';
import type { priceTexts } from './prices.en.ts';

const price = noun('سعر واحد', 'سعران', 'أسعار', 'سعرًا', 'سعر');

export const arabicPriceTexts: Translation<typeof priceTexts> = {
  discountMissing: 'اكتب قيمة الخصم',
  listPriceMissing: 'اكتب سعر القائمة الذي يُخصم منه',
  discountAboveList: ({ amount }) => `الخصم أكبر من سعر القائمة ${amount}`,
  discountDiffers: ({ amount }) => `سعر القائمة بعد الخصم ${amount}، وليس السعر المكتوب`,
  reasonMissing: 'اختر سبب الخصم',
  percentSuchAs: 'اكتب نسبة من 0 إلى 100، مثل 10 أو 12.5',
  kindWrong: 'اختر نوع الاشتراك',
  tooManyPrices: ({ limit }) => `${counted(limit, price)} بحد أقصى`,
  priceTwice: 'هذا مكرر في القائمة',
  noSuchCondition: ({ label }) => `هذا النوع بلا ${label}`,
};
