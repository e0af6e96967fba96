import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDay } from '#contract/days.ts';
import { createBody, type Draft, type Resource } from '#contract/define-resource.ts';
import { problemsOf } from '#contract/errors.ts';
import type { Field, FieldMap } from '#contract/fields.ts';
import type { ImportBody, ImportTarget } from '#contract/imports.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { languages } from '#contract/messages.ts';
import { type Piastres, parseTypedAmount, toWesternDigits, withoutCurrency } from '#contract/money.ts';
import type { NamedChoice } from '#contract/named-choices.ts';
import { foldForSearch } from '#contract/paging.ts';
import { CASH, methodNameOf } from '#contract/payment-methods.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { withoutUnseen } from '#contract/typed-text.ts';
import type { ColumnValues } from '#server/db/branch-scope.ts';
import { toColumns } from '#server/db/columns.ts';
import { inLanguage } from '#server/messages/language.ts';
import { inPlainWords } from '#server/messages/plain-words.ts';
import { messages as storeMessages } from '#server/messages/store.en.ts';
import type { FileRow, Table } from '#server/platform/spreadsheets/table.ts';
import type { BranchLists } from '#server/records/branch-lists.ts';
import { messages } from './texts.en.ts';

/** Names the column of an enrolment by which its student is found. */
export const STUDENT_PHONE = 'student_phone';

interface ImportField {
  readonly name: string;
  readonly label: string;
  readonly required: boolean;
}

/** Names used in headings besides the labels, in English and Arabic; a field needs none. */
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

/** Columns of an enrolment's file that have a place of their own. */
const HAVE_A_PLACE = ['student', 'price', 'paid_amount', 'notes', 'custom_date'];

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

/** Letter forms, case, punctuation and white space do not matter. */
const fold = (text: string) =>
  foldForSearch(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

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

/**
 * Counted from 0. Exact names come first; then headings that contain a name, the longest first, so that "Father phone"
 * is no phone of the student. A column of names is no phone and the reverse, unless its heading is the field's label.
 */
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
  return Object.fromEntries(guess);
}

/** Headings are searched in so many rows: a title, the branch and the day may stand above them. */
const LOOKED_AT = 20;
/** So many known headings make a row the heading row. */
const KNOWN = 2;

/** The first row with several known headings, else the first of all. */
export function findHeadingRow(target: ImportTarget, rows: readonly FileRow[]): number {
  const found = rows
    .slice(0, LOOKED_AT)
    .find(({ cells }) => Object.keys(guessColumns(target, cells)).length >= KNOWN);
  return (found ?? rows[0])?.number ?? 0;
}

/**
 * Files contain more forms of values than the app takes. An unknown form is left as it is, and its schema refuses it.
 */

/** Without marks of direction, which our own copied texts and Arabic programs bring. */
const plain = (typed: string) => toWesternDigits(withoutUnseen(typed)).trim();

/** yyyy-MM-dd, also from 31/1/2026 and 2026/1/31, in any digits, and from a time. */
export function dayOf(typed: string): string {
  const text = plain(typed).replace(/[T ]\d{1,2}:.*$/, '');
  const [, first = '', month = '', last = ''] =
    /^(\d{1,4})[/.\- ](\d{1,2})[/.\- ](\d{1,4})$/.exec(text) ?? [];
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(written) ? written : typed;
}

/** With its currency, as our screens show it, also with the Arabic comma: "1,250.50 ج.م", "١٢٥٠،٥". */
export function amountOf(typed: string): Piastres | undefined {
  return parseTypedAmount(withoutCurrency(toWesternDigits(typed)).replace(/،(?=\d{3}(?!\d))/g, ','));
}

/** Names that desks use besides the labels, by field and value. */
const words: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  period: {
    '1': ['شهر', 'month', 'one month'],
    '2': ['شهرين', 'two months'],
    '3': ['ربع سنة'],
    '6': ['نصف سنة', 'نص سنة', 'half a year'],
    '12': ['سنة', 'سنة كاملة', 'عام', 'year', 'one year'],
  },
  transportation_type: {
    outside_bus: ['خارجي', 'الباص الخارجي', 'outside'],
    our_bus: ['داخلي', 'باصنا', 'school bus'],
    parent: ['الأهل', 'أهل', 'مع الأهل', 'ولي أمر', 'parents', 'family'],
  },
};
const units: Readonly<Record<string, RegExp>> = {
  period: /^(?:شهر|شهور|اشهر|شهرا|months?)$/,
  level: /^(?:المستوي|مستوي|level)$/,
};

function namesOf(fields: FieldMap, name: string): ReadonlyMap<string, string> {
  const labelled = languages.flatMap((language) =>
    inLanguage(language, () =>
      (fields[name]?.choices ?? []).flatMap(({ value, label }) => [
        [value, value] as const,
        [label, value] as const,
      ]),
    ),
  );
  const others = Object.entries(words[name] ?? {}).flatMap(([value, said]) =>
    said.map((one) => [one, value] as const),
  );
  return new Map([...others, ...labelled].map(([said, value]) => [foldForSearch(said), value]));
}

const choicesOf = memoizeBy(
  (fields: FieldMap) => new Map(Object.keys(fields).map((name) => [name, namesOf(fields, name)])),
);

/** Accepts its value, its label in both languages, or a name that desks use. */
export function choiceOf(fields: FieldMap, name: string, typed: string): string {
  const text = foldForSearch(plain(typed));
  const values = choicesOf(fields).get(name);
  const number = /\d+/.exec(text)?.[0];
  const unit = units[name];
  const counted =
    number !== undefined && unit?.test(text.replace(number, '').trim()) ? values?.get(number) : undefined;
  return values?.get(text) ?? counted ?? typed;
}

/**
 * Returns the id of an entry of the branch's lists by its name in either language or its id, removed entries too: the
 * file tells of earlier payments. Undefined if the branch never had it.
 */
export function listedIdOf({ kind, list }: Field, lists: BranchLists, typed: string): string | undefined {
  const cash = languages.map((language) => ({
    id: CASH,
    name: inLanguage(language, () => methodNameOf([], CASH)),
  }));
  const entries: readonly (Pick<NamedChoice, 'id' | 'name'> & { readonly name_ar?: string })[] =
    kind === 'method' ? [...cash, ...lists.payment_methods] : list ? lists[list] : [];
  const text = foldForSearch(plain(typed));
  return entries.find(({ id, name, name_ar = '' }) =>
    [id, name, name_ar].some((one) => foldForSearch(one) === text),
  )?.id;
}

export interface CheckedRow extends FileRow {
  readonly title: string;
  readonly problems: string[];
  readonly doubts: string[];
  /** Optional values that cannot be read: the row can be imported without them. */
  readonly unread: string[];
  readonly values: ColumnValues;
}

export type ReadCell = (name: string) => string;

const ROWS_A_TURN = 200;

export async function eachInTurns<Row>(rows: Iterable<Row>, work: (row: Row) => void): Promise<void> {
  let index = 0;
  for (const row of rows) {
    if (index++ % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
    work(row);
  }
}

export async function mapRows<Result>(
  { rows }: Table,
  { columns }: ImportBody,
  check: (row: FileRow, cell: ReadCell) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  await eachInTurns(rows, (row) => results.push(check(row, (name) => row.cells[columns[name] ?? -1] ?? '')));
  return results;
}

interface ReadRow {
  readonly values: ColumnValues | undefined;
  readonly problems: string[];
  readonly unread: string[];
}

const SHOWN = 60;

const shown = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/**
 * Follows the rules of its resource. An optional value that cannot be read does not make the row wrong: it is reported
 * and left out of the values, so that a person decides about the row.
 */
export function readRow(resource: Resource, draft: Draft, cell: ReadCell): ReadRow {
  const { fields } = resource;
  const first = createBody(resource).safeParse(draft, { error: inPlainWords });
  if (first.success) return { values: toColumns(fields, first.data), problems: [], unread: [] };
  const found = problemsOf(first.error);
  const isOptional = (name: string) => fields[name]?.optional === true;
  const left = new Map(found.filter(({ field }) => isOptional(field)).map((one) => [one.field, one.message]));
  const kept = Object.fromEntries(Object.entries(draft).filter(([name]) => !left.has(name)));
  const second = createBody(resource).safeParse(kept, { error: inPlainWords });
  const labelOf = (name: string) => fields[name]?.label ?? name;
  return {
    values: second.success ? toColumns(fields, second.data) : undefined,
    problems: found
      .filter(({ field }) => !isOptional(field))
      .map(({ field, message }) =>
        messages.importProblem({ label: labelOf(field), message: message.replace(/\.$/, '') }),
      ),
    unread: [...left].map(([name, message]) =>
      fields[name]?.kind === 'date'
        ? messages.importNoDay({ label: labelOf(name), text: shown(cell(name)) })
        : messages.importUnread({ label: labelOf(name), text: shown(cell(name)), message }),
    ),
  };
}

/** Desks type or leave out white space in names such as عبد الله. */
export const compact = (name: string) => foldForSearch(name).replace(/\s+/g, '');
