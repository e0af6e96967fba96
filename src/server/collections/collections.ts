import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type CollectionBody,
  collectionBody,
  collectionFields,
  type PlacedList,
  placedLists,
} from '#contract/collections.ts';
import type { Draft, InstallmentForm } from '#contract/define-resource.ts';
import { type FieldProblem, fieldErrors, readErrorBody, WHOLE } from '#contract/errors.ts';
import { formatMoney, parsePiastres, sum } from '#contract/money.ts';
import { CREDIT, isAllCash, methodProblem } from '#contract/payment-methods.ts';
import { type Problem, problemsIn } from '#contract/problems.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { COLLECTION } from '#contract/resource-names.ts';
import type { Tender } from '#contract/rules/tenders.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import type { WriteAnswer } from '#contract/writes/answer.ts';
import { lockBook } from '#server/books/books.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseRecordId, toColumns } from '#server/db/columns.ts';
import { type TableMapping, tableOf } from '#server/db/tables.ts';
import {
  assertPayable,
  type EnrolmentRow,
  insertInstallment,
  insertPayable,
  lockPaid,
  payableHooksOf,
} from '#server/enrolments/enrolments.ts';
import { assertCredit, NotEnoughCredit } from '#server/families/credit.ts';
import { readStudent } from '#server/families/families.ts';
import { appendHistory, historyRecordOf } from '#server/history/history.ts';
import { resolveStudentId } from '#server/merges/merges.ts';
import { inPlainWords } from '#server/messages/plain-words.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, badFields, HttpError } from '#server/platform/http-error.ts';
import { parseCreate } from '#server/records/body.ts';
import { assertListed, readLists } from '#server/records/branch-lists.ts';
import { requireDiscount } from '#server/records/discounts.ts';
import { lockMonthShared, type RunningMonth } from '#server/records/month-lock.ts';
import { requireFields } from '#server/records/record-permissions.ts';
import type { WireRecord } from '#server/records/record-reader.ts';
import { assertReferences } from '#server/records/reference-problems.ts';
import { type CollectionRow, collectionColumns } from './collection-reader.ts';
import { draftsByLine, paidIn, storedTenders, tendersOf } from './tenders.ts';

function placeOf({ path: [name, place] }: z.core.$ZodIssue): LinePlace | undefined {
  const list = placedLists.find((one) => one === name);
  return list && typeof place === 'number' ? { list, place } : undefined;
}

const problemAt = (part: PropertyKey | undefined, message: string): FieldProblem => ({
  field: part === undefined ? WHOLE : String(part),
  message,
});

/** Also counts the lines that only a problem names. */
function countLines(body: unknown, list: PlacedList, issues: readonly z.core.$ZodIssue[]): number {
  const lines: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, list) : undefined;
  const places = issues.map(placeOf).flatMap((at) => (at?.list === list ? [at.place + 1] : []));
  return Math.max(0, ...places, Array.isArray(lines) ? lines.length : 0);
}

/** @throws {HttpError} 400 with a message at each wrong field and line */
function parseCollection(body: unknown): CollectionBody {
  const parsed = collectionBody.safeParse(body ?? {}, { error: inPlainWords });
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const problems = new LineProblems({
    payments: countLines(body, 'payments', issues),
    records: countLines(body, 'records', issues),
    tenders: countLines(body, 'tenders', issues),
  });
  const others: FieldProblem[] = [];
  for (const issue of issues) {
    const place = placeOf(issue);
    if (place) problems.add(place, [problemAt(issue.path[2], issue.message)]);
    else others.push(problemAt(issue.path[0], issue.message));
  }
  problems.assertNone(others);
  throw parsed.error;
}

interface LinePlace {
  readonly list: PlacedList;
  readonly place: number;
}

/** Collects the problems of all lines, so that they are answered together (decisions 45 and 53). */
class LineProblems {
  readonly #counts: Readonly<Record<PlacedList, number>>;
  readonly #byLine: Readonly<Record<PlacedList, Map<number, FieldProblem[]>>> = {
    payments: new Map(),
    records: new Map(),
    tenders: new Map(),
  };
  readonly #withFacts: Problem[] = [];

  /** @param counts how many lines each list of the body has */
  constructor(counts: Readonly<Record<PlacedList, number>>) {
    this.#counts = counts;
  }

  async collect<T>(line: LinePlace, check: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      const isOfLine =
        error instanceof HttpError && error.status === 400 && !(error instanceof NotEnoughCredit);
      const problems = isOfLine ? readErrorBody(error.body) : undefined;
      if (!isOfLine || !problems) throw error;
      this.add(line, problems.fields);
      this.#note(line, problemsIn(error.body));
      return undefined;
    }
  }

  /** Parts that were tendered come to the sum, so no other amount of a line would be accepted. */
  #note({ list, place }: LinePlace, problems: readonly Problem[]): void {
    for (const { most, field, ...facts } of problems)
      this.#withFacts.push({
        ...facts,
        field: `${list}.${place}.${field}`,
        ...(most !== undefined && this.#counts.tenders === 0 && { most }),
      });
  }

  add({ list, place }: LinePlace, problems: readonly FieldProblem[]): void {
    this.#byLine[list].set(place, [...(this.#byLine[list].get(place) ?? []), ...problems]);
  }

  /**
   * @throws {HttpError} 400 with an object for each line of a list with a wrong one, if any is wrong or another field
   *   is
   */
  assertNone(others: readonly FieldProblem[] = []): void {
    const wrong = placedLists.filter((list) => this.#byLine[list].size > 0);
    if (wrong.length === 0 && others.length === 0) return;
    const lines = wrong.map((list) => [
      list,
      Array.from({ length: this.#counts[list] }, (_, place) =>
        fieldErrors(this.#byLine[list].get(place) ?? []),
      ),
    ]);
    throw new HttpError(400, {
      ...Object.fromEntries(lines),
      ...fieldErrors(others),
      ...(this.#withFacts.length > 0 && { problems: this.#withFacts }),
    });
  }
}

interface NewLine extends LinePlace {
  readonly mapping: TableMapping;
  readonly draft: Draft;
}

/**
 * Each has the body of its own path, with the fields of the receipt and a payment above zero.
 * @throws {HttpError} 403 for records that the user may not create
 */
async function parseNewLines(
  scope: BranchScope,
  { records, payments: _payments, ...body }: CollectionBody,
  problems: LineProblems,
): Promise<NewLine[]> {
  const paper = Object.fromEntries(Object.keys(collectionFields).map((name) => [name, body[name]]));
  const lines: NewLine[] = [];
  for (const [place, { resource, ...lineBody }] of records.entries()) {
    const mapping = tableOf(resource);
    scope.assertMay(permissionFor(mapping.resource, 'create'));
    requireFields(scope, mapping, lineBody);
    const line = { list: 'records', place } as const;
    const draft = await problems.collect(line, () => {
      const parsed = parseCreate(mapping.resource, { ...lineBody, ...paper });
      if (parsed.paid_amount === '0.00') throw badField('paid_amount', sentences.nothingPaid);
      return { ...parsed, receipt_number: body.receipt_number };
    });
    if (draft) lines.push({ ...line, mapping, draft });
  }
  return lines;
}

const idIn = (value: unknown) => parseRecordId(String(value ?? ''));

/** In the order of their ids. Their stock is then checked line by line. */
async function lockBooks(scope: BranchScope, lines: readonly NewLine[]): Promise<void> {
  const ids = new Set(lines.flatMap(({ draft }) => idIn(draft.book) ?? []));
  for (const id of [...ids].sort()) await lockBook(scope, id);
}

/** A merged student is replaced by the one who stays (decision 106). */
async function studentsOf(scope: BranchScope, lines: readonly NewLine[]): Promise<string[]> {
  const students: string[] = [];
  for (const { draft } of lines) {
    const id = idIn(draft.student);
    if (id !== undefined) students.push(await resolveStudentId(scope, id));
  }
  return students;
}

interface Paper {
  readonly month: RunningMonth | undefined;
  readonly collection: string;
}

/**
 * Under its locks, without the copies of other lines.
 * @throws {HttpError} 400 at its fields
 */
async function checkNewLine(scope: BranchScope, { mapping, draft }: NewLine): Promise<void> {
  await assertReferences(scope, mapping.resource, draft);
  await assertListed(scope, mapping, draft);
  await requireDiscount(scope, mapping.resource, draft);
  await payableHooksOf(mapping).beforeCreate?.(scope, toColumns(mapping.resource.fields, draft));
}

/**
 * Runs after the lines before it: lines of one book take copies together. If several methods paid it, installments
 * follow it.
 * @throws {HttpError} 400 at its fields
 */
async function insertNewLine(
  scope: BranchScope,
  { mapping, draft }: NewLine,
  drafts: readonly Draft[],
  paper: Paper,
): Promise<WireRecord[]> {
  const [firstDraft = draft, ...later] = drafts;
  const record = await insertPayable(scope, mapping, { draft: firstDraft, ...paper });
  const made = [record];
  const form = mapping.resource.installment;
  if (!form || later.length === 0) return made;
  const payable = await lockPaid(scope, mapping, form, { related_record: record.id });
  for (const part of later)
    made.push(await insertInstallment(scope, mapping, { form, draft: part, payable, ...paper }));
  return made;
}

interface Line extends LinePlace {
  readonly mapping: TableMapping;
  readonly form: InstallmentForm;
  readonly draft: Draft;
}

interface LockedLine extends Line {
  readonly payable: EnrolmentRow;
}

function linesOf({
  payments,
  records: _records,
  payer: _payer,
  tenders: _tenders,
  id: _id,
  ...common
}: CollectionBody): Line[] {
  return payments.map(({ resource, ...lineBody }, place) => {
    const mapping = tableOf(resource);
    const form = mapping.resource.installment;
    if (!form) throw new Error(`${resource} takes no installments`);
    return { list: 'payments', place, mapping, form, draft: parseCreate(form, { ...common, ...lineBody }) };
  });
}

function inLockOrder(left: Line, right: Line): number {
  const debtOf = ({ mapping, draft }: Line) => `${mapping.table} ${idIn(draft.related_record)}`;
  const [one, other] = [debtOf(left), debtOf(right)];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/**
 * Locks debts in the order of their tables and ids, so that two collections with the same debts never deadlock, and
 * checks each payment under its lock.
 */
async function lockLines(
  scope: BranchScope,
  lines: readonly Line[],
  problems: LineProblems,
): Promise<LockedLine[]> {
  const locked = new Map<string, LockedLine>();
  for (const line of [...lines].sort(inLockOrder)) {
    const { mapping, form, draft } = line;
    await problems.collect(line, async () => {
      const payable = await lockPaid(scope, mapping, form, draft);
      const debt = `${mapping.table}/${payable.id}`;
      if (locked.has(debt)) throw badField('related_record', sentences.paidTwice);
      locked.set(debt, { ...line, payable });
      await assertPayable(scope, mapping, payable, toColumns(form.fields, draft).paid_amount);
    });
  }
  return [...locked.values()];
}

/** In the order of their ids, as a merge does, so that neither deadlocks. */
async function lockStudents(scope: BranchScope, students: readonly string[]): Promise<void> {
  const ids = [...new Set(students)];
  await scope.all(sql`
    select id from ${scope.rows('student')} as r where id = any(${ids}::uuid[]) order by id for key share`);
}

/** For a merged student the one who stays (decision 106). */
async function payerOf(scope: BranchScope, { payer }: CollectionBody): Promise<string | undefined> {
  const id = parseRecordId(payer ?? '');
  return id === undefined ? undefined : resolveStudentId(scope, id);
}

/**
 * Under the lock of the students.
 * @throws {HttpError} 400 at `payer`
 */
async function assertPayer(scope: BranchScope, body: CollectionBody): Promise<void> {
  if (!body.payer) return;
  const id = await payerOf(scope, body);
  if (id === undefined || !(await readStudent(scope, id)))
    throw badField('payer', messages.missingRecord, { code: 'missing-record' });
}

/** @throws {HttpError} 400 for a method that the branch does not offer */
async function checkTenders(
  scope: BranchScope,
  { tenders: named }: CollectionBody,
  tenders: readonly Tender[],
  problems: LineProblems,
): Promise<void> {
  if (isAllCash(tenders)) return;
  const { payment_methods } = await readLists(scope);
  for (const [place, { payment_method, payment_reference }] of tenders.entries()) {
    const problem =
      payment_method === CREDIT
        ? undefined
        : methodProblem(payment_methods, payment_method, payment_reference);
    if (problem && !named) throw badFields([problem]);
    if (problem) problems.add({ list: 'tenders', place }, [problem]);
  }
}

async function insertCollection(
  scope: BranchScope,
  { id, receipt_number, custom_date, notes }: CollectionBody,
  tenders: readonly Tender[],
  payer: string | undefined,
): Promise<CollectionRow> {
  const made = await scope.insert(
    'collection',
    {
      id,
      receipt_number,
      custom_date: custom_date ?? null,
      notes: notes ?? null,
      received: sum(tenders.map(({ amount }) => amount)),
      tenders: storedTenders(tenders),
      student_id: payer ?? null,
      created_at: scope.now,
      created_by: scope.userId,
    },
    sql<{ id: string }>`returning id`,
  );
  return scope.one(
    sql<CollectionRow>`select ${collectionColumns(sql`received`)} from ${scope.rows('collection')} as r where id = ${made?.id}`,
  );
}

interface Made extends LinePlace {
  readonly mapping: TableMapping;
  readonly record: WireRecord;
  /** From 0: which piece of its line it is, where several methods paid it. */
  readonly piece: number;
}

/** The first rows of all lines come in the order of the lines, records before payments; later pieces follow them. */
function inAnswerOrder(left: Made, right: Made): number {
  const [later, otherLater] = [Number(left.piece > 0), Number(right.piece > 0)];
  if (later !== otherLater) return later - otherLater;
  if (left.list !== right.list) return left.list === 'records' ? -1 : 1;
  return left.place - right.place || left.piece - right.piece;
}

/** Credit is missing at its part of the sum (decision 131). */
function placeMissingCredit(
  error: unknown,
  tenders: CollectionBody['tenders'],
  problems: LineProblems,
): never {
  const place = tenders?.findIndex(({ payment_method }) => payment_method === CREDIT) ?? -1;
  if (!(error instanceof NotEnoughCredit) || place < 0) throw error;
  problems.add({ list: 'tenders', place }, [{ field: 'payment_method', message: error.sentence }]);
  problems.assertNone();
  throw error;
}

/**
 * Stores an installment for each debt, and each new record with its first payment, wholly or not at all (decisions 53
 * and 104). The rules are those of the single records. Locks are taken on the debts, the books, then the students; all
 * rows are written before the first history entry, whose counter is locked last.
 * @throws {HttpError} 400 with the problems at their lines
 */
export async function createCollection(scope: BranchScope, body: unknown): Promise<WriteAnswer> {
  const parsed = parseCollection(body);
  const lines = linesOf(parsed);
  for (const { mapping } of lines) scope.assertMay(permissionFor(mapping.resource, 'create'));
  const problems = new LineProblems({
    payments: lines.length,
    records: parsed.records.length,
    tenders: parsed.tenders?.length ?? 0,
  });
  const added = await parseNewLines(scope, parsed, problems);
  const month = await lockMonthShared(scope);
  const payer = await payerOf(scope, parsed);
  const locked = await lockLines(scope, lines, problems);
  await lockBooks(scope, added);
  const students = [...locked.map(({ payable }) => payable.student_id), ...(await studentsOf(scope, added))];
  await lockStudents(scope, [...students, ...(payer === undefined ? [] : [payer])]);
  await assertPayer(scope, parsed);
  for (const line of added) await problems.collect(line, () => checkNewLine(scope, line));
  // What a line without a readable amount comes to is not known.
  if (added.length < parsed.records.length) problems.assertNone();
  const tenders = tendersOf(parsed, sum([...lines, ...added].map(paidIn)));
  await checkTenders(scope, parsed, tenders, problems);
  problems.assertNone();
  const row = await insertCollection(scope, parsed, tenders, payer);
  const drafts = draftsByLine(row.id, [...added, ...lines], tenders);
  const made: Made[] = [];
  const keep = (line: NewLine | Line, records: readonly WireRecord[]) =>
    made.push(...records.map((record, piece) => ({ ...line, piece, record })));
  const credit = sum(
    tenders.filter(({ payment_method }) => payment_method === CREDIT).map(({ amount }) => amount),
  );
  const insertLines = async () => {
    if (credit > 0n) await assertCredit(scope, students, credit);
    for (const line of added) {
      const records = await problems.collect(line, () =>
        insertNewLine(scope, line, drafts.get(line.draft) ?? [], { month, collection: row.id }),
      );
      if (records) keep(line, records);
    }
    problems.assertNone();
    for (const line of locked) {
      const { mapping, form, payable } = line;
      const records: WireRecord[] = [];
      for (const draft of drafts.get(line.draft) ?? [])
        records.push(
          await insertInstallment(scope, mapping, { form, draft, payable, month, collection: row.id }),
        );
      keep(line, records);
    }
  };
  await insertLines().catch((error: unknown) => placeMissingCredit(error, parsed.tenders, problems));
  made.sort(inAnswerOrder);
  for (const { mapping, record } of made)
    await appendHistory(scope, { ...historyRecordOf(mapping, record), action: 'created', after: record });
  const records = made.map(({ mapping, record }) => ({ resource: mapping.resource.name, record }));
  const amount = formatMoney(parsePiastres(row.received));
  await appendHistory(scope, {
    resource: COLLECTION,
    id: row.id,
    title: messages.collectionTitle({ receipt: row.receipt_number, amount }),
    month: month && String(month.id),
    action: 'created',
    after: { ...row, records },
  });
  return { records: [{ resource: COLLECTION, record: { ...row } }, ...records] };
}
