import { counted, own } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

const entries = (count: number) => counted(count, 'عملية واحدة', 'عمليتان', 'عمليات', 'عملية');

export const leftEntriesTexts: Translation<typeof messages> = {
  title: 'ما تركه مستخدمون موقوفون',
  left: ({ count, name }) => `${entries(count)} لـ ${own(name)} في الانتظار على هذا الجهاز.`,
  leftHere: ({ count }) => `${entries(count)} في الانتظار على هذا الجهاز.`,
  whatToDo: 'راجعها ثم أرسلها باسمك أو استبعدها.',
  needsConnection: 'فتحها يحتاج إلى اتصال: المفتاح عند السيرفر.',
  unknownOwners: ({ count }) =>
    `${entries(count)} لمستخدمين آخرين في الانتظار على هذا الجهاز. عند الاتصال يظهر هنا هل يمكنك إرسالها.`,
  lookThrough: 'مراجعة',
  lookThroughOf: ({ name }) => `مراجعة عمليات ${own(name)}`,
  dialogTitle: ({ name }) => `عمليات ${own(name)}`,
  dialogAbout: 'ما ترسله يُسجّل باسمك، والسجل يذكر من كتبه. كل عملية تُسجّل مرة واحدة حتى إن كانت وصلت من قبل.',
  opening: 'جارٍ الفتح',
  userDisabled: 'مستخدم موقوف',
  enteredAt: ({ at }) => `كُتبت ${at}.`,
  mayHaveArrived: 'ربما وصلت من قبل. إرسالها يسجّلها مرة واحدة.',
  wasRefused: ({ answer }) => `رُفضت: ${answer} سواء أرسلتها أم لا، ستحتاجك بعد ذلك.`,
  needsDecision: 'تحتاج قرارك في لوحة المزامنة بعد استلامها.',
  follows: 'تتبع عملية أخرى في هذه القائمة وتُرسل بعدها.',
  cannotBeOpened: 'لا يمكن فتحها بمفتاح السيرفر أو بهذا الإصدار.',
  send: 'إرسال باسمي',
  sendWithOthers: ({ others }) =>
    `إرسال باسمي، مع ${counted(others, 'عملية تتبعها', 'عمليتين تتبعانها', 'عمليات تتبعها', 'عملية تتبعها')}`,
  sendAll: ({ count }) => (count === 1 ? 'إرسالها باسمي' : `إرسال الكل باسمي (${count})`),
  actionOn: ({ action, title }) => `${action}: ${own(title)}`,
  nothingLeft: 'لم يعد لهذا المستخدم شيء في الانتظار هنا.',
  taken: ({ count, name }) => `جارٍ الإرسال باسمك: ${entries(count)} لـ ${own(name)}.`,
  takenElsewhere: 'أُرسلت هذه العمليات أو استُبعدت في نافذة أخرى.',
  failed: 'لم يتم. حاول مرة أخرى.',
};
