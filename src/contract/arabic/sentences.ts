import type { Translations } from '../messages.ts';
import type { monthMessages } from '../month.ts';
import type { payableMessages } from '../rules/payable.ts';
import type { salaryMessages } from '../rules/salary.ts';
import type { stockMessages } from '../rules/stock.ts';
import { counted, leading, ltr, own } from './wording.ts';

export const sentences: Readonly<Record<string, string>> = {
  // Messages of schemas
  'Invalid input': 'بيان غير صحيح',
  'Use at most 2000 characters': '2000 حرف بحد أقصى',
  'Write the name on one line': 'اكتب الاسم في سطر واحد',
  'This text has characters that cannot be stored': 'في هذا النص رموز لا يمكن حفظها',
  'Not an amount of money': 'ليس مبلغًا',
  'Enter an amount such as 1250 or 1250.50': `اكتب مبلغًا مثل ${ltr('1250')} أو ${ltr('1250.50')}`,
  'Enter at most 99,999,999.99': `بحد أقصى ${ltr('99,999,999.99')}`,
  'Enter a whole number of 1 or more': 'اكتب عددًا صحيحًا من 1 فأكثر',
  'Enter at most 999,999': `بحد أقصى ${ltr('999,999')}`,
  'Choose one of the list': 'اختر من القائمة',
  'Enter a date such as 2026-11-30': `اكتب تاريخًا مثل ${ltr('30/11/2026')}`,
  'Choose yes or no': 'اختر نعم أو لا',
  'Name must be at least 2 characters': 'الاسم حرفان على الأقل',
  'Category is required': 'اختر النوع',
  'Subject is required': 'اختر المادة',
  'Level is required': 'اختر المستوى',
  'Quantity is required': 'اكتب الكمية',
  'Paid amount is required': 'اكتب المبلغ المدفوع',
  'Related record is required': 'اختر ما يُدفع له',
  'Choose the day': 'اختر اليوم',
  'Password must be at least 8 characters': 'كلمة المرور 8 حروف على الأقل',
  'Password must be at most 255 characters': 'كلمة المرور 255 حرفًا بحد أقصى',
  'Password must not be only spaces': 'كلمة المرور لا تكون مسافات فقط',
  'This link does not work any more. It works once, for 30 minutes: ask for a new one.':
    'هذا الرابط لم يعد يعمل. يعمل مرة واحدة لمدة 30 دقيقة: اطلب رابطًا جديدًا.',
  'First Name must be at least 2 characters': 'الاسم الأول حرفان على الأقل',
  'First Name must be less than 30 characters': 'الاسم الأول أقل من 30 حرفًا',
  'Last Name must be at least 2 characters': 'اسم العائلة حرفان على الأقل',
  'Last Name must be less than 30 characters': 'اسم العائلة أقل من 30 حرفًا',
  'First name must be at least 2 characters': 'الاسم الأول حرفان على الأقل',
  'First name must be less than 30 characters': 'الاسم الأول أقل من 30 حرفًا',
  'Last name must be at least 2 characters': 'اسم العائلة حرفان على الأقل',
  'Last name must be less than 30 characters': 'اسم العائلة أقل من 30 حرفًا',
  'Choose latin or arabic-indic': 'اختر شكلًا للأرقام',
  'Choose ar or en': 'اختر لغة من اللغتين',
  'Choose manager or staff': 'اختر مدير أو موظف',
  'Use true or false': 'نعم أو لا فقط',
  'Use POST, PATCH or DELETE': 'طلب غير صحيح',
  'Use a UUID': 'طلب غير صحيح',
  'Use running or ended': 'طلب غير صحيح',
  'Use at most 64 characters': '64 حرفًا بحد أقصى',
  'Enter the code that the server printed': 'اكتب الكود الذي طبعه السيرفر',
  'This is not the code': 'ليس هذا هو الكود',
  'Enter the name of the branch': 'اكتب اسم الفرع',
  'There is a month in progress, please end it first to start new one.':
    'يوجد شهر جارٍ، أنهِه أولًا لتبدأ شهرًا جديدًا.',
  'Choose what to import': 'اختر ما تستورده',
  'Receipts are not printed for this': 'لا يُطبع إيصال لهذا',
  'This is no field of a student': 'هذا ليس من بيانات الطالب',
  'Choose at least one debt to pay': 'اختر دينًا واحدًا على الأقل',
  'Pay at most 100 debts at once': '100 دين بحد أقصى في المرة',
  'Name the new records one by one': 'اذكر السجلات الجديدة واحدًا واحدًا',
  'Add at most 20 new records to one receipt': '20 سجلًا جديدًا بحد أقصى على إيصال واحد',
  'Enter an amount above zero': 'اكتب مبلغًا أكبر من صفر',
  'This debt stands in the list twice. Pay it once.': 'هذا الدين مكرر في القائمة. ادفعه مرة واحدة.',
  'Payments are not taken for this': 'لا يُحصّل لهذا',
  'This server does not know this part of a collection': 'هذا السيرفر لا يعرف هذا الجزء من التحصيل',
  'Add at least one part': 'أضف دفعة واحدة على الأقل',
  'Use at most 36 parts': '36 دفعة بحد أقصى',
  'Every part needs a day': 'لكل دفعة يوم',
  'Every part needs an amount above zero': 'لكل دفعة مبلغ أكبر من صفر',
  'Put the days in order, each only once': 'رتّب الأيام بلا تكرار',
  'Enter how many there are, as a whole number': 'اكتب العدد، رقمًا صحيحًا',
  'There is no such note or coin': 'لا توجد فئة كهذه',
  'Count the drawer: enter notes and coins, or the sum': 'عُدّ الدرج: اكتب الفئات أو المجموع',
  'More than was counted cannot stay in the drawer': 'لا يبقى في الدرج أكثر مما عُدّ',
  'Say why the sum differs': 'اكتب سبب الفرق',
  'Say why you close the drawer of another person': 'اكتب لماذا تقفّل درج شخص آخر',
  'Use a picture of at most 2000 by 2000 pixels': `صورة بحد أقصى ${ltr('2000 × 2000')} بكسل`,
  'There are fewer columns than that': 'الأعمدة أقل من ذلك',
  'There are fewer rows than that': 'الصفوف أقل من ذلك',
  'Use a PNG, JPEG or WebP picture of at most 100 KB': `صورة ${ltr('PNG, JPEG, WebP')} بحد أقصى ${ltr('100 KB')}`,
  'Use only {student}, {remaining} and {branch} in braces': `بين الأقواس فقط ${ltr('{student}, {remaining}, {branch}')}`,

  'Enter a phone number such as 01012345678, or leave this empty': `اكتب رقم تليفون مثل ${ltr('01012345678')} أو اتركه فارغًا`,

  // Settings of the branch
  Logo: 'الشعار',
  Reminder: 'التذكير',
  'Language of receipts': 'لغة الإيصالات',
  Both: 'اللغتان',
  Paper: 'الورق',
  'A5 sheet': 'ورقة A5',
  '80 mm roll': 'رول 80 مم',
  'Text under each receipt': 'نص أسفل كل إيصال',

  // Figures of a month
  'Book Expenses': 'مصروفات الكتب',
  'Franchise Expenses': 'المصروفات العامة',
  'Total Expenses': 'إجمالي المصروفات',
  'Book Revenue': 'إيرادات الكتب',
  'Home Schooling Revenue': 'إيرادات التعليم المنزلي',
  'Summer Course Revenue': 'إيرادات الكورسات الصيفية',
  'Adult_course Revenue': 'إيرادات كورسات الكبار',
  'Kids Course Revenue': 'إيرادات كورسات الأطفال',
  'Nursery Revenue': 'إيرادات الحضانة',
  'Bus Revenue': 'إيرادات الباص',
  'Total Revenue': 'إجمالي الإيرادات',
  'Total Net Profit': 'صافي الربح',
  'Total Debts': 'إجمالي الديون',
  'Book Debts': 'ديون الكتب',

  // Permissions
  'You may not see this. Ask a manager.': 'ليست لديك صلاحية لرؤية هذا. ارجع إلى المدير.',
  'You may not do this. Ask a manager.': 'ليست لديك صلاحية لهذا. ارجع إلى المدير.',
  'See students, enrolments, payments, books and expenses':
    'رؤية الطلاب والاشتراكات والمدفوعات والكتب والمصروفات',
  'Record and change students, payments, books and expenses':
    'تسجيل وتعديل الطلاب والمدفوعات والكتب والمصروفات',
  'Change or delete money that they recorded themselves on the same day, until they close the drawer':
    'تعديل أو حذف مبالغ سجّلها بنفسه في نفس اليوم، قبل تقفيل الدرج',
  'Change or delete money of another person, of another day or of a finished close, and lower its price':
    'تعديل أو حذف مبالغ شخص آخر أو يوم آخر أو تقفيلة تمت، وتقليل سعرها',
  'Another person recorded this money, or it is of another day, or a drawer close has counted it. Only a manager changes or deletes it, or lowers its price.':
    'هذا المبلغ سجّله شخص آخر، أو من يوم آخر، أو دخل في تقفيلة. المدير فقط يعدّله أو يحذفه أو يقلل سعره.',
  'Merge two records of one student, and undo it': 'دمج سجلين لطالب واحد، والتراجع عنه',
  'Only a manager merges students and undoes it.': 'المدير فقط يدمج الطلاب ويتراجع عن الدمج.',
  'See who recorded and changed what': 'رؤية من سجّل ومن عدّل',
  'Count and close their own drawer, see their own closes': 'عدّ درجه وتقفيله، ورؤية تقفيلاته',
  'See the drawer closes of everybody, and who has not closed': 'رؤية تقفيلات الجميع، ومن لم يقفّل',
  'Only managers see the drawers of others.': 'المدير فقط يرى أدراج الآخرين.',
  'Close the drawer of a disabled user, with a reason': 'تقفيل درج مستخدم موقوف، مع ذكر السبب',
  'Only a manager closes the drawer of a disabled user.': 'المدير فقط يقفّل درج مستخدم موقوف.',
  'See which months there are': 'رؤية الشهور',
  'Start and rename months, delete empty ones': 'بدء الشهور وتسميتها، وحذف الفارغ منها',
  'End months and undo it': 'إنهاء الشهور والتراجع عنه',
  'Only a manager ends a month or undoes it.': 'المدير فقط ينهي الشهر أو يتراجع عن إنهائه.',
  'See income, expenses, profit and all figures of months': 'رؤية الدخل والمصروفات والربح وكل أرقام الشهور',
  'Only managers see profit and the figures of months.': 'المدير فقط يرى الربح وأرقام الشهور.',
  'See salaries, deductions and what employees earn': 'رؤية المرتبات والخصومات وما يتقاضاه الموظفون',
  'Only managers see salaries and what employees earn.': 'المدير فقط يرى المرتبات وما يتقاضاه الموظفون.',
  'Pay salaries, record deductions, add and delete employees, change what they earn':
    'صرف المرتبات وتسجيل الخصومات، وإضافة الموظفين وحذفهم وتغيير مرتباتهم',
  'Only managers record salaries, deductions and what employees earn.':
    'المدير فقط يسجّل المرتبات والخصومات وما يتقاضاه الموظفون.',
  'Import students and enrolments from a file, and undo it':
    'استيراد الطلاب والاشتراكات من ملف، والتراجع عنه',
  'Only a manager imports files.': 'المدير فقط يستورد الملفات.',
  'See backups, make and restore them': 'رؤية النسخ الاحتياطية وعملها واسترجاعها',
  'Only a manager sees, makes and restores backups.': 'المدير فقط يرى النسخ الاحتياطية ويعملها ويسترجعها.',
  'Change what is printed on receipts and written in reminders':
    'تغيير ما يُطبع على الإيصالات وما يُكتب في التذكيرات',
  'Only a manager changes the settings of the branch.': 'المدير فقط يغيّر إعدادات الفرع.',
  'Add and disable users, set their roles and passwords':
    'إضافة المستخدمين وإيقافهم، وتحديد أدوارهم وكلمات مرورهم',
  'Only managers see and change users.': 'المدير فقط يرى المستخدمين ويعدّلهم.',
  'Look through and send what a disabled user left on a device':
    'مراجعة وإرسال ما تركه مستخدم موقوف على جهاز',
  'Only a manager opens and sends what a disabled user left on a device.':
    'المدير فقط يفتح ويرسل ما تركه مستخدم موقوف على جهاز.',
};

export const sentenceTexts: Translations<{
  readonly paidWithinPrice: typeof payableMessages;
  readonly salaryRule: typeof salaryMessages;
  readonly stockRule: typeof stockMessages;
  readonly monthRules: typeof monthMessages;
}> = {
  monthRules: {
    hasEnded: ({ name }) => `${leading(name)} انتهى. تراجع عن إنهاء الشهر لتعديل سجلاته.`,
    since: ({ start }) => `منذ ${ltr(start)}`,
  },
  paidWithinPrice: {
    onlyRemains: ({ amount }) => `المتبقي ${amount} فقط.`,
    nothingRemains: 'لا يتبقى شيء للدفع.',
  },
  salaryRule: {
    deductionsAboveSalary: ({ name, deducted, salary }) =>
      `خصومات ${own(name)} مجموعها ${deducted}، أكثر من المرتب ${salary}. قلّل خصمًا أو احذفه أولًا.`,
  },
  stockRule: {
    stockTooLow: ({ stock }) =>
      `في المخزن ${counted(Number(stock), 'نسخة واحدة', 'نسختان', 'نسخ', 'نسخة')} فقط.`,
  },
};
