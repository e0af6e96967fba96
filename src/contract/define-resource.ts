import { z } from 'zod';
import type { FieldProblem } from './errors.ts';
import { type Field, type FieldMap, readId } from './fields.ts';
import { memoizeBy } from './memoize-by.ts';
import type { FigureName } from './month.ts';
import type { ResourceName } from './resource-names.ts';

/** Values of a form or a body before they are known to be whole. */
export type Draft = Readonly<Record<string, unknown>>;

/** A check across fields. It must stay silent about fields that are missing or wrong in themselves. */
export type Rule = (draft: Draft) => FieldProblem | undefined;

/** What one kind of form writes: a resource itself, or the installment of an enrolment kind. */
export interface FormFacts<F extends FieldMap = FieldMap> {
  /** The thing in a person's words, capitalised: "Student", "Installment". */
  readonly singular: string;
  readonly fields: F;
  readonly rules: readonly Rule[];
}

/** Where a resource's screens stand (specification, section 2, route table). */
export interface Screens {
  readonly list: `/${string}`;
  readonly add: string;
  readonly edit: string;
  /** A record has a page of its own, at its id under the list. */
  readonly page?: true;
}

/** How a resource's money counts in a month's figures (decision 21). */
export interface CashFacts {
  readonly field: string;
  readonly figure: FigureName;
  /** The part of the month's debts that what is owed on it counts to, where it has one of its own. */
  readonly debts?: FigureName;
}

/** A number of the record it refers to that a record adds to or takes from: the copies in stock (decision 14). */
export interface CountFacts {
  /** The field that names the other record. */
  readonly reference: string;
  /** The other record's number. */
  readonly into: string;
  /** By how much it changes. */
  readonly by: string;
  readonly sign: 1n | -1n;
}

/** Open records of another kind that a record settles: the deductions that a salary takes off (decision 15). */
export interface SettlingFacts {
  readonly kind: ResourceName;
  /** The field in which both name the same third record. */
  readonly reference: string;
  /** The settled record's field that then holds the id of the one that settled it; from then on it is final (decision 35). */
  readonly mark: string;
}

/** The facts of a resource. Everything the product does with it follows from these. */
export interface Resource extends FormFacts {
  readonly name: ResourceName;
  /** Path on the API host, with both slashes (specification, section 7). */
  readonly path: `/${string}/`;
  readonly plural: string;
  /** The list's title, where it is not `many`. */
  readonly title?: string;
  /** One line under the title that says what the list is for. */
  readonly description: string;
  /** The word of the add button: "Add Student", "Create Course". */
  readonly addVerb: 'Add' | 'Create';
  /** The add button's words, where they are not `addVerb` with `one`. */
  readonly addLabel?: string;
  /** The form's titles, where they are not `addVerb` or Edit with `one`. */
  readonly formTitles?: { readonly add: string; readonly edit: string };
  readonly screens: Screens;
  /** Fields that only the server writes. */
  readonly computed: FieldMap;
  /** Names of fields, written or computed, in the order of the list. */
  readonly columns: readonly string[];
  /** Fields (`student_data.name` reaches into a reference) that the list's search looks into. */
  readonly search: readonly string[];
  /** The name of one record among its kind, for buttons and dialogs. */
  readonly titleOf: (row: Draft) => string;
  /** What a picker tells of a record beside its name. */
  readonly summaryFields?: readonly string[];
  /** Its form also opens as a dialog from the pickers that look for it (specification, section 2). */
  readonly quickCreate?: true;
  readonly cash?: CashFacts;
  readonly counts?: CountFacts;
  readonly settles?: SettlingFacts;
  /** Present where the kind takes installments (decision 12). */
  readonly installment?: FormFacts;
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

/** The id of the month a money record belongs to (decision 18); null while it waits for the next one. Other hosts may not tell. */
const ofMonth = readId.nullish();

/** What an answer tells of a record that another one refers to. */
export const referenceData = z
  .object({
    id: readId.optional(),
    name: z.string(),
    code: z.string().nullish(),
    phone: z.string().nullish(),
  })
  .nullish();

/** Declares a resource; it adds nothing, it only holds the facts to their types. */
export function defineResource<N extends ResourceName, F extends FieldMap, C extends FieldMap>(
  facts: Omit<Declared<N, F, C>, 'rules' | 'columns'> & {
    readonly name: N;
    readonly fields: F;
    readonly computed: C;
    readonly columns: readonly Extract<keyof F | keyof C, string>[];
    readonly rules?: readonly Rule[];
  },
): Declared<N, F, C> {
  return { ...facts, rules: facts.rules ?? [] };
}

/** A parsed record as the server answers it. */
export type Row<R extends Resource> = z.output<
  z.ZodObject<
    { id: typeof readId } & ReadShape<R['fields']> &
      ReadShape<R['computed']> &
      ReferenceShape<R['fields']> &
      DisplayShape<R['fields']>
  >
>;

function shapeOf(fields: FieldMap, side: 'write' | 'read'): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[side]]));
}

const bodies = memoizeBy((form: FormFacts) => z.object(shapeOf(form.fields, 'write')));

/** The fields' own checks alone: unknown and read-only fields fall away (decision 6). */
export function bodyShape<F extends FieldMap>(form: FormFacts<F>): z.ZodObject<WriteShape<F>> {
  return bodies(form) as unknown as z.ZodObject<WriteShape<F>>;
}

const wholeBodies = memoizeBy((form: FormFacts) =>
  bodies(form).superRefine((draft, context) => {
    for (const { field, message } of brokenRules(form, draft)) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  }),
);

/** A whole body with its cross-field rules, as forms and POST routes check it. */
export function createBody<F extends FieldMap>(
  form: FormFacts<F>,
): z.ZodType<z.output<z.ZodObject<WriteShape<F>>>, Draft> {
  return wholeBodies(form) as unknown as z.ZodType<z.output<z.ZodObject<WriteShape<F>>>, Draft>;
}

const partialBodies = memoizeBy((form: FormFacts) => bodies(form).partial());

/** A partial body: PATCH keeps every field that is absent (decision 33). Rules are for the merged record. */
export function patchBody<F extends FieldMap>(form: FormFacts<F>) {
  return partialBodies(form) as unknown as ReturnType<z.ZodObject<WriteShape<F>>['partial']>;
}

/** Which cross-field rules a draft breaks. */
export function brokenRules(form: FormFacts, draft: Draft): FieldProblem[] {
  return form.rules.flatMap((rule) => rule(draft) ?? []);
}

const rows = memoizeBy((resource: Resource) => {
  const beside = Object.entries(resource.fields).flatMap(([name, field]: [string, Field]) => [
    ...(field.kind === 'reference' ? [[`${name}_data`, referenceData] as const] : []),
    ...(field.withLabel ? [[displayOf(name), display] as const] : []),
  ]);
  return z.object({
    id: readId,
    ...shapeOf(resource.fields, 'read'),
    ...shapeOf(resource.computed, 'read'),
    ...(resource.cash && { month: ofMonth }),
    ...Object.fromEntries(beside),
  });
});

/** Parses a record as a server answers it; unknown fields fall away (decision 6). */
export function rowShape<R extends Resource>(resource: R): z.ZodType<Row<R>> {
  return rows(resource) as unknown as z.ZodType<Row<R>>;
}

/** The name under which an answer tells the label of a choice. */
export function displayOf(name: string): string {
  return `${name}_display`;
}

/** The field behind a name, whether people or the server write it. */
export function fieldOf(resource: Resource, name: string): Field | undefined {
  return resource.fields[name] ?? resource.computed[name];
}

/** Which form writes this record: an installment has its own (decision 12). */
export function formOf(resource: Resource, record: Draft): FormFacts {
  return record.is_installment === true && resource.installment ? resource.installment : resource;
}
