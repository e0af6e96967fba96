import type { ImportTarget } from '#contract/imports.ts';
import { languages } from '#contract/messages.ts';
import { toWesternDigits } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { inLanguage } from '#server/messages/language.ts';
import { messages as storeMessages } from '#server/messages/store.en.ts';
import { FIRST_ROWS, type FileRow, type FoundSheet } from '#server/platform/spreadsheets/table.ts';
import { messages } from './texts.en.ts';

export const STUDENT_PHONE = 'student_phone';

/** Columns of a name that stands in several: they are joined to it in this order. */
export const NAME_PARTS = ['middle_name', 'last_name'] as const;

const firstNames = ['first name', 'first', 'given name', 'forename', 'الاسم الاول'];

/** Names used in headings besides the labels, in English and Arabic; a field needs none. */
const headingWords: Readonly<Record<string, readonly string[]>> = {
  code: ['student code', 'كود', 'الكود', 'كود الطالب', 'رقم الطالب'],
  student_code: ['code', 'كود', 'الكود', 'كود الطالب', 'رقم الطالب'],
  name: ['student', 'student name', 'full name', 'الاسم', 'اسم الطالب', 'الطالب', ...firstNames],
  student: ['name', 'student name', 'full name', 'الاسم', 'اسم الطالب', 'الطالب', ...firstNames],
  middle_name: ['middle', 'second name', 'الاسم الاوسط', 'الاسم الثاني'],
  last_name: ['last', 'surname', 'family name', 'اللقب', 'اسم العائله', 'العائله', 'الاسم الاخير'],
  father_name: [
    'father',
    'guardian name',
    'parent name',
    'guardian',
    'اسم الاب',
    'الاب',
    'اسم ولي الامر',
    'ولي الامر',
  ],
  mother_name: ['mother', 'اسم الام', 'الام'],
  birthdate: ['birth', 'birthday', 'date of birth', 'dob', 'الميلاد', 'تاريخ الميلاد'],
  phone: [
    'mobile',
    'telephone',
    'tel',
    'phone number',
    'الهاتف',
    'هاتف',
    'موبايل',
    'الموبايل',
    'تليفون',
    'رقم الهاتف',
  ],
  [STUDENT_PHONE]: [
    'phone',
    'mobile',
    'telephone',
    'الهاتف',
    'هاتف',
    'موبايل',
    'الموبايل',
    'تليفون',
    'رقم الهاتف',
  ],
  father_phone: [
    'parent phone',
    'guardian phone',
    'guardian',
    'ولي الامر',
    'هاتف ولي الامر',
    'تليفون ولي الامر',
    'موبايل ولي الامر',
    'هاتف الاب',
    'تليفون الاب',
    'موبايل الاب',
  ],
  mother_phone: ['هاتف الام', 'تليفون الام', 'موبايل الام'],
  address: ['العنوان', 'عنوان'],
  created_at: ['registered', 'registration date', 'تاريخ التسجيل', 'التسجيل'],
  list_price: ['price before discount', 'سعر القائمه', 'السعر قبل الخصم'],
  discount: ['reduction', 'خصم', 'الخصم'],
  discount_reason: ['reason of discount', 'سبب الخصم'],
  payment_method: ['method', 'paid by', 'طريقة الدفع', 'الطريقة'],
  payment_reference: ['reference', 'رقم التحويل', 'المرجع'],
  receipt_number: ['receipt', 'رقم الايصال', 'الايصال', 'ايصال'],
  level: ['المستوي', 'مستوي'],
  stage: ['المرحله', 'الصف'],
  period: ['المده', 'مده'],
  transportation_type: ['transport', 'transportation', 'المواصلات', 'الانتقال'],
  price: ['fees', 'fee', 'total', 'السعر', 'المصروفات', 'الرسوم', 'الاجمالي'],
  paid_amount: ['paid', 'paid before', 'المدفوع', 'مدفوع'],
  remaining_amount: ['remaining', 'balance', 'due', 'المتبقي', 'الباقي', 'باقي'],
  custom_date: ['date', 'enrolled', 'التاريخ', 'تاريخ'],
  ends_on: ['ends', 'end', 'until', 'end date', 'ينتهي', 'حتي', 'تاريخ الانتهاء'],
  left_on: ['left', 'ترك', 'تاريخ الترك'],
  notes: ['note', 'remarks', 'ملاحظات', 'ملاحظه'],
};

const HAVE_A_PLACE = ['student', 'price', 'paid_amount', 'notes', 'custom_date'];

export function importFields(target: ImportTarget) {
  const { fields, computed } = resourceOf(target);
  const label = (name: string) => (fields[name] ?? computed[name])?.label ?? name;
  const field = (name: string, labelText = label(name), required = false) => ({
    name,
    label: labelText,
    required,
  });
  const partsOfName = [
    field('middle_name', messages.middleNameLabel),
    field('last_name', messages.lastNameLabel),
  ];
  if (target === 'student')
    return [
      field('name', label('name'), true),
      ...partsOfName,
      field('code'),
      ...Object.keys(fields)
        .filter((name) => name !== 'name')
        .map((name) => field(name)),
      field('created_at'),
    ];
  const { label: student } = field('student');
  return [
    field('student', student),
    ...partsOfName,
    field(
      'student_code',
      storeMessages.columnOfReference({
        label: student,
        part: resourceOf('student').computed.code?.label ?? '',
      }),
    ),
    field(
      STUDENT_PHONE,
      storeMessages.columnOfReference({
        label: student,
        part: resourceOf('student').fields.phone?.label ?? '',
      }),
    ),
    ...Object.entries(fields)
      .filter(([name, { link }]) => !link && !HAVE_A_PLACE.includes(name))
      .map(([name, { kind, choices }]) =>
        field(name, label(name), choices !== undefined && kind === 'choice'),
      ),
    field('price'),
    field('paid_amount'),
    field('remaining_amount'),
    field('custom_date'),
    field('notes'),
  ];
}

const fold = (text: string) =>
  foldForSearch(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Headings of a name whose other parts may stand in columns of their own. */
const HAS_PARTS = new Set([...firstNames, 'name', 'الاسم'].map(fold));

const SAMPLE = 50;
const MANY_DIGITS = /\d(?:\D*\d){3}/;

/** Share of numbers of several digits among the first values; undefined for an empty column. */
function numbersIn(rows: readonly FileRow[], column: number): number | undefined {
  const filled = rows.slice(0, SAMPLE).flatMap(({ cells }) => cells[column] || []);
  const numbers = filled.filter((text) => MANY_DIGITS.test(toWesternDigits(text).slice(0, 40)));
  return filled.length === 0 ? undefined : numbers.length / filled.length;
}

const NAME = /(?:^|_)name$|^student$/;

/** Some values of a phone column are numbers, and few of a name column. */
function canHold(target: ImportTarget, name: string, numbers: number | undefined): boolean {
  if (numbers === undefined) return true;
  const isPhone = name === STUDENT_PHONE || resourceOf(target).fields[name]?.kind === 'phone';
  return isPhone ? numbers > 0.1 : !NAME.test(name) || numbers < 0.5;
}

/** Exact names first, then headings that contain a name, the longest first: "Father phone" is not the student's. */
export function guessColumns(
  target: ImportTarget,
  headings: readonly string[],
  rows: readonly FileRow[] = [],
): Record<string, number> {
  const folded = headings.map(fold);
  const numbers = headings.map((_, column) => numbersIn(rows, column));
  const inEach = languages.flatMap((language) => inLanguage(language, () => importFields(target)));
  const names = [...importFields(target), ...inEach].flatMap(({ name, label }) =>
    [label, ...(headingWords[name] ?? [])].map((word) => ({
      name,
      word: fold(word),
      isLabel: word === label,
    })),
  );
  const guess = new Map<string, number>();
  const taken = new Set<number>();
  const take = (matches: (heading: string, word: string) => boolean) => {
    for (const { name, word, isLabel } of names) {
      if (guess.has(name)) continue;
      const column = folded.findIndex(
        (heading, index) =>
          !taken.has(index) &&
          matches(heading, word) &&
          ((isLabel && heading === word) || canHold(target, name, numbers[index])),
      );
      if (column < 0) continue;
      guess.set(name, column);
      taken.add(column);
    }
  };
  take((heading, word) => heading === word);
  names.sort((one, other) => other.word.length - one.word.length);
  take((heading, word) => word.length > 3 && ` ${heading} `.includes(` ${word} `));
  const heading = folded[guess.get('name') ?? guess.get('student') ?? -1] ?? '';
  // A whole name takes no parts.
  if (!HAS_PARTS.has(heading)) for (const part of NAME_PARTS) guess.delete(part);
  return Object.fromEntries(guess);
}

/** So many known headings make a row the heading row. */
const KNOWN = 2;

const knownIn = (target: ImportTarget, { cells }: FileRow) => Object.keys(guessColumns(target, cells)).length;

/** A title, the branch and the day may stand above it: the first row with several known headings, else the first of all. */
export function findHeadingRow(target: ImportTarget, rows: readonly FileRow[]): number {
  const found = rows.slice(0, FIRST_ROWS).find((row) => knownIn(target, row) >= KNOWN);
  return (found ?? rows[0])?.number ?? 0;
}

/** The sheet with the most known headings, else the first with anything in it. Hidden ones come last. */
export function findSheet(target: ImportTarget, sheets: readonly FoundSheet[]): number {
  const ranks = sheets.map(({ hidden, first }, index) => {
    const known = Math.max(0, ...first.map((row) => knownIn(target, row)));
    const isFilled = first.length > 0;
    return { index, order: [isFilled && !hidden ? 1 : 0, known < KNOWN ? 0 : known, isFilled ? 1 : 0] };
  });
  const [best] = ranks.sort(
    (one, other) =>
      one.order.map((rank, at) => (other.order[at] ?? 0) - rank).find(Boolean) ?? one.index - other.index,
  );
  return best?.index ?? 0;
}
