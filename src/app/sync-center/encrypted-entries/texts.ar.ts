import { agreeing, counted, countedObject, entry } from '#contract/arabic/nouns.ts';
import { isolated } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

export const encryptedEntriesTexts: Translation<typeof messages> = {
  title: 'ما تركه مستخدمون موقوفون',
  left: ({ count, name }) => `${counted(count, entry)} لـ ${isolated(name)} في الانتظار على هذا الجهاز.`,
  leftHere: ({ count }) => `${counted(count, entry)} في الانتظار على هذا الجهاز.`,
  whatToDo: 'راجع ما تركوه ثم أرسله باسمك أو استبعده.',
  needsConnection: 'فتحها يحتاج إلى اتصال: المفتاح عند السيرفر.',
  unknownOwners: ({ count }) =>
    `${counted(count, entry)} لمستخدمين آخرين في الانتظار على هذا الجهاز. عند الاتصال يظهر هنا هل يمكنك إرسالها.`,
  lookThrough: 'مراجعة',
  lookThroughOf: ({ name }) => `مراجعة عمليات ${isolated(name)}`,
  dialogTitle: ({ name }) => `عمليات ${isolated(name)}`,
  dialogAbout: 'ما ترسله يُسجّل باسمك، والسجل يذكر من كتبه. كل عملية تُسجّل مرة واحدة حتى إن كانت وصلت من قبل.',
  opening: 'جارٍ الفتح',
  userDisabled: 'مستخدم موقوف',
  enteredAt: ({ at }) => `كُتبت ${at}.`,
  mayHaveArrived: 'ربما وصلت من قبل. إرسالها يسجّلها مرة واحدة.',
  wasRefused: ({ answer }) => `رُفضت: ${answer} سواء أرسلتها أم لا، ستُطلب منك بعد ذلك.`,
  needsDecision: 'تحتاج قرارك في لوحة المزامنة بعد استلامها.',
  follows: 'تتبع عملية أخرى في هذه القائمة وتُرسل بعدها.',
  cannotBeOpened: 'لا يمكن فتحها بمفتاح السيرفر أو بهذا الإصدار.',
  send: 'إرسال باسمي',
  sendWithOthers: ({ others }) =>
    `إرسال باسمي، مع ${countedObject(others, { ...entry, one: 'عملية' })} ${agreeing(others, 'تتبعها', 'تتبعانها', 'تتبعها')}`,
  sendAll: ({ count }) => (count === 1 ? 'إرسالها باسمي' : `إرسال الكل باسمي (${count})`),
  actionOn: ({ action, title }) => `${action}: ${isolated(title)}`,
  nothingLeft: 'لم يعد لهذا المستخدم شيء في الانتظار هنا.',
  taken: ({ count, name }) => `جارٍ الإرسال باسمك: ${counted(count, entry)} لـ ${isolated(name)}.`,
  takenElsewhere: 'أُرسلت هذه العمليات أو استُبعدت في نافذة أخرى.',
  failed: 'لم يتم. حاول مرة أخرى.',
};
