import { type RawBuilder, sql } from 'kysely';
import type { Resource } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';

/** What the server knows of a resource beside the contract. Field names are columns of their own name (see columns.ts). */
interface Facts {
  readonly table: 'student' | 'enrolment';
  /** Which rows of a table that several kinds share. */
  readonly kind?: string;
  /** The wire's computed fields over `r`, the row. */
  readonly computed: Readonly<Record<string, RawBuilder<unknown>>>;
  /** The names under which the tally counts its rows (migration 0003). */
  readonly tallied: readonly string[];
  /** The columns that another record's `<field>_data` tells of this one, beside its id. */
  readonly summary: readonly string[];
  /** Its rows belong to a month (decision 18). */
  readonly ofMonth: boolean;
  /** How its rows are written: see repositories.ts. */
  readonly writing: 'numbered' | 'enrolment';
}

export interface TableFacts extends Facts {
  readonly resource: Resource;
}

const student: Facts = {
  table: 'student',
  computed: { code: sql`r.code`, created_at: sql`r.created_at` },
  tallied: ['student'],
  summary: ['name', 'code', 'phone'],
  ofMonth: false,
  writing: 'numbered',
};

function enrolment(kind: ResourceName): Facts {
  return {
    table: 'enrolment',
    kind,
    computed: {
      remaining_amount: sql`r.remaining`,
      is_installment: sql`(r.related_id is not null)`,
      related_record: sql`r.related_id`,
      created_at: sql`r.created_at`,
    },
    tallied: [kind, installmentsOf(kind)],
    summary: [],
    ofMonth: true,
    writing: 'enrolment',
  };
}

/** The tally's name for the installments of an enrolment kind. */
function installmentsOf(kind: string): string {
  return `${kind}/installment`;
}

const facts: Readonly<Record<ResourceName, Facts>> = {
  student,
  'adult-course': enrolment('adult-course'),
};

/** Where a resource is stored. */
export function tableOf(name: ResourceName): TableFacts {
  return { ...facts[name], resource: resourceOf(name) };
}

/** Every resource's table. */
export const tables: readonly TableFacts[] = resourceNames.map(tableOf);

/** The tables whose rows belong to a month, each once. */
export const tablesOfMonths = [...new Set(tables.filter((one) => one.ofMonth).map((one) => one.table))];
