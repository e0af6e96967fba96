import type { ImportTarget } from '#contract/imports.ts';
import { toWesternDigits } from '#contract/money.ts';
import { foldForSearch } from '#contract/paging.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { inLanguage } from '#server/language.ts';
import type { FileRow } from '#server/spreadsheets/file-rows.ts';
import { messages } from '#server/store/messages.ts';

/** Describes what a column of an imported file can hold. */
export interface ImportField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
}

/** Lists what headings call a field beside its label, in English and Arabic. */
const headingWords: Readonly<Record<string, readonly string[]>> = {
  code: ['student code', 'كود', 'الكود', 'كود الطالب', 'رقم الطالب'],
  student_code: ['code', 'كود', 'الكود', 'كود الطالب', 'رقم الطالب'],
  name: ['student', 'student name', 'full name', 'الاسم', 'اسم الطالب', 'الطالب'],
  student: ['name', 'student name', 'full name', 'الاسم', 'اسم الطالب', 'الطالب'],
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
  student_phone: [
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
  receipt_number: ['receipt', 'رقم الايصال', 'الايصال', 'ايصال'],
  level: ['المستوي', 'مستوي'],
  stage: ['المرحله', 'الصف'],
  period: ['المده', 'مده'],
  transportation_type: ['transport', 'transportation', 'المواصلات', 'الانتقال'],
  price: ['fees', 'fee', 'total', 'السعر', 'المصروفات', 'الرسوم', 'الاجمالي'],
  paid_amount: ['paid', 'paid before', 'المدفوع', 'مدفوع'],
  remaining_amount: ['remaining', 'balance', 'due', 'المتبقي', 'الباقي', 'باقي'],
  custom_date: ['date', 'enrolled', 'التاريخ', 'تاريخ'],
  notes: ['note', 'remarks', 'ملاحظات', 'ملاحظه'],
};

/** Returns the fields that a file of this kind can have, in the order in which they are asked for. */
export function importFields(target: ImportTarget): readonly ImportField[] {
  const { fields, computed } = resourceOf(target);
  const label = (name: string) => (fields[name] ?? computed[name])?.label ?? name;
  const field = (name: string, own = label(name), required = false) => ({ name, label: own, required });
  if (target === 'student')
    return [
      field('name', label('name'), true),
      field('code'),
      ...Object.keys(fields)
        .filter((name) => name !== 'name')
        .map((name) => field(name)),
      field('created_at'),
    ];
  const { label: student } = field('student');
  return [
    field('student', student),
    field(
      'student_code',
      messages.columnOfReference({ label: student, part: resourceOf('student').computed.code?.label ?? '' }),
    ),
    field(
      'student_phone',
      messages.columnOfReference({ label: student, part: resourceOf('student').fields.phone?.label ?? '' }),
    ),
    ...Object.entries(fields)
      .filter(([name]) => !['student', 'price', 'paid_amount', 'notes', 'custom_date'].includes(name))
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

/** Folds a heading: letter forms, case, punctuation and white space do not matter. */
const fold = (text: string) =>
  foldForSearch(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Rows whose values are looked at. */
const SAMPLE = 50;
const MANY_DIGITS = /\d(?:\D*\d){3}/;

/** Returns which share of the first values of a column are numbers of several digits; undefined for an empty one. */
function numbersIn(rows: readonly FileRow[], column: number): number | undefined {
  const filled = rows.slice(0, SAMPLE).flatMap(({ cells }) => cells[column] || []);
  const numbers = filled.filter((text) => MANY_DIGITS.test(toWesternDigits(text).slice(0, 40)));
  return filled.length === 0 ? undefined : numbers.length / filled.length;
}

const PHONE = /(?:^|_)phone$/;
const NAME = /(?:^|_)name$|^student$/;

/** Tells whether a column can hold a field by its values: some of a phone are numbers, and few of a name. */
function canHold(name: string, numbers: number | undefined): boolean {
  if (numbers === undefined) return true;
  return PHONE.test(name) ? numbers > 0.1 : !NAME.test(name) || numbers < 0.5;
}

/**
 * Guesses which column holds which field, counted from 0. Exact names come first; then headings that contain a name, the longest
 * first, so that "Father phone" is no phone of the student. A column of names is no phone and the reverse,
 * unless it is called as the field is here.
 */
export function guessColumns(
  target: ImportTarget,
  headings: readonly string[],
  rows: readonly FileRow[] = [],
): Record<string, number> {
  const folded = headings.map(fold);
  const numbers = headings.map((_, column) => numbersIn(rows, column));
  const inEnglish = inLanguage('en', () => importFields(target).map(({ name, label }) => ({ name, label })));
  const names = [...importFields(target), ...inEnglish].flatMap(({ name, label }) =>
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
          ((isLabel && heading === word) || canHold(name, numbers[index])),
      );
      if (column < 0) continue;
      guess.set(name, column);
      taken.add(column);
    }
  };
  take((heading, word) => heading === word);
  names.sort((one, other) => other.word.length - one.word.length);
  take((heading, word) => word.length > 3 && ` ${heading} `.includes(` ${word} `));
  return Object.fromEntries(guess);
}

/** Rows among which the headings are looked for: a title, the branch and the day may stand above them. */
const LOOKED_AT = 20;
/** So many known headings make a row the one that names the columns. */
const KNOWN = 2;

/** Returns the number of the row that names the columns: the first with several known headings, else the first of all. */
export function findHeadingRow(target: ImportTarget, rows: readonly FileRow[]): number {
  const found = rows
    .slice(0, LOOKED_AT)
    .find(({ cells }) => Object.keys(guessColumns(target, cells)).length >= KNOWN);
  return (found ?? rows[0])?.number ?? 0;
}
