import { z } from 'zod';
import type { FieldProblem } from './errors.ts';
import { type Field, type FieldMap, readId } from './fields.ts';
import { memoizeBy } from './memoize-by.ts';
import { joinParts, withTexts } from './messages.ts';
import type { FigureName } from './month.ts';
import type { Guard } from './permissions.ts';
import type { ResourceName } from './resource-names.ts';
import { type ResourceTexts, resourceTexts } from './texts/resources.en.ts';

export type Draft = Readonly<Record<string, unknown>>;

/**
 * It must ignore missing and invalid fields, which report themselves.
 * @param before of a change: the stored record
 */
export type Rule = (draft: Draft, before?: Draft) => FieldProblem | undefined;

export interface FormDefinition<F extends FieldMap = FieldMap> {
  /** Capitalised: "Student", "Installment". */
  readonly singular: string;
  readonly fields: F;
  readonly rules: readonly Rule[];
}

/** Later payments towards an enrolment or a book payout (decisions 12 and 42). */
export interface InstallmentForm extends FormDefinition {
  /** Declared by a server that takes them; absent if every server does. */
  readonly capability?: 'payout_installments';
}

export interface Screens {
  readonly list: `/${string}`;
  readonly add: string;
  readonly edit: string;
  readonly page?: true;
}

interface CashRule {
  readonly field: string;
  readonly figure: FigureName;
  /** The balance counts in it, if it is a separate figure. */
  readonly debts?: FigureName;
  /** Lowering it makes a student owe less: the price, or the copies of a payout (decision 140). */
  readonly owed?: string;
  /** `owed` is the list price less the amount, which makes a student owe less when it is raised (decision 132). */
  readonly discount?: { readonly amount: string };
  /** It can be paid by the credit of a student, or paid back as credit. */
  readonly byCredit?: true;
}

interface CountRule {
  readonly reference: string;
  readonly into: string;
  readonly by: string;
  readonly sign: 1n | -1n;
}

export interface SettlementRule {
  readonly kind: ResourceName;
  readonly reference: string;
  /** Holds the id of the settling record; from then on the settled record is final (decision 35). */
  readonly mark: string;
}

export interface Resource extends FormDefinition, ResourceTexts {
  readonly name: ResourceName;
  /** With both slashes (specification, section 7). */
  readonly path: `/${string}/`;
  readonly screens: Screens;
  readonly computed: FieldMap;
  /** Own or computed fields, in the order of the list. */
  readonly columns: readonly string[];
  /** `student_data.name` reads a referenced record. */
  readonly search: readonly string[];
  readonly titleOf: (row: Draft) => string;
  readonly summaryFields?: readonly string[];
  readonly quickCreate?: true;
  /** Same name or phone number, while a record is added (decision 106). */
  readonly namesDuplicates?: true;
  readonly cash?: CashRule;
  readonly counts?: CountRule;
  /** Without cash: only who recorded it changes or deletes it, on its day (decision 140). */
  readonly closed?: true;
  /** The field of cash that is neither income nor spent, but counted by a drawer close. */
  readonly movesCash?: string;
  /** A record with a value in this field is changed by what it names alone, as a close changes what it handed over. */
  readonly changedWith?: string;
  readonly settles?: readonly SettlementRule[];
  readonly creditField?: string;
  /** It pays money back for the record that its `resource` and `related_record` name (decision 131). */
  readonly givesBack?: { readonly amount: string; readonly forgives: string };
  readonly installment?: InstallmentForm;
  readonly notedIn?: 'reminders' | 'promises';
  /** If they are not those of all records (decision 46). */
  readonly guard?: Guard;
  /** The capability that a server declares if it has such records; absent where every server does (decision 31). */
  readonly capability?: Field['capability'];
}

type Declared<N extends ResourceName, F extends FieldMap, C extends FieldMap> = Resource & {
  readonly name: N;
  readonly fields: F;
  readonly computed: C;
};

type WriteShape<F extends FieldMap> = { [K in keyof F]: F[K]['write'] };
type ReadShape<F extends FieldMap> = { [K in keyof F]: F[K]['read'] };
type References<F extends FieldMap> = {
  [K in keyof F]: F[K]['kind'] extends 'reference' ? K : never;
}[keyof F] &
  string;
type ReferenceShape<F extends FieldMap> = { [K in References<F> as `${K}_data`]: typeof referenceData };

type Displayed<F extends FieldMap> = {
  [K in keyof F]: F[K] extends { withLabel: true } ? K : never;
}[keyof F] &
  string;
type DisplayShape<F extends FieldMap> = { [K in Displayed<F> as `${K}_display`]: typeof display };

const display = z.string().optional();

/** Grows with each change of the record (decision 41). Other servers may omit it. */
const version = z.number().int().optional().catch(undefined);

/** The branch's day that the record counts on (decision 173). Other servers may omit it. */
const storedDay = z.string().optional().catch(undefined);

/** Of a money record (decision 18); null before the next month starts. Other servers may omit it. */
const ofMonth = readId.nullish();

/** The user who recorded money (decision 46). Other servers may omit it. */
const recordedBy = readId.nullish();

export const referenceData = z
  .object({
    id: readId.optional(),
    name: z.string(),
    code: z.string().nullish(),
    phone: z.string().nullish(),
  })
  .nullish();

export function defineResource<N extends ResourceName, F extends FieldMap, C extends FieldMap>(
  facts: Omit<Declared<N, F, C>, 'rules' | 'columns' | keyof ResourceTexts> & {
    readonly name: N;
    readonly fields: F;
    readonly computed: C;
    readonly columns: readonly Extract<keyof F | keyof C, string>[];
    readonly rules?: readonly Rule[];
  },
): Declared<N, F, C> {
  const resource = withTexts({ rules: [], ...facts }, () => resourceTexts[facts.name]);
  return resource as unknown as Declared<N, F, C>;
}

export function nameOf(resource: Resource, record: Draft): { readonly kind: string; readonly title: string } {
  const { commonName, plural } = resource;
  const form = formOf(resource, record);
  const title = resource.titleOf(record);
  return commonName && form === resource
    ? { kind: commonName, title: joinParts([plural, title]) }
    : { kind: form.singular, title };
}

type Row<R extends Resource> = z.output<
  z.ZodObject<
    { id: typeof readId; version: typeof version; day: typeof storedDay } & ReadShape<R['fields']> &
      ReadShape<R['computed']> &
      ReferenceShape<R['fields']> &
      DisplayShape<R['fields']>
  >
>;

function shapeOf(fields: FieldMap, side: 'write' | 'read'): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[side]]));
}

const bodies = memoizeBy((form: FormDefinition) => z.object(shapeOf(form.fields, 'write')));

/** Without cross-field rules; unknown and read-only fields are stripped (decision 6). */
export function bodyShape<F extends FieldMap>(form: FormDefinition<F>): z.ZodObject<WriteShape<F>> {
  return bodies(form) as unknown as z.ZodObject<WriteShape<F>>;
}

const withRules = (form: FormDefinition, before?: Draft) =>
  bodies(form).superRefine((draft, context) => {
    for (const { field, message } of violatedRules(form, draft, before)) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

const wholeBodies = memoizeBy((form: FormDefinition) => withRules(form));

type WholeBody<F extends FieldMap> = z.ZodType<z.output<z.ZodObject<WriteShape<F>>>, Draft>;

/** With cross-field rules, for forms and POST routes. */
export function createBody<F extends FieldMap>(form: FormDefinition<F>): WholeBody<F> {
  return wholeBodies(form) as unknown as WholeBody<F>;
}

/** All fields of a stored record, as a form sends them, with cross-field rules. */
export function changeBody<F extends FieldMap>(form: FormDefinition<F>, before: Draft): WholeBody<F> {
  return withRules(form, before) as unknown as WholeBody<F>;
}

const partialBodies = memoizeBy((form: FormDefinition) => bodies(form).partial());

/** Absent fields are kept (decision 33). Rules apply to the merged record. */
export function patchBody<F extends FieldMap>(form: FormDefinition<F>) {
  return partialBodies(form) as unknown as ReturnType<z.ZodObject<WriteShape<F>>['partial']>;
}

export function violatedRules(form: FormDefinition, draft: Draft, before?: Draft): FieldProblem[] {
  return form.rules.flatMap((rule) => rule(draft, before) ?? []);
}

const rows = memoizeBy((resource: Resource) => {
  const beside = Object.entries(resource.fields).flatMap(([name, field]: [string, Field]) => [
    ...(field.kind === 'reference' ? [[`${name}_data`, referenceData] as const] : []),
    ...(field.withLabel ? [[displayOf(name), display] as const] : []),
  ]);
  return z.object({
    id: readId,
    version,
    day: storedDay,
    ...shapeOf(resource.fields, 'read'),
    ...shapeOf(resource.computed, 'read'),
    ...(resource.cash && { month: ofMonth }),
    ...((resource.cash ?? resource.closed) && { recorded_by: recordedBy }),
    ...Object.fromEntries(beside),
  });
});

/** Unknown fields are stripped (decision 6). */
export function rowShape<R extends Resource>(resource: R): z.ZodType<Row<R>> {
  return rows(resource) as unknown as z.ZodType<Row<R>>;
}

export function displayOf(name: string): string {
  return `${name}_display`;
}

export function fieldOf(resource: Resource, name: string): Field | undefined {
  return resource.fields[name] ?? resource.computed[name];
}

export function formOf(resource: Resource, record: Draft): FormDefinition {
  return record.is_installment === true && resource.installment ? resource.installment : resource;
}

interface Debt extends NonNullable<Field['balance']> {
  readonly left: string;
}

export function debtOf(resource: Resource): Debt | undefined {
  for (const [remaining, { balance }] of Object.entries(resource.computed))
    if (balance) return { left: remaining, ...balance };
  return undefined;
}
