/** A row of a statement as PostgreSQL writes its values: text, or null. */
export type TextRow = readonly (string | null)[];

const text = (value: string | null | undefined) => (value == null ? 'null' : JSON.stringify(value));
/** Quotes what needs no escapes: an id, a day, an amount. */
const plain = (value: string | null | undefined) => (value == null ? 'null' : `"${value}"`);
const instant = (value: string | null | undefined) =>
  value == null ? 'null' : `"${value.replace(' ', 'T').replace('+00', 'Z')}"`;

/** Writes piastres as decimal text. */
function decimal(piastres: string | null | undefined): string {
  if (piastres == null) return 'null';
  const isNegative = piastres.startsWith('-');
  const digits = (isNegative ? piastres.slice(1) : piastres).padStart(3, '0');
  return `"${isNegative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}"`;
}

/** Writes an adult course of these columns (see bare-sql.ts), from the column `at` on. */
export function courseOf(row: TextRow, at: number): string {
  const [
    id,
    version,
    month,
    by,
    student,
    receipt,
    level,
    period,
    transport,
    price,
    paid,
    day,
    notes,
    rest,
    related,
    collection,
    created,
    name,
    code,
    phone,
  ] = row.slice(at);
  return `{"id":"${id}","version":${version},"month":${plain(month)},"recorded_by":${plain(by)},"student":${plain(student)},"receipt_number":${text(receipt)},"level":${text(level)},"period":${text(period)},"transportation_type":${text(transport)},"price":${decimal(price)},"paid_amount":${decimal(paid)},"custom_date":${plain(day)},"notes":${text(notes)},"remaining_amount":${decimal(rest)},"is_installment":${related !== null},"related_record":${plain(related)},"collection":${plain(collection)},"created_at":${instant(created)},"student_data":{"id":${plain(student)},"name":${text(name)},"code":${text(code)},"phone":${text(phone)}}}`;
}

/** Writes a student of these columns, from the second on. */
export function studentOf([
  ,
  id,
  version,
  name,
  father,
  mother,
  born,
  phone,
  fathers,
  mothers,
  address,
  code,
  created,
]: TextRow): string {
  return `{"id":"${id}","version":${version},"name":${text(name)},"father_name":${text(father)},"mother_name":${text(mother)},"birthdate":${plain(born)},"phone":${text(phone)},"father_phone":${text(fathers)},"mother_phone":${text(mothers)},"address":${text(address)},"code":${text(code)},"created_at":${instant(created)}}`;
}

/** Writes a page of records. */
export function pageOf(path: string, page: number, count: number, results: readonly string[]): string {
  const address = (number: number) => `"${path.replace(/page=\d+/, `page=${number}`)}"`;
  const next = page * 10 < count ? address(page + 1) : 'null';
  return `{"count":${count},"next":${next},"previous":${page > 1 ? address(page - 1) : 'null'},"results":[${results.join(',')}]}`;
}

const EXPENSES = ['book_expenses', 'salaries', 'franchise_expenses'];
const REVENUES = [
  'book_revenue',
  'home_schooling_revenue',
  'summer_course_revenue',
  'adult_course_revenue',
  'kids_course_revenue',
  'nursery_revenue',
  'bus_revenue',
];
const OTHER: Readonly<Record<string, string>> = {
  'book-order': 'book_expenses',
  salary: 'salaries',
  expense: 'franchise_expenses',
  'book-payout': 'book_revenue',
};

const figureOf = (what: string) => {
  const kind = what.replace('/installment', '');
  return OTHER[kind] ?? `${kind.replaceAll('-', '_')}_revenue`;
};

/** Holds the sums of a month by figure, in piastres. */
type Amounts = Record<string, bigint>;

function piastresOf(figures: string | null | undefined): Amounts | undefined {
  if (figures == null) return undefined;
  const stored: Record<string, string> = JSON.parse(figures);
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, BigInt(value.replace('.', ''))]),
  );
}

const total = (amounts: Amounts, names: readonly string[]) =>
  names.reduce((sum, name) => sum + (amounts[name] ?? 0n), 0n);

/** Adds up what a month took in and paid out, in piastres: what was stored at its end, else the sums of its payments. */
function resultOf(
  figures: string | null | undefined,
  sums: readonly (readonly [what: string, paid: string | null])[],
) {
  const kept = piastresOf(figures);
  const amounts: Amounts = kept ?? {};
  if (!kept) {
    for (const [what, paid] of sums)
      amounts[figureOf(what)] = (amounts[figureOf(what)] ?? 0n) + BigInt(paid ?? 0);
  }
  const [expenses, revenue] = [total(amounts, EXPENSES), total(amounts, REVENUES)];
  return { amounts, expenses, revenue };
}

/** Writes a month: its first row from the name on, and the sums of all its rows. */
export function monthOf(rows: readonly TextRow[]): string {
  const [row = []] = rows;
  const [, id, name, status, start, end, figures, , reopenedAt, reopenedBy, reason] = row;
  const { amounts, expenses, revenue } = resultOf(
    figures,
    rows.flatMap((one) => (one[11] == null ? [] : [[one[11], one[12] ?? null] as const])),
  );
  const debts = rows.reduce((sum, one) => sum + BigInt(one[13] ?? 0), 0n);
  const bookDebts = rows
    .filter((one) => one[11]?.startsWith('book-payout'))
    .reduce((sum, one) => sum + BigInt(one[13] ?? 0), 0n);
  const written = (names: readonly string[]) =>
    names.map((one) => `"${one}":${decimal(String(amounts[one] ?? 0n))}`).join(',');
  return `{"id":"${id}","name":${text(name)},"status":"${status}","start_date":${plain(start)},"end_date":${plain(end)},${written(EXPENSES)},"expenses":${decimal(String(expenses))},${written(REVENUES)},"revenue":${decimal(String(revenue))},"total_net_profit":${decimal(String(revenue - expenses))},"debts":${decimal(String(debts))},"book_debts":${decimal(String(bookDebts))},"reopened_at":${instant(reopenedAt)},"reopened_by":${text(reopenedBy)},"reopened_reason":${text(reason)},"changes":null}`;
}

/** Writes the dashboard: rows without a day are sums by kind, the others the income of a day. */
export function dashboardOf(rows: readonly TextRow[]): string {
  const [[id, name, status, figures] = []] = rows;
  const sums = rows.flatMap(([, , , , what, paid]) => (what == null ? [] : [[what, paid ?? null] as const]));
  const { amounts, expenses, revenue } = resultOf(figures, sums);
  const days = rows
    .filter((row) => row[6] != null)
    .map(([, , , , , paid, day]) => `{"day":"${day}","income":${decimal(paid)}}`);
  return `{"total_income":${decimal(String(revenue))},"franchise_expenses":${decimal(String(amounts.franchise_expenses ?? 0n))},"total_expenses":${decimal(String(expenses))},"total_profit":${decimal(String(revenue - expenses))},"month":{"id":"${id}","name":${text(name)},"status":"${status}"},"income_by_day":[${days.join(',')}]}`;
}
