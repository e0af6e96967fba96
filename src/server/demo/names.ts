/** Lists common Arabic names; they are combined at random, so that no real person is meant. */
export const arabic = {
  girls: ['منى', 'سلمى', 'نور', 'فاطمة', 'مريم', 'هنا', 'ليلى', 'آية', 'يارا', 'جنى', 'رقية', 'شهد'],
  boys: ['أحمد', 'محمد', 'عمر', 'يوسف', 'علي', 'خالد', 'كريم', 'مصطفى', 'زياد', 'حمزة', 'إبراهيم', 'طارق'],
  families: [
    'عادل',
    'حسن',
    'السيد',
    'فؤاد',
    'منصور',
    'شوقي',
    'رمضان',
    'الشناوي',
    'بدوي',
    'غانم',
    'عبد الرحمن',
    'سليمان',
  ],
};

export const english = {
  girls: [
    'Mona',
    'Salma',
    'Nour',
    'Farida',
    'Mariam',
    'Hana',
    'Laila',
    'Aya',
    'Yara',
    'Jana',
    'Judy',
    'Nadine',
  ],
  boys: [
    'Ahmed',
    'Mohamed',
    'Omar',
    'Youssef',
    'Ali',
    'Khaled',
    'Karim',
    'Moustafa',
    'Ziad',
    'Hamza',
    'Adam',
    'Tarek',
  ],
  families: [
    'Adel',
    'Hassan',
    'El Sayed',
    'Fouad',
    'Mansour',
    'Shawky',
    'Ramadan',
    'El Shenawy',
    'Badawy',
    'Ghanem',
    'Soliman',
    'Naguib',
  ],
};

export const streets = [
  'El Tahrir St.',
  'شارع الجامعة',
  'El Nasr Road',
  'شارع النيل',
  'Port Said St.',
  'شارع السلام',
];

export const remarks = [
  'Prefers evening classes',
  'يدفع والده نهاية الشهر',
  'Sibling discount agreed',
  'حضر اختبار المستوى',
  'Asked for a quiet group',
];

export const stages = ['KG 1', 'KG 2', 'Primary 3', 'الصف الرابع', 'Preparatory 1'];

export const bookNames = [
  'Starter English',
  'First Steps',
  'العربية بين يديك',
  'Deutsch Klar',
  'Math Trails',
];

export const jobs = ['Teacher', 'Receptionist', 'Accountant', 'مدرس لغة عربية', 'Bus driver', 'Cleaner'];

export const deductionReasons = ['Came late', 'غياب بدون إذن', 'Advance on the salary', 'Lost a key'];

export const expenseTitles = [
  'Electricity',
  'Rent',
  'أدوات مكتبية',
  'Internet',
  'Cleaning supplies',
  'Repairs',
];
