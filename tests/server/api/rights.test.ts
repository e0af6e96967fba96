import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { CLOSES_PATH } from '#contract/closes.ts';
import { type Draft, formOf } from '#contract/define-resource.ts';
import type { Method } from '#contract/http.ts';
import { permissionNames, permissions, permissionsOf } from '#contract/permissions.ts';
import { PRINTS_PATH } from '#contract/receipts.ts';
import { isClosed } from '#contract/record-permissions.ts';
import { allResourceNames, type ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { messages } from '#server/messages/store.en.ts';
import { apiRoutes } from '../../support/api-routes.ts';
import {
  bodyOf,
  changeOf,
  courses,
  enrol,
  enrolmentKinds,
  installment,
  payable,
  payouts,
  refunds,
  students,
} from './bodies.ts';
import { changesOf, closeOf, moneyOf } from './money-of.ts';
import type { ApiClient } from './test-server.ts';
import { withDesk } from './with-server.ts';

/** Every write that is open to staff, sent as staff, and the rows that it changed; a manager sends again what is refused. */
const effects = [
  'what is owed',
  'cash out',
  'other money out',
  'credit',
  "a sibling's credit",
  'copies',
  'printed',
  'counted',
  'of others',
] as const;
type Effect = (typeof effects)[number];
type Cell = 'allowed' | 'manager';

const factory = branchFactory(77);
const { server, manager, staff } = withDesk();
const table = new Map<string, Map<Effect, Set<Cell>>>();

beforeEach(() =>
  manager.send('PATCH', '/branch/settings/', {
    payment_methods: [{ id: 'wallet', name: 'Wallet', kind: 'wallet' }],
    expense_categories: [{ id: 'rent', name: 'Rent' }],
    staff_discount_limit: '10',
  }),
);

const known = (...columns: string[]) => `concat_ws('|', ${columns.join(', ')})`;
const how = ['custom_date', 'payment_method', 'payment_reference'];
const payment = (name: 'enrolment' | 'book_payout', kind: string) => `
  select '${name}', ${kind}, id, created_by, collection_id, student_id, ${known('student_id', 'receipt_number', 'paid_amount', ...how)},
    price - forgiven, payment_method, paid_amount from ${name} where branch_id = $1`;
const spent = (name: string, amount: string, ...columns: string[]) => `
  select '${name}', '${name}', id, created_by, null, null, ${known(amount, ...columns, ...how)}, null, payment_method, -${amount}
  from ${name} where branch_id = $1`;

/** Rows of money and copies: what each is known by, what is owed for it (a book: its price), and what moved. */
const ROWS = `select source || id as key, source, by::text, student::text, known, owed::text, method, moved::text,
    exists (select from receipt_print where branch_id = $1
      and ((resource = kind and record_id = it.id) or (resource = 'collection' and record_id = it.collection_id))) as printed,
    exists (select from drawer_line as line where branch_id = $1 and line.source = it.source and record_id = it.id
      and close_id is not null) as counted
  from (${[
    `select 'student' as source, 'student' as kind, id, null::bigint as by, null::uuid as collection_id, id as student,
      '' as known, null::bigint as owed, null as method, credit as moved from student where branch_id = $1`,
    payment('enrolment', 'kind'),
    payment('book_payout', "'book-payout'"),
    spent('refund', 'amount', 'student_id', 'receipt_number', 'reason'),
    spent('expense', 'amount', 'title', 'from_drawer', 'category'),
    spent('book_order', 'paid_amount', 'quantity', 'price', 'from_drawer'),
    `select 'stock_count', 'stock-count', id, created_by, null, null, ${known('counted', 'reason', 'custom_date')}, null, null, 0
      from stock_count where branch_id = $1`,
    `select 'cash_move', 'cash-move', id, created_by, null, null, ${known('way', 'amount', 'drawer', 'person_name', 'slip', 'custom_date')},
      null, null, 0 from cash_move where branch_id = $1`,
    `select 'book', 'book', id, null, null, null, (ordered + corrected - paid_out)::text, sell_price, null, 0 from book
      where branch_id = $1`,
  ].join(' union all ')}) as it`;

interface Row {
  readonly source: string;
  readonly by: string | null;
  readonly student: string | null;
  readonly known: string;
  readonly owed: string | null;
  readonly method: string | null;
  readonly moved: string;
  readonly printed: boolean;
  readonly counted: boolean;
}
type Rows = ReadonlyMap<string, Row>;

async function look(): Promise<Rows> {
  const rows = await server.queryAsOwner(ROWS, [String(manager.branchId)]);
  return new Map(rows.map((row) => [String(row.key), row as unknown as Row]));
}

const totalOf = (rows: Rows, counts: (method: string | null) => boolean) =>
  [...rows.values()].reduce((all, { method, moved }) => all + (counts(method) ? Number(moved) : 0), 0);

function effectsOf(before: Rows, after: Rows): ReadonlySet<Effect> {
  const found = new Set<Effect>();
  const poorer = new Set<string | null>();
  for (const [key, row] of before) {
    const now = after.get(key);
    // A book that is gone was not made cheaper.
    const isLowered =
      row.owed !== null &&
      Number((now ?? { owed: row.source === 'book' ? row.owed : 0 }).owed) < Number(row.owed);
    if (isLowered) found.add('what is owed');
    if (row.source === 'student') {
      if (now && Number(now.moved) < Number(row.moved)) poorer.add(row.student);
    } else if (row.source === 'book') {
      if (now && now.known !== row.known) found.add('copies');
    } else {
      const isChanged = now?.known !== row.known;
      if (isChanged && row.printed) found.add('printed');
      if ((isChanged || isLowered) && row.counted) found.add('counted');
      if ((isChanged || isLowered) && row.by !== String(staff.userId)) found.add('of others');
      if (row.method === 'credit' && now && now.student !== row.student) found.add("a sibling's credit");
    }
  }
  for (const [effect, counts] of [
    ['cash out', (method: string | null) => method === 'cash'],
    ['other money out', (method: string | null) => method === 'wallet'],
  ] as const)
    if (totalOf(after, counts) < totalOf(before, counts)) found.add(effect);
  const payers = [...after].flatMap(([key, { source, method, student }]) =>
    method === 'credit' && source !== 'refund' && !before.has(key) ? [student] : [],
  );
  if (poorer.size > 0) found.add('credit');
  if (payers.length > 0 && [...poorer].some((one) => !payers.includes(one))) found.add("a sibling's credit");
  return found;
}

const refusals = new Set([
  ...permissionNames
    .filter((name) => !permissionsOf('staff').includes(name))
    .map((name) => permissions[name].refusal),
  messages.printedStays,
  messages.paidOtherwise,
  messages.creditOfSibling,
]);

async function attempt(label: string, path: string, body?: object): Promise<void> {
  const method = label.split(' ')[0] as Method;
  let cell: Cell = 'allowed';
  let before = await look();
  let answer = await staff.send(method, path, body);
  if (answer.status === 403) {
    expect(refusals, `${label} ${JSON.stringify(body)}`).toContain(answer.body.detail);
    expect(await look()).toEqual(before);
    cell = 'manager';
    before = await look();
    answer = await manager.send(method, path, body);
  }
  expect(answer.status, `${label} ${JSON.stringify(body)}: ${answer.text}`).toBeLessThan(300);
  const cells = table.get(label) ?? new Map<Effect, Set<Cell>>();
  for (const effect of effectsOf(before, await look()))
    cells.set(effect, (cells.get(effect) ?? new Set()).add(cell));
  table.set(label, cells);
}

const ENROLMENT = '/{enrolment}/';
const isKind = new RegExp(`^/(${enrolmentKinds.join('|')})/`);

/** The kinds of enrolments are declared by one function. */
const labelOf = ({ method, path }: { readonly method: string; readonly path: string }) => {
  const group = /^\/(auth|devices)\//.exec(path)?.[0];
  return group ? `all of ${group}` : `${method} ${path.replace(isKind, ENROLMENT)}`;
};

const open = permissionsOf('staff');
const labels = [
  ...new Set(
    apiRoutes
      .filter(
        ({ method, needs, open: isOpen }) =>
          method !== 'GET' && !isOpen && (needs === null || open.some((one) => one === needs)),
      )
      .map(labelOf),
  ),
];

const pathOf = (name: ResourceName) => resourceOf(name).path;
const ofResource = (path: string) => path.replace(isKind, ENROLMENT);

const make = async (by: ApiClient, name: ResourceName, isInstallment: boolean) =>
  isClosed(resourceOf(name))
    ? moneyOf(manager, by, name, isInstallment)
    : by.create(pathOf(name), await bodyOf[name](manager, factory));

const formsOf = (name: ResourceName) => (resourceOf(name).installment ? [false, true] : [false]);

/** Own of today, printed, counted by a close, and of a manager. */
function situationsOf(name: ResourceName, isInstallment: boolean): (() => Promise<Draft>)[] {
  const ofStaff = () => make(staff, name, isInstallment);
  if (!isClosed(resourceOf(name))) return [() => make(manager, name, isInstallment)];
  const printed = async () => {
    const made = await ofStaff();
    await staff.create(PRINTS_PATH, { resource: name, record: made.id });
    return made;
  };
  const counted = async () => {
    const made = await ofStaff();
    await closeOf(staff);
    return made;
  };
  return [
    ofStaff,
    ...(resourceOf(name).installment ? [printed] : []),
    counted,
    () => make(manager, name, isInstallment),
  ];
}

async function family() {
  const phones = factory.student({
    father_phone: `010${Math.random()}`.slice(0, 12),
    mother_phone: '',
    phone: '',
  });
  const [rich, sibling] = [await manager.create(students, phones), await manager.create(students, phones)];
  const paid = factory.enrolment('adult-course', rich.id, { price: '500', paid_amount: '500' });
  const { id } = await manager.create(courses, paid);
  const back = { resource: 'adult-course', related_record: id, amount: '500', reason: 'x', forgive: true };
  await manager.create(refunds, { ...back, payment_method: 'credit' });
  return { rich: rich.id, sibling: sibling.id };
}

const methods = [{ payment_method: 'cash' }, { payment_method: 'wallet' }];
const byCredit = { payment_method: 'credit' };

async function createsOf(name: ResourceName): Promise<object[]> {
  const { installment: form, fields } = resourceOf(name);
  const body = await bodyOf[name](manager, factory);
  if (name === 'refund') return refundsToMake();
  if (!form) return fields.payment_method ? methods.map((one) => ({ ...body, ...one })) : [body];
  const { rich, sibling } = await family();
  const paid = { ...body, paid_amount: '10' };
  const part = (id: unknown, given: object) => installment(String(id), '10', given);
  const debt = await manager.create(pathOf(name), { ...paid, paid_amount: '0', student: sibling });
  return [
    ...methods.map((one) => ({ ...paid, ...one })),
    ...[rich, sibling].map((student) => ({ ...paid, student, ...byCredit })),
    ...[...methods, byCredit].map((one) => part(debt.id, one)),
  ];
}

async function refundsToMake(): Promise<object[]> {
  const back = (related_record: unknown, given: object) => ({
    ...{ resource: 'adult-course', related_record, amount: '20', reason: 'x' },
    ...given,
  });
  const staffEnrolment = await enrol(staff, '100', '50', factory);
  await staff.create(courses, installment(staffEnrolment.id, '30', { payment_method: 'wallet' }));
  const others = await enrol(manager, '100', '50', factory);
  const given = [...methods, byCredit, { forgive: true }];
  return [
    ...given.map((one) => back(staffEnrolment.id, one)),
    ...given.slice(2).map((one) => back(others.id, { ...one, amount: '5' })),
    back((await family()).rich, { resource: 'student' }),
  ];
}

const left = (keep: string, given: object = {}) => ({ left_on: '2026-03-09', keep, reason: 'x', ...given });
const cash = (amount: string) => ({ refund: { amount } });
const wallet = (amount: string) => ({ refund: { amount, payment_method: 'wallet' } });
const withdraw = (id: unknown) => `${courses}${id}/withdraw/`;
const back = (id: unknown) => `${payouts}${id}/return/`;
const given = { quantity: '1', reason: 'x' };
const soldBy = (by: ApiClient, paid = '60') => payable(by, 'book-payout', { price: '60', paid }, factory);

/** Requests of the calls that are no create, change or delete of a record. */
const calls: Readonly<Record<string, () => Promise<readonly (readonly [path: string, body?: object])[]>>> = {
  [`POST ${ENROLMENT}{id}/withdraw/`]: async () => {
    const ofStaff = async (paid: string) => withdraw((await enrol(staff, '100', paid, factory)).id);
    const byWallet = await enrol(staff, '100', '0', factory);
    await staff.create(courses, installment(byWallet.id, '100', { payment_method: 'wallet' }));
    const others = async () => withdraw((await enrol(manager, '100', '50', factory)).id);
    return [
      [await ofStaff('100'), left('95', cash('5'))],
      [await ofStaff('100'), left('95', { credit: '5' })],
      [await ofStaff('100'), left('0', cash('100'))],
      [withdraw(byWallet.id), left('95', wallet('5'))],
      [await others(), left('50')],
      [await others(), left('100')],
    ];
  },
  [`POST ${ENROLMENT}{id}/withdraw/undo/`]: async () => {
    const paths: [string, object][] = [];
    for (const by of [staff, manager]) {
      const { id } = await enrol(by, '100', '100', factory);
      await by.create(withdraw(id), left('95', cash('5')));
      paths.push([`${withdraw(id)}undo/`, {}]);
    }
    return paths;
  },
  [`POST ${ENROLMENT}{id}/transfer/`]: async () => {
    const {
      student: _,
      payment_method: __,
      ...body
    } = factory.enrolment('kids-course', '0', { price: '50', paid_amount: '3' });
    const to = { resource: 'kids-course', body };
    const ids = [await enrol(staff, '100', '100', factory), await enrol(manager, '100', '100', factory)];
    return ids.map(
      ({ id }) => [`${courses}${id}/transfer/`, { withdraw: left('95', cash('2')), to }] as const,
    );
  },
  'POST /book-payout/{id}/return/': async () => [
    [back((await soldBy(staff)).id), { ...given, ...cash('60') }],
    [back((await soldBy(manager)).id), { ...given, ...wallet('60') }],
    [back((await soldBy(manager, '0')).id), given],
  ],
  'POST /book-payout/{id}/return/undo/': async () => {
    const paths: [string, object][] = [];
    for (const by of [staff, manager]) {
      const { id } = await soldBy(by);
      await by.create(back(id), { ...given, ...cash('60') });
      paths.push([`${back(id)}undo/`, {}]);
    }
    return paths;
  },
  'POST /collections/': async () => {
    const { rich, sibling } = await family();
    const papers: (readonly [string, object])[] = [];
    for (const [student, one] of [
      [rich, methods[0]],
      [rich, methods[1]],
      [rich, byCredit],
      [sibling, byCredit],
    ] as const) {
      const debt = await manager.create(
        courses,
        factory.enrolment('adult-course', student, { price: '100', paid_amount: '0' }),
      );
      const line = { resource: 'adult-course', related_record: debt.id, paid_amount: '10' };
      papers.push(['/collections/', { receipt_number: '9', payments: [line], ...one }]);
    }
    return papers;
  },
  'POST /renewals/': async () => {
    const { id } = await enrol(manager, '100', '50', factory);
    return [['/renewals/', { rows: [{ resource: 'adult-course', record: id }] }]];
  },
  'POST /families/': async () => {
    const [one, two] = [await family(), await family()];
    return [true, false].map(
      (together) => ['/families/', { student: one.rich, other: two.rich, together }] as const,
    );
  },
  'POST /receipt-prints/': async () => [
    [PRINTS_PATH, { resource: 'adult-course', record: (await enrol(manager, '100', '50', factory)).id }],
  ],
  'POST /closes/': async () => {
    await enrol(staff, '100', '50', factory);
    return [[CLOSES_PATH, { other: '50' }]];
  },
  'POST /closes/{id}/finish/': async () => [[`${await shortClose()}finish/`, { reason: 'x' }]],
  'POST /closes/{id}/recount/': async () => [[`${await shortClose()}recount/`, { other: '2' }]],
  'POST /month/': async () => {
    await manager.send('POST', '/month/end-undo/', {});
    return [['/month/', { name: 'Next' }]];
  },
  'PATCH /month/{id}/': async () => [[await monthPath(), { name: 'Other' }]],
  'DELETE /month/{id}/': async () => [[await monthPath()]],
};

async function shortClose(): Promise<string> {
  await enrol(staff, '100', '50', factory);
  return `${CLOSES_PATH}${(await staff.create(CLOSES_PATH, { other: '1' })).id}/`;
}

const monthPath = async () => `/month/${(await staff.listAll('/month/'))[0]?.id}/`;

/** Calls of the account and of the device are about neither money nor copies: with any body they change no row of them. */
async function callAll(label: string): Promise<void> {
  const before = await look();
  for (const route of apiRoutes.filter(
    (one) => one.method !== 'GET' && !one.open && labelOf(one) === label,
  )) {
    const nobody = await server.newColleague(manager, 'staff');
    expect((await nobody.send(route.method, route.path.replace('{id}', '1'), {})).status).toBeLessThan(500);
  }
  expect(await look()).toEqual(before);
  table.set(label, new Map());
}

const resourceRows = allResourceNames
  .filter((name) => name === 'adult-course' || !enrolmentKinds.some((kind) => kind === name))
  .map((name) => [name, ofResource(pathOf(name))] as const);

describe('staff', () => {
  it.each(labels.filter((label) => calls[label] || label.startsWith('all of ')))('%s', async (label) => {
    const requests = (await calls[label]?.()) ?? [];
    for (const [path, body] of requests) await attempt(label, path, body);
    if (requests.length === 0) await callAll(label);
  });

  it.each(
    resourceRows.filter(([, list]) => labels.includes(`POST ${list}`)),
  )('create: %s', async (name, list) => {
    for (const body of await createsOf(name)) await attempt(`POST ${list}`, pathOf(name), body);
  });

  it.each(
    resourceRows.filter(([, list]) => labels.includes(`PATCH ${list}{id}/`)),
  )('change: %s', async (name, list) => {
    for (const isInstallment of formsOf(name))
      for (const situation of situationsOf(name, isInstallment)) {
        const path = `${pathOf(name)}${(await situation()).id}/`;
        const label = `PATCH ${list}{id}/`;
        if (!isClosed(resourceOf(name))) await attempt(label, path, changeOf(name));
        const form = formOf(resourceOf(name), { is_installment: isInstallment });
        const changes = isClosed(resourceOf(name)) || name === 'book' ? changesOf(manager, form) : [];
        for (const { field, to } of changes) {
          const { body: before } = await manager.get(path);
          await attempt(label, path, { [field]: await to(before), base: { [field]: before[field] ?? null } });
        }
        if (form.fields.payment_method) await attempt(label, path, { payment_method: 'wallet' });
      }
  });

  it.each(
    resourceRows.filter(([, list]) => labels.includes(`DELETE ${list}{id}/`)),
  )('delete: %s', async (name, list) => {
    for (const isInstallment of formsOf(name))
      for (const situation of situationsOf(name, isInstallment)) {
        const { id } = await situation();
        await attempt(
          `DELETE ${list}{id}/`,
          `${pathOf(name)}${id}/`,
          resourceOf(name).installment && { reason: 'x' },
        );
      }
  });
});

it('the table of docs/security.md is what was seen, and names every write that is open to staff', () => {
  expect([...table.keys()].sort()).toEqual([...labels].sort());
  const cellText = (cells: ReadonlySet<Cell> | undefined) =>
    cells === undefined ? '–' : cells.has('allowed') ? 'yes' : 'manager';
  for (const [label, cells] of table)
    for (const never of ['counted', 'of others', "a sibling's credit"] as const)
      expect([label, never, cellText(cells.get(never))]).not.toContain('yes');
  const lines = labels
    .filter((label) => (table.get(label)?.size ?? 0) > 0)
    .map(
      (label) =>
        `| ${label} | ${effects.map((effect) => cellText(table.get(label)?.get(effect))).join(' | ')} |`,
    );
  const nothing = labels.filter((label) => table.get(label)?.size === 0).join(', ');
  const head = [`| call | ${effects.join(' | ')} |`, `| --- |${effects.map(() => ' --- |').join('')}`];
  const rendered = [...head, ...lines, '', `None of it: ${nothing}.`].join('\n');
  const document = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8');
  const [, stored] = /<!-- rights -->\n(.*?)\n<!-- end -->/s.exec(document) ?? [];
  expect(stored).toBe(rendered);
});
