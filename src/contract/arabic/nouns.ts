import { plural } from '../messages.ts';

export interface Noun {
  /** After it alone stands no number: "يوم واحد". */
  readonly one: string;
  /** As a subject; after a verb or preposition it ends with ين. */
  readonly two: string;
  /** After 3 to 10. */
  readonly few: string;
  /** After 11 to 99. */
  readonly many: string;
  /** After 0 and hundreds. */
  readonly other: string;
}

export const noun = (one: string, two: string, few: string, many: string, other = many): Noun => ({
  one,
  two,
  few,
  many,
  other,
});

export const person = noun('شخص واحد', 'شخصان', 'أشخاص', 'شخصًا', 'شخص');
export const receipt = noun('إيصال واحد', 'إيصالان', 'إيصالات', 'إيصالًا', 'إيصال');
export const entry = noun('عملية واحدة', 'عمليتان', 'عمليات', 'عملية');
export const record = noun('سجل واحد', 'سجلان', 'سجلات', 'سجلًا', 'سجل');
export const row = noun('صف واحد', 'صفان', 'صفوف', 'صفًا', 'صف');
export const result = noun('نتيجة', 'نتيجتان', 'نتائج', 'نتيجة');
export const letter = noun('حرف واحد', 'حرفان', 'حروف', 'حرفًا', 'حرف');
export const minute = noun('دقيقة', 'دقيقتان', 'دقائق', 'دقيقة');
export const day = noun('يوم واحد', 'يومان', 'أيام', 'يومًا', 'يوم');
export const month = noun('شهر واحد', 'شهران', 'شهور', 'شهرًا', 'شهر');
export const student = noun('طالب واحد', 'طالبان', 'طلاب', 'طالبًا', 'طالب');
export const enrolment = noun('اشتراك واحد', 'اشتراكان', 'اشتراكات', 'اشتراكًا', 'اشتراك');
export const installment = noun('قسط واحد', 'قسطان', 'أقساط', 'قسطًا', 'قسط');
export const payment = noun('دفعة واحدة', 'دفعتان', 'دفعات', 'دفعة');
export const amount = noun('مبلغ واحد', 'مبلغان', 'مبالغ', 'مبلغًا', 'مبلغ');
export const debt = noun('دين واحد', 'دينان', 'ديون', 'دينًا', 'دين');
export const copy = noun('نسخة واحدة', 'نسختان', 'نسخ', 'نسخة');
export const salary = noun('مرتب واحد', 'مرتبان', 'مرتبات', 'مرتبًا', 'مرتب');
export const drawer = noun('درج واحد', 'درجان', 'أدراج', 'درجًا', 'درج');

export function counted(count: number | bigint, { one, two, few, many, other }: Noun): string {
  return plural(Number(count), { one, two, few: `# ${few}`, many: `# ${many}`, other: `# ${other}` });
}

/** After a verb or preposition: "طالبين". */
export function countedObject(count: number | bigint, things: Noun): string {
  return counted(count, { ...things, two: things.two.replace(/ان(?= |$)/g, 'ين') });
}

/**
 * A verb, adjective or pronoun that agrees with a counted noun: "لم يصل", "لم يصلا", "لم تصل".
 * @param few after 3 to 10 of things, which take the feminine
 * @param many after 11 to 99
 */
export function agreeing(count: number, one: string, two: string, few: string, many = one): string {
  return plural(count, { one, two, few, many, other: one });
}
