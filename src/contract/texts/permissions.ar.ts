import type { Translation } from '../messages.ts';
import type { permissionTexts } from './permissions.en.ts';

const refusals = {
  read: 'ليست لديك صلاحية لرؤية هذا. ارجع إلى المدير.',
  write: 'ليست لديك صلاحية لهذا. ارجع إلى المدير.',
} as const;

export const arabicPermissions: Translation<typeof permissionTexts> = {
  'records.read': { label: 'رؤية الطلاب والاشتراكات والمدفوعات والكتب والمصروفات', refusal: refusals.read },
  'records.write': { label: 'تسجيل وتعديل الطلاب والمدفوعات والكتب والمصروفات', refusal: refusals.write },
  'money.remove-own': {
    label: 'تعديل أو حذف مبالغ سجّلها بنفسه في نفس اليوم، قبل تقفيل الدرج',
    refusal: refusals.write,
  },
  'money.remove-any': {
    label: 'تعديل أو حذف مبالغ شخص آخر أو يوم آخر أو تقفيلة تمت، وتقليل سعرها',
    refusal:
      'هذا المبلغ سجّله شخص آخر، أو من يوم آخر، أو دخل في تقفيلة. المدير فقط يعدّله أو يحذفه أو يقلل سعره.',
  },
  'refunds.any': {
    label: 'رد مبالغ حصّلها شخص آخر أو في يوم آخر، أو من الرصيد، وخروج طالب من كورس مع حساب',
    refusal: 'هذا المبلغ لم تحصّله أنت اليوم، أو دخل في تقفيلة. المدير فقط يرده.',
  },
  'students.merge': {
    label: 'دمج سجلين لطالب واحد، والتراجع عنه',
    refusal: 'المدير فقط يدمج الطلاب ويتراجع عن الدمج.',
  },
  'history.read': { label: 'رؤية من سجّل ومن عدّل', refusal: refusals.read },
  'drawer.close-own': { label: 'عدّ درجه وتقفيله، ورؤية تقفيلاته', refusal: refusals.write },
  'drawer.see-all': { label: 'رؤية تقفيلات الجميع، ومن لم يقفّل', refusal: 'المدير فقط يرى أدراج الآخرين.' },
  'drawer.close-disabled': {
    label: 'تقفيل درج مستخدم موقوف، مع ذكر السبب',
    refusal: 'المدير فقط يقفّل درج مستخدم موقوف.',
  },
  'months.read': { label: 'رؤية الشهور', refusal: refusals.read },
  'months.start': { label: 'بدء الشهور وتسميتها، وحذف الفارغ منها', refusal: refusals.write },
  'months.end': { label: 'إنهاء الشهور والتراجع عنه', refusal: 'المدير فقط ينهي الشهر أو يتراجع عن إنهائه.' },
  'months.figures': {
    label: 'رؤية الدخل والمصروفات والربح وكل أرقام الشهور',
    refusal: 'المدير فقط يرى الربح وأرقام الشهور.',
  },
  'salaries.read': {
    label: 'رؤية المرتبات والسلف والمكافآت والخصومات وما يتقاضاه الموظفون',
    refusal: 'المدير فقط يرى المرتبات وما يتقاضاه الموظفون.',
  },
  'salaries.write': {
    label: 'صرف المرتبات والسلف وتسجيل المكافآت والخصومات، وإضافة الموظفين وحذفهم وتغيير مرتباتهم',
    refusal: 'المدير فقط يسجّل المرتبات والسلف والمكافآت والخصومات وما يتقاضاه الموظفون.',
  },
  'imports.manage': {
    label: 'استيراد الطلاب والاشتراكات من ملف، والتراجع عنه',
    refusal: 'المدير فقط يستورد الملفات.',
  },
  'backups.manage': {
    label: 'رؤية النسخ الاحتياطية وعملها واسترجاعها',
    refusal: 'المدير فقط يرى النسخ الاحتياطية ويعملها ويسترجعها.',
  },
  'settings.manage': {
    label: 'تغيير ما يُطبع على الإيصالات وما يُكتب في التذكيرات',
    refusal: 'المدير فقط يغيّر إعدادات الفرع.',
  },
  'users.manage': {
    label: 'إضافة المستخدمين وإيقافهم، وتحديد أدوارهم وكلمات مرورهم',
    refusal: 'المدير فقط يرى المستخدمين ويعدّلهم.',
  },
  'entries.hand-over': {
    label: 'مراجعة وإرسال ما تركه مستخدم موقوف على جهاز',
    refusal: 'المدير فقط يفتح ويرسل ما تركه مستخدم موقوف على جهاز.',
  },
};
