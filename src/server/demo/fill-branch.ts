import { z } from 'zod';
import { defaultSettings, SETTINGS_PATH } from '#contract/branch-settings.ts';
import {
  CLOSES_PATH,
  denominations,
  OPEN_DRAWERS_PATH,
  OWN_DRAWER_PATH,
  openDrawers,
  ownDrawer,
} from '#contract/closes.ts';
import { DAY_MS, type Day, dayAfter, dayOf, monthLater } from '#contract/days.ts';
import type { Draft } from '#contract/define-resource.ts';
import { paths } from '#contract/http.ts';
import { IMPORTS_PATH } from '#contract/imports.ts';
import { formatDecimal, type Piastres, parsePiastres } from '#contract/money.ts';
import { MONTH_PATH, MONTH_TOGGLE_PATH } from '#contract/month.ts';
import { PRINTS_PATH } from '#contract/receipts.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { mergePath } from '#contract/student-merges.ts';
import { leavableResources, returnPath, withdrawPath } from '#contract/withdrawals.ts';
import type { DemoClient } from './api-client.ts';
import type { BranchFactory } from './branch-factory.ts';
import { categoryOf, demoSettings, discountOf, paidBy } from './demo-settings.ts';

interface DemoFill {
  readonly api: DemoClient;
  readonly factory: BranchFactory;
  readonly setClock: (instant: Date) => void;
  readonly today: Date;
  readonly office?: { readonly api: DemoClient; readonly user: string };
}

async function sellOnOneReceipt(
  { api, factory }: DemoFill,
  { ids }: Students,
  stock: BookStock,
): Promise<void> {
  const [student] = ids.slice(-1);
  const book = stock.find(({ copies }) => copies > 0);
  if (student === undefined || !book) return;
  const paper = new Set(['receipt_number', 'custom_date', 'notes']);
  const line = (resource: string, body: Readonly<Record<string, unknown>>) => ({
    resource,
    ...Object.fromEntries(Object.entries(body).filter(([name]) => !paper.has(name))),
  });
  const amount = formatDecimal(book.price);
  const { id } = await api.post(paths.collections, {
    ...factory.collection([]),
    records: [
      line('book-payout', factory.bookPayout(book.id, student, { paid_amount: amount })),
      line('bus', factory.enrolment('bus', student, { paid_amount: '300.00' })),
    ],
  });
  book.copies -= 1;
  for (let copy = 0; copy < 2; copy++) await api.post(PRINTS_PATH, { resource: 'collection', record: id });
}

const CANCELLED = [
  { kind: 'kids-course', reason: 'Entered twice' },
  { kind: 'nursery', reason: 'The parents changed their mind' },
] as const;

async function cancelPrintedPayments({ api, factory }: DemoFill, { ids }: Students): Promise<void> {
  for (const [index, { kind, reason }] of CANCELLED.entries()) {
    const { path } = resourceOf(kind);
    const body = factory.enrolment(kind, ids[index] ?? '', { paid_amount: '500.00' });
    const { id } = await api.post(path, body);
    await api.post(PRINTS_PATH, { resource: kind, record: id });
    await api.remove(`${path}${id}/`, { reason });
  }
}

const named = z.object({ name: z.string() });

async function mergeTwins({ api, factory }: DemoFill, { ids }: Students): Promise<void> {
  const [kept] = ids;
  if (kept === undefined) return;
  const { name } = named.parse(await api.get(`${resources.student.path}${kept}/`));
  const twin = await api.post(resources.student.path, factory.student({ name }));
  await api.post(resources.bus.path, factory.enrolment('bus', twin.id));
  await api.send(mergePath(kept), { other: twin.id });
}

async function putTogether({ api }: DemoFill, { ids }: Students): Promise<void> {
  const [one, , other] = ids;
  if (one !== undefined && other !== undefined)
    await api.send(paths.families, { student: one, other, together: true });
}

const EMPLOYEE_COUNT = 7;

type EmployeeIds = readonly string[];

async function createEmployees({ api, factory }: DemoFill): Promise<EmployeeIds> {
  const employees: string[] = [];
  for (let count = 0; count < EMPLOYEE_COUNT; count++) {
    employees.push((await api.post(resources.employee.path, factory.employee())).id);
  }
  return employees;
}

async function spendAndDeduct({ api, factory }: DemoFill, employees: EmployeeIds): Promise<void> {
  const { chance } = factory;
  if (chance.happens(35)) {
    const expense = factory.expense();
    await api.post(resources.expense.path, { ...expense, ...categoryOf(expense.title) });
  }
  if (chance.happens(12)) await api.post(resources.deduction.path, factory.deduction(chance.pick(employees)));
}

async function paySalaries({ api }: DemoFill, employees: EmployeeIds): Promise<void> {
  for (const employee of employees) await api.post(resources.salary.path, { employee });
}

/** On the days before payday: advances and bonuses, which the next salary settles. */
async function payStaffBefore({ api, factory }: DemoFill, employees: EmployeeIds): Promise<void> {
  const [one, another] = employees;
  if (one === undefined || another === undefined) return;
  await api.post(resources.advance.path, factory.advance(one));
  await api.post(resources.bonus.path, factory.bonus(another));
}

const BOOK_COUNT = 8;

interface StockedBook {
  readonly id: string;
  readonly price: Piastres;
  copies: number;
}

type BookStock = readonly StockedBook[];

async function createOrder({ api, factory }: DemoFill, book: StockedBook): Promise<void> {
  const body = factory.bookOrder(book.id);
  await api.post(resources['book-order'].path, body);
  book.copies += Number(body.quantity);
}

async function createBooks(fill: DemoFill): Promise<BookStock> {
  const stock: StockedBook[] = [];
  for (let count = 0; count < BOOK_COUNT; count++) {
    const body = fill.factory.book();
    const { id } = await fill.api.post(resources.book.path, body);
    const book = { id, price: parsePiastres(String(body.sell_price)), copies: 0 };
    await createOrder(fill, book);
    stock.push(book);
  }
  return stock;
}

async function orderBooks(fill: DemoFill, stock: BookStock): Promise<void> {
  const [scarcest] = [...stock].sort((one, other) => one.copies - other.copies);
  if (scarcest) await createOrder(fill, scarcest);
}

async function payOutBook(
  { api, factory }: DemoFill,
  stock: BookStock,
  { debts }: Students,
  student: string,
): Promise<void> {
  const inStock = stock.filter((book) => book.copies > 0);
  if (inStock.length === 0) return;
  const book = factory.chance.pick(inStock);
  const paid = factory.chance.happens(70) ? book.price : book.price / 2n;
  const body = factory.bookPayout(book.id, student, { paid_amount: formatDecimal(paid) });
  const { id } = await api.post(resources['book-payout'].path, body);
  book.copies -= 1;
  const owed = book.price - paid;
  debts.push({ kind: 'book-payout', student, record: id, owed, remaining: owed });
}

const INSTALLMENT_UNIT = 5_000n;

/** How often each kind is chosen, among all of them. */
const SHARES: Readonly<Record<(typeof leavableResources)[number], number>> = {
  'adult-course': 3,
  'kids-course': 2,
  'summer-course': 1,
  'home-schooling': 1,
  nursery: 1,
  bus: 1,
};
const KINDS = leavableResources.flatMap((kind) => Array.from({ length: SHARES[kind] }, () => kind));

interface Debt {
  readonly kind: ResourceName;
  readonly student: string;
  readonly record: string;
  readonly owed: Piastres;
  remaining: Piastres;
}

interface Students {
  readonly ids: string[];
  readonly debts: Debt[];
  guardians: Draft;
}

const SIBLING_EVERY = 4;

async function registerStudent({ api, factory }: DemoFill, students: Students): Promise<string> {
  const isSibling = students.ids.length % SIBLING_EVERY === SIBLING_EVERY - 1;
  const body = factory.student(isSibling ? students.guardians : {});
  const { father_phone, mother_phone } = body;
  students.guardians = { father_phone, mother_phone };
  const { id } = await api.post(resources.student.path, body);
  students.ids.push(id);
  return id;
}

async function enrolStudent({ api, factory }: DemoFill, students: Students, student: string) {
  const kind = factory.chance.pick(KINDS);
  const body = factory.enrolment(kind, student);
  const terms = discountOf(students.debts.length, parsePiastres(String(body.price)));
  const { id } = await api.post(resourceOf(kind).path, { ...body, ...terms });
  const remaining = parsePiastres(String(body.price)) - parsePiastres(String(body.paid_amount));
  students.debts.push({ kind, student, record: id, owed: remaining, remaining });
}

async function payInstallment({ api, factory }: DemoFill, { debts }: Students): Promise<void> {
  const open = debts.filter((debt) => debt.remaining >= INSTALLMENT_UNIT);
  if (open.length === 0) return;
  const debt = factory.chance.pick(open);
  const units = debt.remaining / INSTALLMENT_UNIT;
  const paid = factory.chance.happens(35) || units < 4n ? debt.remaining : (units / 2n) * INSTALLMENT_UNIT;
  const body = factory.installment(debt.record, paid, paidBy(debts.indexOf(debt)));
  await api.post(resourceOf(debt.kind).path, body);
  debt.remaining -= paid;
}

const COLLECTIONS = 6;

async function collectDebts({ api, factory }: DemoFill, { debts }: Students): Promise<void> {
  const open = debts.filter((debt) => debt.remaining >= INSTALLMENT_UNIT);
  for (let pair = 0; pair < COLLECTIONS; pair++) {
    const payments = open.slice(pair * 2, pair * 2 + 2).map(({ kind, record }) => ({
      resource: kind,
      related_record: record,
      paid_amount: formatDecimal(INSTALLMENT_UNIT),
    }));
    if (payments.length > 0) await api.post(paths.collections, factory.collection(payments));
  }
}

const REMINDED = 5;

async function remindOfDebts({ api, factory, today }: DemoFill, { debts }: Students): Promise<void> {
  const students = [
    ...new Set(debts.filter(({ remaining }) => remaining > 0n).map(({ student }) => student)),
  ];
  for (const [index, student] of students.slice(0, REMINDED).entries()) {
    await api.post(resources.reminder.path, factory.reminder(student));
    const dueDay = dayAfter(branchDay(today), index - 1);
    await api.post(resources.promise.path, factory.promise(student, { due_day: dueDay }));
  }
}

const PLANS = 4;

async function planPayments({ api, factory, today }: DemoFill, { debts }: Students): Promise<void> {
  const enrolments = debts.filter(({ kind, remaining }) => kind !== 'book-payout' && remaining > 0n);
  const next = branchDay(today);
  for (const { record, student, owed } of enrolments.slice(0, PLANS)) {
    const half = owed / 2n;
    const parts = [
      { due_day: next, amount: formatDecimal(half) },
      { due_day: monthLater(next, 1), amount: formatDecimal(owed - half) },
    ];
    await api.post(resources.plan.path, factory.plan(record, student, { parts }));
  }
}

const REFUNDED = 3;

async function payBack(
  { api, factory, today }: DemoFill,
  { ids }: Students,
  stock: BookStock,
): Promise<void> {
  const reasons = ['Paid twice', 'Was ill for two weeks', 'The group was closed'];
  for (const [index, student] of ids.slice(0, REFUNDED).entries()) {
    const body = factory.enrolment('kids-course', student, { price: '1500.00', paid_amount: '900.00' });
    const { id } = await api.post(resources['kids-course'].path, body);
    const paid = { resource: 'kids-course', related_record: id, amount: `${100 + index * 50}.00` };
    await api.post(resources.refund.path, { ...paid, reason: reasons[index], forgive: index > 0 });
  }
  const [student = ''] = ids.slice(REFUNDED);
  const { path } = resources['adult-course'];
  const given = { price: '2000.00', paid_amount: '1500.00' };
  const { id } = await api.post(path, factory.enrolment('adult-course', student, given));
  await api.send(withdrawPath(path, id), {
    left_on: branchDay(today),
    keep: '800.00',
    refund: { amount: '400.00' },
    credit: '300.00',
    reason: 'Moved to another town',
  });
  const book = stock.find(({ copies }) => copies > 0);
  if (!book) return;
  const price = formatDecimal(book.price);
  const payout = factory.bookPayout(book.id, student, { paid_amount: price });
  const sold = await api.post(resources['book-payout'].path, payout);
  await api.send(returnPath(sold.id), { quantity: '1', credit: price, reason: 'The wrong level' });
}

const COUNTED = 3;

async function countStock({ api }: DemoFill, stock: BookStock): Promise<void> {
  const counted = stock.filter(({ copies }) => copies > 0).slice(0, COUNTED);
  for (const [index, { id }] of counted.entries()) {
    const { quantity } = stocked.parse(await api.get(`${resources.book.path}${id}/`));
    const found = String(Number(quantity) - (index === 0 ? 1 : 0));
    const reason = index === 0 ? 'One was not found' : 'As it should be';
    await api.post(resources['stock-count'].path, { book: id, counted: found, expected: quantity, reason });
  }
}

const stocked = z.object({ quantity: z.string() });

const NEW_STUDENTS = 6;
const OLD_DEBTS = 5;
const coded = z.object({ name: z.string(), code: z.string() });

const csvOf = (headings: readonly string[], rows: readonly (readonly string[])[]) =>
  [headings, ...rows].map((row) => `${row.join()}\n`).join('');

/** Imports debts from an older book, and a file of students that is then undone as the wrong one. */
async function importFiles({ api, factory }: DemoFill, { ids }: Students): Promise<void> {
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

const FLOAT = 20_000n;
const MISSING = 500n;

function piecesOf(sum: Piastres): Record<string, number> {
  let rest = sum;
  return Object.fromEntries(
    denominations.flatMap((value) => {
      const count = rest / value;
      rest %= value;
      return count > 0n ? [[formatDecimal(value), Number(count)]] : [];
    }),
  );
}

const cashMoves = resources['cash-move'].path;

const confirmCash = ({ office }: DemoFill, id: string, amount: Piastres) =>
  office?.api.patch(`${cashMoves}${id}/`, { received: formatDecimal(amount) });

async function closeDrawer(fill: DemoFill, isConfirmed: boolean): Promise<void> {
  const { api, office, factory } = fill;
  const { drawers } = openDrawers.parse(await api.get(OPEN_DRAWERS_PATH));
  const [drawer] = drawers;
  if (!drawer) return;
  const { methods = [] } = ownDrawer.parse(await api.get(OWN_DRAWER_PATH));
  const isFirst = drawer.since === null;
  const expected = parsePiastres(drawer.expected) + (isFirst ? FLOAT : 0n);
  const misses = factory.chance.happens(8) && expected > FLOAT + MISSING;
  const counted = expected - (misses ? MISSING : 0n);
  const kept = counted < FLOAT ? counted : FLOAT;
  const { id } = await api.post(CLOSES_PATH, {
    pieces: piecesOf(counted),
    kept: formatDecimal(kept),
    ...(office && { person: office.user }),
    ...(isFirst && { float: formatDecimal(FLOAT) }),
    methods: methods.map(({ payment_method, total }) => ({ payment_method, found: total })),
  });
  if (misses) await api.post(`${CLOSES_PATH}${id}/finish/`, { reason: 'Gave five pounds too much change' });
  if (isConfirmed && counted > kept) await confirmCash(fill, id, counted - kept);
}

const HANDED_OVER = 50_000n;

/** The closes of the last days wait for whoever took the cash. */
const UNCONFIRMED_DAYS = 3;

/** Part of the takings goes to the office before the drawer is counted, where there is enough. */
async function handOver(fill: DemoFill, isConfirmed: boolean): Promise<void> {
  const { api, office } = fill;
  const { drawers } = openDrawers.parse(await api.get(OPEN_DRAWERS_PATH));
  const [drawer] = drawers;
  if (!drawer || parsePiastres(drawer.expected) < HANDED_OVER + FLOAT) return;
  const amount = formatDecimal(HANDED_OVER);
  const receiver = office ? { person: office.user } : { person_name: 'Mona Farid' };
  const { id } = await api.post(cashMoves, { way: 'handed_over', amount, ...receiver });
  if (isConfirmed) await confirmCash(fill, id, HANDED_OVER);
}

const HANDOVER_DAY = 3;

const STUDENTS = 120;
const WORKING_DAYS = 22;
const PAYDAY = 18;

interface Branch {
  readonly students: Students;
  readonly stock: BookStock;
  readonly employees: EmployeeIds;
}

const branchDay = (instant: Date): Day =>
  dayOf(instant, { timeZone: defaultSettings.time_zone, dayBegins: 0 });

function monthName(day: Day): string {
  const instant = new Date(`${day}T00:00:00Z`);
  return instant.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** First day of the month, 10:00 UTC, or now where that is still to come. */
function monthBefore(today: Date, months: number): Date {
  const first = monthLater(`${branchDay(today).slice(0, 8)}01`, -months);
  return new Date(Math.min(Date.parse(`${first}T10:00:00Z`), today.getTime()));
}

async function simulateDay(fill: DemoFill, { students, stock, employees }: Branch, newStudents: number) {
  const { chance } = fill.factory;
  for (let count = 0; count < newStudents; count++) {
    const student = await registerStudent(fill, students);
    if (chance.happens(85)) await enrolStudent(fill, students, student);
    if (chance.happens(40)) await payOutBook(fill, stock, students, student);
  }
  for (let payment = chance.whole(0, 3); payment > 0; payment--) await payInstallment(fill, students);
  if (chance.happens(20)) await orderBooks(fill, stock);
  await spendAndDeduct(fill, employees);
}

/** Uses the API only, with a simulated clock. */
export async function fillBranch(fill: DemoFill): Promise<void> {
  const { api, setClock, today } = fill;
  let branch: Branch | undefined;
  let registered = 0;
  await api.patch(SETTINGS_PATH, demoSettings);
  for (const back of [2, 1, 0]) {
    const first = monthBefore(today, back);
    setClock(first);
    await api.post(MONTH_PATH, { name: monthName(branchDay(first)) });
    branch ??= {
      students: { ids: [], debts: [], guardians: {} },
      stock: await createBooks(fill),
      employees: await createEmployees(fill),
    };
    const days = back === 0 ? Math.min(WORKING_DAYS, Number(branchDay(today).slice(8))) : WORKING_DAYS;
    const target = Math.ceil((STUDENTS * (3 - back)) / 3);
    for (let day = 0; day < days; day++) {
      const instant = new Date(first.getTime() + day * DAY_MS);
      setClock(instant < today ? instant : today);
      const newStudents = Math.ceil((target - registered) / (days - day));
      await simulateDay(fill, branch, newStudents);
      registered += newStudents;
      if (day % 7 === HANDOVER_DAY) await handOver(fill, back > 0);
      if (back > 0 || day < days - 1) await closeDrawer(fill, back > 0 || day < days - UNCONFIRMED_DAYS);
      if (day === 0) await payStaffBefore(fill, branch.employees);
      if (day === PAYDAY) await paySalaries(fill, branch.employees);
    }
    if (back > 0) await api.post(MONTH_TOGGLE_PATH, {});
  }
  if (!branch) return;
  await collectDebts(fill, branch.students);
  await remindOfDebts(fill, branch.students);
  await planPayments(fill, branch.students);
  await sellOnOneReceipt(fill, branch.students, branch.stock);
  await payBack(fill, branch.students, branch.stock);
  await countStock(fill, branch.stock);
  await cancelPrintedPayments(fill, branch.students);
  await putTogether(fill, branch.students);
  await mergeTwins(fill, branch.students);
  await importFiles(fill, branch.students);
}
