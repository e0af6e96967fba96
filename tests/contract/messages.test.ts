import { describe, expect, it } from 'vitest';
import { loginBody, profileBody } from '#contract/account-forms.ts';
import { createBody, type FormDefinition } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { installmentForm, listScreens } from '../support/expected-screens.ts';

/** Returns the first message of each field by its label, in form order. */
function saidOf(form: FormDefinition, draft: Record<string, unknown>): (readonly [string, string])[] {
  const issues = createBody(form).safeParse(draft).error?.issues ?? [];
  return Object.entries(form.fields).flatMap(([name, { label }]) => {
    const issue = issues.find(({ path }) => path[0] === name);
    return issue ? [[label, issue.message] as const] : [];
  });
}

const emptied = ({ fields }: FormDefinition) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, '']));
/** Returns the labels of the fields that every server knows, in form order. */
const labelsOf = ({ fields }: FormDefinition) =>
  Object.values<Field>(fields).flatMap(({ label, capability }) => (capability ? [] : [label]));
const resources = resourceNames.map(resourceOf);

function formAt(path: string): FormDefinition {
  const found = resources.find(({ screens }) => screens.list === path);
  if (!found) throw new Error(`No form at ${path}`);
  return found;
}

// The forms of refunds and of cash are screens of their own: tests/app/features/refunds.test.tsx and cash-moves.test.tsx.
const ownForms = ['/refunds', '/closes/cash'];
describe.each(listScreens.filter(({ path }) => !ownForms.includes(path)))('the form of $path', ({
  path,
  labels,
  missing,
}) => {
  const form = formAt(path);

  it('has its fields in the specified order', () => expect(labelsOf(form)).toEqual(labels));

  it('shows the specified message for each empty or absent field', () => {
    expect(saidOf(form, emptied(form))).toEqual(missing);
    expect(saidOf(form, {})).toEqual(missing);
  });
});

describe.each(
  resources.flatMap(({ name, installment }) => (installment ? [{ name, installment }] : [])),
)('an installment of $name', ({ installment }) => {
  it('has the specified fields and messages', () => {
    expect(labelsOf(installment)).toEqual(installmentForm.labels);
    expect(saidOf(installment, emptied(installment))).toEqual(installmentForm.missing);
  });
});

describe('the message for a wrong value', () => {
  it.each([
    ['/books', 'name', 'A', 'Name must be at least 2 characters'],
    ['/books', 'name', 'x'.repeat(256), 'Use at most 255 characters'],
    ['/books/order', 'quantity', '0', 'Enter a whole number of 1 or more'],
  ])('in the form at $0, field $1, is: $3', (path, field, typed, message) => {
    const form = formAt(path);
    const label = form.fields[field]?.label ?? '';
    expect(Object.fromEntries(saidOf(form, { ...emptied(form), [field]: typed }))[label]).toBe(message);
  });
});

describe('messages about people', () => {
  const good = { email: 'mona@example.org', password: 'abcd', first_name: 'Mo', last_name: 'Adel' };
  const shapes = { 'sign-in': loginBody, profile: profileBody };
  const messagesOf = (shape: keyof typeof shapes, wrong: Record<string, string>) =>
    shapes[shape].safeParse({ ...good, ...wrong }).error?.issues.map(({ message }) => message) ?? [];

  it.each([
    ['sign-in', { email: 'mona' }, ['Invalid email address']],
    ['sign-in', { email: '' }, ['Invalid email address']],
    ['sign-in', { email: `${'m'.repeat(255)}@example.org` }, ['Use at most 255 characters']],
    ['sign-in', { password: 'abc' }, ['Password must be at least 4 characters']],
    ['sign-in', { password: 'x'.repeat(256) }, ['Use at most 255 characters']],
    ['sign-in', {}, []],
    ['profile', { email: 'mona@' }, ['Invalid email address']],
    ['profile', { first_name: 'M' }, ['First Name must be at least 2 characters']],
    ['profile', { last_name: 'M' }, ['Last Name must be at least 2 characters']],
    ['profile', { first_name: 'm'.repeat(31) }, ['First Name must be less than 30 characters']],
    ['profile', { last_name: 'm'.repeat(31) }, ['Last Name must be less than 30 characters']],
    ['profile', { last_name: 'm'.repeat(30) }, []],
  ] as const)('of $0 with $1, case %#', (shape, wrong, messages) =>
    expect(messagesOf(shape, wrong)).toEqual(messages));
});
