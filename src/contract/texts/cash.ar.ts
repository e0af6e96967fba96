import type { Translation } from '../messages.ts';
import type { cashTexts } from './cash.en.ts';

export const arabicCashTexts: Translation<typeof cashTexts> = {
  way: 'حركة النقدية',
  brought: 'وارد للدرج',
  handed_over: 'مسلّم للإدارة',
  banked: 'للبنك',
  drawer: 'الدرج',
  person: 'الشخص',
  personName: 'من استلم أو أحضر',
  slip: 'رقم الإيداع',
  received: 'المستلَم',
  confirmed: 'تم التأكيد',
  confirmedBy: 'أكّد الاستلام',
  noSecondPerson: 'لا يوجد شخص آخر',
  close: 'تقفيل الدرج',
};
