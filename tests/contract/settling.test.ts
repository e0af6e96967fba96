import { expect, it } from 'vitest';
import { resources } from '#contract/resources/registry.ts';
import { settledBy, settlerOf } from '#contract/resources/settler-of.ts';

it('only salaries settle: deductions, advances and bonuses', () => {
  for (const name of ['deduction', 'advance', 'bonus'] as const)
    expect(settlerOf(name)).toBe(resources.salary);
  expect(settlerOf('salary')).toBeUndefined();
  expect(settlerOf('bus')).toBeUndefined();
});

it('a deduction is final once it names its salary', () => {
  expect(settledBy(resources.deduction, { settled_by: '7' })).toEqual({ by: resources.salary, id: '7' });
  expect(settledBy(resources.deduction, { settled_by: null })).toBeUndefined();
  expect(settledBy(resources.salary, { settled_by: '7' })).toBeUndefined();
});
