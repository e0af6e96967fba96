import { describe, expect, it } from 'vitest';
import { addLabel, formTitle, listTitle } from '#app/lib/texts.en.ts';
import { columnsOf, titleColumn } from '#app/resources/list/columns.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { listScreens } from '../../support/expected-screens.ts';

const shown = (wide: boolean, name: keyof typeof resources) =>
  columnsOf(resources[name], wide).map(({ lines }) =>
    lines.map((line) => line.map((one) => one.name).join('+')).join(' / '),
  );

describe('the columns of a list', () => {
  it('are one per field on a wide screen', () => {
    expect(shown(true, 'adult-course')).toEqual([...resources['adult-course'].columns]);
  });

  it('end with who took a payment on a wide screen, where the server tells what users are called', () => {
    const keys = (name: keyof typeof resources, wide: boolean) =>
      columnsOf(resources[name], wide, true).map(({ key }) => key);
    expect(keys('adult-course', true).at(-1)).toBe('recorded_by');
    expect(keys('book-payout', true).at(-1)).toBe('recorded_by');
    expect(keys('adult-course', false)).not.toContain('recorded_by');
    expect(keys('student', true)).not.toContain('recorded_by');
  });

  it('stay separate on a tablet if they are few', () => {
    const columns = resources['adult-course'].columns.slice(0, 6);
    const few = columnsOf({ ...resources['adult-course'], columns }, false);
    expect(few.map(({ lines }) => lines.flat().map(({ name }) => name))).toEqual(
      columns.map((name) => [name]),
    );
  });

  it('share two lines on a tablet if they are many, without losing one; the name is first, the debt alone', () => {
    expect(shown(false, 'adult-course')).toEqual([
      'student / created_at',
      'receipt_number',
      'period+level+notes / transportation_type',
      'price / paid_amount',
      'remaining_amount',
    ]);
    for (const name of Object.keys(resources) as (keyof typeof resources)[]) {
      const columns = columnsOf(resources[name], false);
      expect(
        columns.every(({ lines }) => lines.length <= 2),
        name,
      ).toBe(true);
      const fields = columns.flatMap(({ lines }) => lines.flat().map((one) => one.name));
      expect([...fields].sort(), name).toEqual([...resources[name].columns].sort());
    }
  });

  it('include the title column: the first reference, else the first text', () => {
    expect(titleColumn(resources['adult-course'])).toBe('student');
    expect(titleColumn(resources.student)).toBe('name');
  });
});

it.each(resourceNames.map(resourceOf))('the screens of $name are those of the specification', (resource) => {
  const { list, add, edit } = resource.screens;
  const fields = columnsOf(resource, true).flatMap(({ lines }) => lines.flat());
  // The labels of the forms: tests/contract/messages.test.ts.
  expect(listScreens.find(({ path }) => path === list)).toMatchObject({
    title: listTitle(resource),
    columns: [...fields.map(({ field }) => field.label), 'Actions'],
    add: { button: addLabel(resource), path: `${list}/${add}`, title: formTitle(resource, resource, false) },
    edit: { path: `${list}/${edit}`, title: formTitle(resource, resource, true) },
  });
});
