import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { ScopedTable } from './branch-scope.ts';

/** What the server knows of a resource beside the contract. Field names are columns of their own name (see columns.ts). */
interface Facts {
  readonly table: ScopedTable;
  /** Which rows of a table that several kinds share. */
  readonly kind?: string;
  /** The wire's computed fields over `r`, the row. */
  readonly computed: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The names under which the tally counts its rows (migrations 0003 and 0004). */
  readonly tallied: readonly string[];
  /** What of the tally's columns its columns of money come to; those that it does not know are added up row by row. */
  readonly sums?: Readonly<Record<string, RawBuilder<unknown>>>;
  /** Present where others refer to it: the columns that their `<field>_data` tells, beside its id. */
  readonly summary?: readonly string[];
  /**
   * Present where its rows belong to a month (decision 18): the columns that are final once that month has ended (decisions 20 and 37),
   * and whether a month with such rows is kept from being deleted (decision 35).
   */
  readonly ofMonth?: { readonly final: readonly string[]; readonly holdsMonth: boolean };
}

export interface TableMapping extends Facts {
  readonly resource: Resource;
}

const created_at = sql`r.created_at`;

const [price, paid_amount] = [sql`price`, sql`paid`];
const paidAtOnce = { price, paid_amount, remaining_amount: sql`price - paid` };
const amount = { amount: price };

function enrolment(kind: ResourceName): Facts {
  return {
    table: 'enrolment',
    kind,
    computed: {
      remaining_amount: sql`r.remaining`,
      is_installment: sql`(r.related_id is not null)`,
      related_record: sql`r.related_id`,
      created_at,
    },
    tallied: [kind, installmentsOf(kind)],
    sums: { price, paid_amount, remaining_amount: sql`debt` },
    ofMonth: { final: ['paid_amount'], holdsMonth: true },
  };
}

/** The tally's name for the installments of an enrolment kind. */
function installmentsOf(kind: string): string {
  return `${kind}/installment`;
}

/** What the copies that were handed out earned: the average cost is rounded once, at the end, half up (decisions 14 and 36). */
const profit = sql`(r.payouts_price
  - coalesce(round(r.paid_out::numeric * r.orders_cost / nullif(r.ordered, 0)), 0)::bigint)`;

const facts: Readonly<Record<ResourceName, Facts>> = {
  student: {
    table: 'student',
    computed: { code: sql`r.code`, created_at },
    tallied: ['student'],
    summary: ['name', 'code', 'phone'],
  },
  book: {
    table: 'book',
    computed: { quantity: sql`(r.ordered - r.paid_out)`, profit, created_at },
    tallied: ['book'],
    summary: ['name'],
  },
  'book-order': {
    table: 'book_order',
    computed: { remaining_amount: sql`r.remaining`, created_at },
    tallied: ['book-order'],
    sums: paidAtOnce,
    ofMonth: { final: ['quantity', 'price', 'paid_amount'], holdsMonth: true },
  },
  'book-payout': {
    table: 'book_payout',
    computed: { price: sql`r.price`, remaining_amount: sql`r.remaining`, created_at },
    tallied: ['book-payout'],
    sums: paidAtOnce,
    ofMonth: { final: ['quantity', 'paid_amount'], holdsMonth: true },
  },
  employee: {
    table: 'employee',
    computed: { created_at },
    tallied: ['employee'],
    summary: ['name', 'phone'],
  },
  salary: {
    table: 'salary',
    computed: {
      amount: sql`r.amount`,
      base_salary: sql`r.base_salary`,
      deducted: sql`r.deducted`,
      created_at,
    },
    tallied: ['salary'],
    sums: amount,
    ofMonth: { final: ['amount', 'deducted'], holdsMonth: true },
  },
  deduction: {
    table: 'deduction',
    computed: { settled_by: sql`r.settled_by_id`, created_at },
    tallied: ['deduction'],
    sums: amount,
    ofMonth: { final: [], holdsMonth: false },
  },
  expense: {
    table: 'expense',
    computed: { created_by: sql`r.created_by_name`, created_at },
    tallied: ['expense'],
    sums: amount,
    ofMonth: { final: ['amount'], holdsMonth: true },
  },
  'adult-course': enrolment('adult-course'),
  'kids-course': enrolment('kids-course'),
  'home-schooling': enrolment('home-schooling'),
  'summer-course': enrolment('summer-course'),
  nursery: enrolment('nursery'),
  bus: enrolment('bus'),
};

/** Where a resource is stored. */
export function tableOf(name: ResourceName): TableMapping {
  return { ...facts[name], resource: resourceOf(name) };
}

/** Every resource's table. */
export const tables: readonly TableMapping[] = resourceNames.map(tableOf);

/** The tables whose rows belong to a month, each once. */
export const tablesOfMonths = [...new Set(tables.filter((one) => one.ofMonth).map((one) => one.table))];
