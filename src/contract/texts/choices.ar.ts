import type { Translation } from '../messages.ts';
import type { choiceTexts } from './choices.en.ts';

export const arabicChoices: Translation<typeof choiceTexts> = {
  subjects: {
    english: 'الإنجليزية',
    arabic: 'العربية',
    math: 'الرياضيات',
    german: 'الألمانية',
    french: 'الفرنسية',
  },
  services: {
    home_schooling: 'التعليم المنزلي',
    nursery: 'الحضانة',
    summer_course: 'الكورسات الصيفية',
    adult_courses: 'كورسات الكبار',
    kids_courses: 'كورسات الأطفال',
  },
  transportations: {
    outside_bus: 'باص خارجي',
    parent: 'ولي الأمر',
    our_bus: 'باص المدرسة',
  },
  reminderChannels: {
    call: 'مكالمة',
    whatsapp: 'واتساب',
    in_person: 'شخصيًا',
  },
  receiptLanguages: {
    ar: 'العربية',
    en: 'الإنجليزية',
    both: 'اللغتان',
  },
  papers: {
    a5: 'ورقة A5',
    roll: 'رول 80 مم',
  },
};
