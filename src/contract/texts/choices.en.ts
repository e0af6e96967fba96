import { defineMessages } from '../messages.ts';

/** Labels by list and stored value, in the order of the list, which is the same in every language. */
export const choiceTexts = defineMessages('choices', {
  subjects: {
    english: 'English',
    arabic: 'Arabic',
    math: 'Math',
    german: 'German',
    french: 'French',
  },
  services: {
    home_schooling: 'Home Schooling',
    nursery: 'Nursery',
    summer_course: 'Summer Course',
    adult_courses: 'Adult Courses',
    kids_courses: 'Kids Courses',
  },
  transportations: {
    outside_bus: 'Outside Bus',
    parent: 'Parent',
    our_bus: 'Our Bus',
  },
  reminderChannels: {
    call: 'Call',
    whatsapp: 'WhatsApp',
    in_person: 'In Person',
  },
  receiptLanguages: {
    ar: 'Arabic',
    en: 'English',
    both: 'Both',
  },
  papers: {
    a5: 'A5 sheet',
    roll: '80 mm roll',
  },
});
