import { describe, expect, it } from 'vitest';
import {
  bodyShape,
  createBody,
  type FormDefinition,
  fieldOf,
  formOf,
  patchBody,
  type Resource,
  rowShape,
  violatedRules,
} from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { figures } from '#contract/month.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';

const all: Resource[] = resourceNames.map(resourceOf);
const forms: FormDefinition[] = all.flatMap((one) => [one, ...(one.installment ? [one.installment] : [])]);

function goodValue(field: Field): unknown {
  const values: Partial<Record<Field['kind'], unknown>> = {
    money: '12.50',
    quantity: '5',
    choice: field.choices?.at(0)?.value,
    reference: '7',
    date: '2026-11-30',
    timestamp: '2026-11-30T10:00:00.000Z',
    flag: false,
    phone: '0100 123 4567',
    method: 'cash',
    listed: 'rent',
    photo: 'data:image/jpeg;base64,/9j/4AAQ',
  };
  return field.link ? '7' : (values[field.kind] ?? `some ${field.label}`);
}

/** A list price, a discount and its reason belong together: without a discount each can be left out. */
const noDiscount = { discount: '0.00', discount_reason: null };

const goodBody = (form: FormDefinition) =>
  Object.fromEntries(
    Object.entries(form.fields).map(([name, field]) => [
      name,
      Object.hasOwn(noDiscount, name) ? Reflect.get(noDiscount, name) : goodValue(field),
    ]),
  );

const answeredRow = (resource: Resource) => ({
  id: '1',
  ...goodBody(resource),
  ...Object.fromEntries(Object.entries(resource.computed).map(([name, field]) => [name, goodValue(field)])),
});

describe.each(all)('$name', (resource) => {
  it('has columns that are fields', () => {
    expect(resource.columns.length).toBeGreaterThan(0);
    for (const column of resource.columns) expect(fieldOf(resource, column), column).toBeDefined();
    expect(new Set(resource.columns).size).toBe(resource.columns.length);
  });

  it('never has a field that is both written and computed', () => {
    const both = Object.keys(resource.fields).filter((name) => name in resource.computed);
    expect(both).toEqual([]);
  });

  it('searches in its own fields or in those of a referenced record', () => {
    for (const path of resource.search) {
      const [name = '', inner] = path.split('.');
      if (!inner) {
        expect(fieldOf(resource, name), path).toBeDefined();
        continue;
      }
      const referred = resource.fields[name.replace(/_data$/, '')]?.refersTo;
      expect(referred && fieldOf(resourceOf(referred), inner), path).toBeTruthy();
    }
  });

  it('counts the cash of an existing field in an existing figure', () => {
    if (!resource.cash) return;
    expect(fieldOf(resource, resource.cash.field)?.kind).toBe('money');
    expect(figures.map(({ name }) => name as string)).toContain(resource.cash.figure);
  });

  it('has a unique path and unique screens', () => {
    expect(resource.path).toMatch(/^\/[a-z-]+\/$/);
    const others = all.filter((other) => other !== resource);
    expect(others.map((other) => other.path)).not.toContain(resource.path);
    expect(others.map((other) => other.screens.list)).not.toContain(resource.screens.list);
  });

  it('reads a row of the server without changing its values', () => {
    const body = createBody(resource).parse(goodBody(resource));
    const row = rowShape(resource).parse({ ...answeredRow(resource), ...body, from_the_future: 1 });
    expect(row).toMatchObject({ id: '1', ...body });
    expect(row).not.toHaveProperty('from_the_future');
  });

  it('reads a row with only the required fields', () => {
    const row: Record<string, unknown> = { ...answeredRow(resource), id: 1 };
    for (const [name, field] of Object.entries(resource.fields)) if (field.optional) delete row[name];
    for (const [name, field] of Object.entries(resource.computed)) if (field.optional) delete row[name];
    expect(rowShape(resource).parse(row)).toMatchObject({ id: '1' });
  });

  it('has a title for complete and incomplete rows', () => {
    const named = Object.entries(resource.fields).map(([name]) => [`${name}_data`, { name: 'Mona' }]);
    expect(resource.titleOf({ ...answeredRow(resource), ...Object.fromEntries(named) })).not.toBe('');
    expect(() => resource.titleOf({})).not.toThrow();
  });
});

describe.each(forms)('the form of a $singular', (form) => {
  const good = goodBody(form);

  it('accepts a complete body and drops unknown fields', () => {
    const parsed = createBody(form).parse({ ...good, id: '9', remaining_amount: '0', nonsense: true });
    expect(Object.keys(parsed).sort()).toEqual(Object.keys(form.fields).sort());
  });

  it('parses its own output to the same body', () => {
    const once = createBody(form).parse(good);
    expect(createBody(form).parse(once)).toEqual(once);
  });

  it.each(
    Object.entries(form.fields).filter(([, field]) => !field.optional),
  )('refuses a body without the required field %s', (name) => {
    const { [name]: _, ...rest } = good;
    const found = createBody(form).safeParse(rest);
    expect(found.error?.issues.map((issue) => issue.path.join('.'))).toEqual([name]);
  });

  it.each(
    Object.entries(form.fields).filter(([, field]) => field.optional),
  )('accepts a body without the optional field %s', (name) => {
    const { [name]: _, ...rest } = good;
    expect(createBody(form).safeParse(rest).success).toBe(true);
  });

  it('patches one field and leaves the others absent', () => {
    for (const [name, value] of Object.entries(good)) {
      expect(Object.keys(patchBody(form).parse({ [name]: value }))).toEqual([name]);
    }
    expect(patchBody(form).parse({})).toEqual({});
  });

  it('has rules that ignore missing and invalid fields', () => {
    expect(violatedRules(form, {})).toEqual([]);
    const nonsense = Object.fromEntries(Object.keys(form.fields).map((name) => [name, { odd: true }]));
    expect(violatedRules(form, nonsense)).toEqual([]);
  });

  it('reports all invalid fields at once', () => {
    const wrong = Object.fromEntries(Object.keys(form.fields).map((name) => [name, '\0']));
    const named = new Set(
      bodyShape(form)
        .safeParse(wrong)
        .error?.issues.map(({ path }) => path[0]),
    );
    expect([...named].sort()).toEqual(Object.keys(form.fields).sort());
  });
});

describe('an enrolment', () => {
  const course = resourceOf('adult-course');
  const body = { ...goodBody(course), price: '3000', list_price: null };

  it.each(['0', '1000', '3,000'])('accepts a paid amount of %s', (paid_amount) =>
    expect(createBody(course).safeParse({ ...body, paid_amount }).success).toBe(true));

  it('rejects a paid amount over its price and names the remaining amount', () => {
    const [issue, ...more] =
      createBody(course).safeParse({ ...body, paid_amount: '3000.01' }).error?.issues ?? [];
    expect(more).toEqual([]);
    expect(issue).toMatchObject({
      path: ['paid_amount'],
      message: 'Only L.E. 3,000.00 remains to be paid.',
    });
  });

  it('reads an installment: no price, no remaining amount, linked to its enrolment', () => {
    const row = rowShape(course).parse({
      ...answeredRow(course),
      price: null,
      remaining_amount: null,
      is_installment: true,
      related_record: 12,
    });
    expect(row).toMatchObject({ price: null, remaining_amount: null, related_record: '12' });
    expect(formOf(course, row)).toBe(course.installment);
    expect(formOf(course, { ...row, is_installment: false })).toBe(course);
  });
});

it.each([
  'students',
  'Student',
  '',
  undefined,
  'toString',
  '__proto__',
])('%j is not a resource name', (name) => expect(isResourceName(name)).toBe(false));
