import { isolated, ltr } from '#contract/arabic/wording.ts';
import type { Translation } from '#contract/messages.ts';
import type { messages } from './texts.en.ts';

const megabytes = (bytes: number) => ltr(`${Math.ceil(bytes / 1_000_000)} MB`);

export const backupsTexts: Translation<typeof messages> = {
  diskTooFull: ({ folder, free, needed }) =>
    `لم تُعمل نسخة: على قرص ${ltr(folder)} مساحة ${megabytes(free)} والمطلوب ${megabytes(needed)}. أفرغ مساحة أو اختر مجلدًا آخر في ${ltr('BACKUP_DIR')}.`,
  mayNotCreateDatabases: `ليس لمستخدم قاعدة البيانات أن ينشئ القاعدة التي تُجرّب فيها النسخة: أعطه ${ltr('CREATEDB')}.`,
  noRoomToProve: ({ free, needed }) =>
    `على قرص قاعدة البيانات مساحة ${megabytes(free)}، وتجربة النسخة تحتاج ${megabytes(needed)}.`,
  proofFailed: ({ name, reason }) => `النسخة ${ltr(name)} لم تنجح تجربتها: ${reason}`,
  copyFailed: ({ name, reason }) => `النسخة ${ltr(name)} لم تُرسل إلى مكان آخر: ${reason}`,
  copyPlaceUnreached: ({ reason }) =>
    `تعذر الوصول إلى مكان ${ltr('BACKUP_COPY')}؛ النسخ تُعمل هنا وتُرسل حين يعود. ${reason}`,
  copyStalled: 'توقف النقل ولم يكتمل.',
  copyOfAnotherKey: ({ name }) =>
    `النسخة الخارجية من ${ltr(name)} مشفّرة بمفتاح غير ${ltr('BACKUP_COPY_KEY')}.`,
  copyDiffers: ({ name }) => `النسخة الخارجية من ${ltr(name)} تختلف عن الأصل بعد جلبها.`,
  copyStoreUnreached: ({ host, reason }) => `تعذر الوصول إلى المخزن ${ltr(host)} (${ltr(reason)}).`,
  copyStoreRefused: ({ host, status }) => `رد المخزن ${ltr(host)} بـ${ltr(status)}.`,
  copyCommandFailed: ({ code, reason }) => `انتهى أمر ${ltr('BACKUP_COPY')} بـ${ltr(code)} (${ltr(reason)}).`,
  upgradeWithoutBackup: ({ reason }) => `تحذير: تُرقّى القاعدة بدون نسخة. ${reason}`,
  backupMissing: ({ name }) => `ملف النسخة ${ltr(name)} لم يعد في مجلد النسخ.`,
  backupElsewhere: 'ملف هذه النسخة ليس في مجلد هذا السيرفر: ضاع، أو هو عند سيرفر آخر.',
  backupUnknown: 'لا توجد نسخة كهذه.',
  backupUnreadable: ({ reason }) => `تعذرت قراءة هذه النسخة: ${reason}`,
  backupBusy: 'هناك نسخ أو استرجاع جارٍ بالفعل.',
  backupStarted: 'جارٍ عمل النسخة.',
  restoreStarted: 'جارٍ استرجاع النسخة.',
  restoredMeanwhile: 'استُرجعت نسخة في هذه الأثناء. انظر في القائمة مرة أخرى.',
  confirmationDiffers: ({ confirmation }) => `اكتب ${isolated(confirmation)} للمتابعة.`,
  backupOfOthers: 'هذه النسخة ليس فيها فرعك.',
  severalBranches: 'عدة فروع على قاعدة البيانات هذه، والاسترجاع يعيدها كلها. اسأل المسؤول عن السيرفر.',
};
