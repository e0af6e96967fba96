import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchNameAt } from './branch-name.ts';
import type { BranchScope } from './branch-scope.ts';
import { type ResourceTable, tableNameOf } from './table-names.ts';

/** Fields are columns of the same name (see columns.ts). */
interface TableDefinition {
  readonly kind?: string;
  /** SQL expressions over row `r`, for fields that are not simply their column. */
  readonly computed: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Joins that they need. */
  readonly joins?: (scope: BranchScope) => RawBuilder<unknown>;
  /** Columns, beside its id, shown in `<field>_data` of records that refer to it. */
  readonly summary?: readonly string[];
  /** Its rows are deleted with the student that they are about, and never prevent that (decision 108). */
  readonly isAttached?: true;
  /**
   * Present if its rows belong to a month (decision 18). `finalColumns` cannot change once the month has ended
   * (decisions 20 and 37); `blocksDelete` tells whether its rows prevent the delete of their month (decision 35).
   */
  readonly monthRule?: {
    readonly finalColumns: readonly string[];
    readonly blocksDelete: boolean;
    /** A month has one record for each value of this column. */
    readonly oncePer?: string;
  };
}

export interface TableMapping extends TableDefinition {
  readonly table: ResourceTable;
  readonly resource: Resource;
}

const created_at = sql`r.created_at`;

/** An installment has none of them (decision 131). */
const goneBack = {
  refunded: sql`case when r.related_id is null then r.refunded end`,
  forgiven: sql`case when r.related_id is null then r.forgiven end`,
};

const installmentLinks = {
  remaining_amount: sql`r.remaining`,
  is_installment: sql`(r.related_id is not null)`,
  related_record: sql`r.related_id`,
  collection: sql`r.collection_id`,
};

function enrolment(kind: ResourceName): TableDefinition {
  return {
    kind,
    computed: {
      ...goneBack,
      left_on: sql`r.left_on`,
      kept: sql`case when r.left_on is not null then r.price - r.forgiven end`,
      ...installmentLinks,
      import: sql`r.import_id`,
      ends_on: sql`r.runs_until`,
      renews: sql`r.renews`,
      created_at,
    },
    monthRule: { finalColumns: ['paid_amount'], blocksDelete: true },
  };
}

const attached: TableDefinition = {
  computed: { created_by: sql`r.created_by_name`, created_at },
  isAttached: true,
};

const plain: TableDefinition = { computed: { created_at } };

const settledBySalary: TableDefinition = {
  computed: { settled_by: sql`r.settled_by_id`, created_at },
  monthRule: { finalColumns: [], blocksDelete: false },
};

/** At the average cost, rounded once, at the end, half up (decisions 14 and 36). */
const costOf = (copies: RawBuilder<unknown>) =>
  sql`coalesce(round(${copies}::numeric * r.orders_cost / nullif(r.ordered, 0)), 0)::bigint`;

/** Of all payouts, less the copies that counts of the stock missed (decision 131). */
const profit = sql`(r.payouts_price - ${costOf(sql`(r.paid_out - r.corrected)`)})`;

/** Beyond the fields of its resource and the time of its creation. */
const definitions: Readonly<Partial<Record<ResourceName, TableDefinition>>> = {
  student: {
    computed: { code: sql`r.code`, credit: sql`r.credit`, created_at },
    summary: ['name', 'code', 'phone'],
  },
  book: {
    computed: {
      quantity: sql`(r.ordered + r.corrected - r.paid_out)`,
      corrected: sql`r.corrected`,
      corrected_cost: costOf(sql`r.corrected`),
      profit,
      created_at,
    },
    summary: ['name'],
  },
  'book-order': {
    computed: { remaining_amount: sql`r.remaining`, created_at },
    monthRule: { finalColumns: ['quantity', 'price', 'paid_amount'], blocksDelete: true },
  },
  'book-payout': {
    computed: {
      // An installment hands out no copies.
      quantity: sql`coalesce(r.quantity, 0)`,
      price: sql`r.price`,
      ...goneBack,
      returned: sql`r.returned`,
      receipt_number: sql`r.receipt_number`,
      ...installmentLinks,
      created_at,
    },
    monthRule: { finalColumns: ['quantity', 'paid_amount'], blocksDelete: true },
  },
  employee: {
    computed: { created_at },
    summary: ['name', 'phone'],
  },
  salary: {
    computed: {
      base_salary: sql`r.base_salary`,
      bonus: sql`r.bonus`,
      deducted: sql`r.deducted`,
      advanced: sql`r.advanced`,
      paid_before: sql`r.paid_before`,
      part: sql`r.part`,
      created_at,
    },
    monthRule: {
      finalColumns: ['amount', 'deducted', 'advanced'],
      blocksDelete: true,
      oncePer: 'employee_id',
    },
  },
  deduction: settledBySalary,
  advance: { ...settledBySalary, monthRule: { finalColumns: ['amount'], blocksDelete: true } },
  bonus: settledBySalary,
  expense: {
    computed: { created_by: sql`r.created_by_name`, created_at },
    monthRule: { finalColumns: ['amount'], blocksDelete: true },
  },
  refund: {
    computed: {
      // A student who was merged stands for the one who stays.
      related_record: sql`case when r.resource = 'student' then r.student_id else r.related_record end`,
      payable: sql`coalesce(r.enrolment_id, r.book_payout_id)`,
      related_title: sql`r.related_title`,
      withdrawal: sql`r.withdrawal_id`,
      book_return: sql`r.book_return_id`,
      created_at,
      branch_name: sql`recorded.branch_name`,
    },
    joins: (scope) =>
      sql`cross join lateral (select ${branchNameAt(scope, created_at)} as branch_name) as recorded`,
    monthRule: { finalColumns: ['amount'], blocksDelete: true },
  },
  'stock-count': {
    computed: { difference: sql`r.difference`, created_by: sql`r.created_by_name`, created_at },
  },
  'cash-move': {
    computed: {
      drawer_name: sql`person_name(r.branch_id, r.drawer)`,
      // Null where there was nobody to confirm it: no filter finds it as open.
      confirmed: sql`(case when not r.no_second_person then r.received is not distinct from r.amount end)`,
      no_second_person: sql`r.no_second_person`,
      close: sql`r.close_id`,
      received_by: sql`person_name(r.branch_id, r.received_by)`,
      received_at: sql`r.received_at`,
      created_by: sql`r.created_by_name`,
      created_at,
    },
  },
  reminder: attached,
  promise: attached,
  plan: attached,
  'adult-course': enrolment('adult-course'),
  'kids-course': enrolment('kids-course'),
  'home-schooling': enrolment('home-schooling'),
  'summer-course': enrolment('summer-course'),
  nursery: enrolment('nursery'),
  bus: enrolment('bus'),
};

const mappings: ReadonlyMap<ResourceName, TableMapping> = new Map(
  allResourceNames.map((name) => [
    name,
    { ...(definitions[name] ?? plain), table: tableNameOf(name), resource: resourceOf(name) },
  ]),
);

export function tableOf(name: ResourceName): TableMapping {
  const mapping = mappings.get(name);
  if (!mapping) throw new Error(`${name} has no table`);
  return mapping;
}

/** Of a refund that names the payable. */
export const refundColumnOf = ({ kind }: TableMapping) =>
  kind === undefined ? 'book_payout_id' : 'enrolment_id';

export const tables: readonly TableMapping[] = [...mappings.values()];

const tablesOfMonths = [...new Set(tables.filter((one) => one.monthRule).map((one) => one.table))];

/** One mapping for each of them: the kinds of a table share what it says of months and cash. */
export const mappingsOfMonths = tablesOfMonths.flatMap(
  (table) => tables.find((one) => one.table === table) ?? [],
);
