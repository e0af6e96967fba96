import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchNameAt } from './branch-name.ts';
import type { BranchScope } from './branch-scope.ts';
import { type ResourceTable, tableNameOf } from './table-names.ts';

interface TableDefinition {
  readonly kind?: string;
  /** SQL expressions over row `r`, for fields that are not the column of the same name (see columns.ts). */
  readonly computed?: Readonly<Record<string, RawBuilder<unknown>>>;
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
    readonly oncePer?: string;
  };
}

export interface TableMapping extends TableDefinition {
  readonly computed: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly table: ResourceTable;
  readonly resource: Resource;
}

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
      kept: sql`case when r.left_on is not null then r.price - r.forgiven end`,
      ...installmentLinks,
      import: sql`r.import_id`,
      ends_on: sql`r.runs_until`,
      renews: sql`r.renews`,
    },
    monthRule: { finalColumns: ['paid_amount'], blocksDelete: true },
  };
}

const attached: TableDefinition = {
  computed: { created_by: sql`r.created_by_name` },
  isAttached: true,
};

const settledBySalary: TableDefinition = {
  computed: { settled_by: sql`r.settled_by_id` },
  monthRule: { finalColumns: [], blocksDelete: false },
};

/** At the average cost, rounded once, at the end, half up (decisions 14 and 36). */
const costOf = (copies: RawBuilder<unknown>) =>
  sql`coalesce(round(${copies}::numeric * r.orders_cost / nullif(r.ordered, 0)), 0)::bigint`;

/** Of all payouts, less the copies that counts of the stock missed (decision 131). */
const profit = sql`(r.payouts_price - ${costOf(sql`(r.paid_out - r.corrected)`)})`;

const definitions: Readonly<Partial<Record<ResourceName, TableDefinition>>> = {
  student: { summary: ['name', 'code', 'phone'] },
  book: {
    computed: {
      quantity: sql`(r.ordered + r.corrected - r.paid_out)`,
      corrected_cost: costOf(sql`r.corrected`),
      profit,
    },
    summary: ['name'],
  },
  'book-order': {
    computed: { remaining_amount: sql`r.remaining` },
    monthRule: { finalColumns: ['quantity', 'price', 'paid_amount'], blocksDelete: true },
  },
  'book-payout': {
    computed: {
      // An installment hands out no copies.
      quantity: sql`coalesce(r.quantity, 0)`,
      ...goneBack,
      ...installmentLinks,
    },
    monthRule: { finalColumns: ['quantity', 'paid_amount'], blocksDelete: true },
  },
  employee: { summary: ['name', 'phone'] },
  salary: {
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
    computed: { created_by: sql`r.created_by_name` },
    monthRule: { finalColumns: ['amount'], blocksDelete: true },
  },
  refund: {
    computed: {
      // A student who was merged stands for the one who stays.
      related_record: sql`case when r.resource = 'student' then r.student_id else r.related_record end`,
      payable: sql`coalesce(r.enrolment_id, r.book_payout_id)`,
      withdrawal: sql`r.withdrawal_id`,
      book_return: sql`r.book_return_id`,
      branch_name: sql`recorded.branch_name`,
    },
    joins: (scope) =>
      sql`cross join lateral (select ${branchNameAt(scope, sql`r.created_at`)} as branch_name) as recorded`,
    monthRule: { finalColumns: ['amount'], blocksDelete: true },
  },
  'stock-count': {
    computed: { created_by: sql`r.created_by_name` },
  },
  'cash-move': {
    computed: {
      drawer_name: sql`person_name(r.branch_id, r.drawer)`,
      // Null where there was nobody to confirm it: no filter finds it as open.
      confirmed: sql`(case when not r.no_second_person then r.received is not distinct from r.amount end)`,
      close: sql`r.close_id`,
      received_by: sql`person_name(r.branch_id, r.received_by)`,
      created_by: sql`r.created_by_name`,
    },
  },
  reminder: attached,
  promise: attached,
  plan: attached,
};

const mappings: ReadonlyMap<ResourceName, TableMapping> = new Map(
  allResourceNames.map((name) => {
    const table = tableNameOf(name);
    const definition = table === 'enrolment' ? enrolment(name) : definitions[name];
    return [name, { computed: {}, ...definition, table, resource: resourceOf(name) }];
  }),
);

export function tableOf(name: ResourceName): TableMapping {
  const mapping = mappings.get(name);
  if (!mapping) throw new Error(`${name} has no table`);
  return mapping;
}

export const refundColumnOf = ({ kind }: TableMapping) =>
  kind === undefined ? 'book_payout_id' : 'enrolment_id';

export const tables: readonly TableMapping[] = [...mappings.values()];

const tablesOfMonths = [...new Set(tables.filter((one) => one.monthRule).map((one) => one.table))];

/** One mapping for each of them: the kinds of a table share what it says of months and cash. */
export const mappingsOfMonths = tablesOfMonths.flatMap(
  (table) => tables.find((one) => one.table === table) ?? [],
);
