import { z } from 'zod';
import { IMPORTS_PATH } from '#contract/imports.ts';
import { resources } from '#contract/resources/registry.ts';
import type { DemoFill } from './demo-fill.ts';
import type { Students } from './students.ts';

const NEW_STUDENTS = 6;
const OLD_DEBTS = 5;
const coded = z.object({ name: z.string(), code: z.string() });

const csvOf = (headings: readonly string[], rows: readonly (readonly string[])[]) =>
  [headings, ...rows].map((row) => `${row.join()}\n`).join('');

/** Imports what some students still owe from an older book, and a file of students, which is undone: it was the wrong one. */
export async function importFiles({ api, factory }: DemoFill, { ids }: Students): Promise<void> {
  const debtors = await Promise.all(
    ids.slice(0, OLD_DEBTS).map(async (id) => coded.parse(await api.get(`${resources.student.path}${id}/`))),
  );
  const debts = debtors.map(({ code, name }, index) => [code, name, `OLD-${index + 1}`, '900', '600']);
  const debtHeadings = ['Code', 'Student', 'Receipt', 'Price', 'Paid'];
  const debtColumns = { student_code: 0, student: 1, receipt_number: 2, price: 3, paid_amount: 4 };
  const options = { target: 'bus', columns: debtColumns, duplicates: 'add' };
  await api.upload(IMPORTS_PATH, { name: 'old-book.csv', text: csvOf(debtHeadings, debts) }, options);

  const people = Array.from({ length: NEW_STUDENTS }, () => factory.student());
  const rows = people.map(({ name, father_phone }) => [String(name), String(father_phone)]);
  const { id } = await api.upload(
    IMPORTS_PATH,
    { name: 'other-branch.csv', text: csvOf(['Name', 'Father phone'], rows) },
    { target: 'student', columns: { name: 0, father_phone: 1 }, duplicates: 'add' },
  );
  await api.remove(`${IMPORTS_PATH}${id}/`);
}
