import { describe, expect, it } from 'vitest';
import { accessClaims, user } from '#contract/account.ts';
import { loginBody, profileBody } from '#contract/account-forms.ts';
import { branchDetails, capabilityNames } from '#contract/branch.ts';
import { dashboard } from '#contract/dashboard.ts';

const messages = (parsed: { error?: { issues: { message: string }[] } | undefined }) =>
  parsed.error?.issues.map(({ message }) => message) ?? [];

describe('sign-in', () => {
  it('never trims a password', () =>
    expect(loginBody.parse({ email: 'a@example.com', password: '  pw  ' }).password).toBe('  pw  '));
});

describe('the profile', () => {
  const good = { email: 'a@example.com', first_name: 'Mo', last_name: 'x'.repeat(30) };

  it('rejects a name that cannot be stored', () =>
    expect(messages(profileBody.safeParse({ ...good, first_name: 'Mo\0na' }))).toEqual([
      'This text has characters that cannot be stored',
    ]));
});

describe('account and dashboard responses', () => {
  it('of a minimal server are accepted', () => {
    const { name, address, current_month, current_month_name, ...declared } = branchDetails.parse({
      name: 'Al Nour',
    });
    expect([name, address, current_month, current_month_name]).toEqual(['Al Nour', '', null, null]);
    expect(declared).toEqual(Object.fromEntries(capabilityNames.map((one) => [one, false])));
    expect(user.parse({ email: 'a@example.com', first_name: '', last_name: '' })).toMatchObject({
      email: 'a@example.com',
    });
    expect(accessClaims.parse({ user_id: 5, exp: 1 })).toEqual({ user_id: '5', exp: 1 });
  });

  it('accept dashboard figures as text or numbers', () =>
    expect(
      dashboard.parse({
        total_income: 5,
        franchise_expenses: '0.00',
        total_expenses: '1.00',
        total_profit: '-1.00',
      }),
    ).toMatchObject({ total_income: '5', total_profit: '-1.00' }));
});
