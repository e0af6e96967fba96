import type { Translation } from '#contract/messages.ts';
import type { messages } from './opened-texts.en.ts';

export const shellOpenedTexts: Translation<typeof messages> = {
  appearance: 'المظهر',
  beingBuilt: 'هذا الجزء قيد الإعداد.',
  closeMenu: 'إغلاق القائمة',
  closeSyncPanel: 'إغلاق لوحة المزامنة',
  comingSoon: 'قريبًا...',
  installOpen: 'افتح Branch Desk من أيقونته وسجّل الدخول هناك مرة واحدة.',
  installShareIcon: '(مربع به سهم)',
  installTapShareAfterIcon: 'في شريط المتصفح.',
  installTapShareBeforeIcon: 'اضغط مشاركة',
  installToHomeScreen: 'اختر إضافة إلى الشاشة الرئيسية.',
  installTitle: 'التثبيت على هذا الجهاز',
  language: 'اللغة',
  digits: 'الأرقام',
  digitsLatin: '123',
  digitsArabicIndic: '١٢٣',
  logOut: 'تسجيل الخروج',
  menu: 'القائمة',
  drawerCloses: 'تقفيلات الدرج',
  backups: 'النسخ الاحتياطية',
  schemeDark: 'داكن',
  schemeDevice: 'مثل الجهاز',
  schemeLight: 'فاتح',
  sync: 'المزامنة',
  syncDescription: 'ما حُفظ على هذا الجهاز ولم يصل إلى السيرفر بعد.',
};
