import { describe, expect, it } from 'vitest';
import { accessClaims, user } from '#contract/account.ts';
import { loginBody, profileBody } from '#contract/account-forms.ts';
import { branchDetails } from '#contract/branch.ts';
import { dashboard } from '#contract/dashboard.ts';

const messages = (parsed: { error?: { issues: { message: string }[] } | undefined }) =>
  parsed.error?.issues.map(({ message }) => message) ?? [];

describe('sign-in', () => {
  it('trims the email address', () =>
    expect(loginBody.parse({ email: ' staff@example.com ', password: 'four' }).email).toBe(
      'staff@example.com',
    ));

  it('never trims a password', () =>
    expect(loginBody.parse({ email: 'a@example.com', password: '  pw  ' }).password).toBe('  pw  '));
});

describe('the profile', () => {
  const good = { email: 'a@example.com', first_name: 'Mo', last_name: 'x'.repeat(30) };

  it('accepts names from 2 to 30 characters', () => expect(profileBody.parse(good)).toEqual(good));

  it('rejects a name that cannot be stored', () =>
    expect(messages(profileBody.safeParse({ ...good, first_name: 'Mo\0na' }))).toEqual([
      'This text has characters that cannot be stored',
    ]));
});

describe('account and dashboard responses', () => {
  it('of a minimal server are accepted', () => {
    expect(branchDetails.parse({ name: 'Al Nour' })).toEqual({
      name: 'Al Nour',
      address: '',
      current_month_name: null,
      current_month: null,
      idempotency: false,
      filters: false,
      merges: false,
      events: false,
      sessions: false,
      users: false,
      approvals: false,
      collections: false,
      collection_records: false,
      collection_payer: false,
      settings: false,
      receipts: false,
      closes: false,
      month_checklist: false,
      month_waiting: false,
      month_breakdown: false,
      debts: false,
      balances: false,
      exports: false,
      imports: false,
      people: false,
      outcomes: false,
      payment_methods: false,
      expense_categories: false,
      device_entries: false,
      reports: false,
      spreadsheet_tokens: false,
      branches: false,
      second_factor: false,
      expense_photos: false,
      advances: false,
      departures: false,
      renewals: false,
      refunds: false,
      discounts: false,
      search: false,
      merges_students: false,
      payout_installments: false,
    });
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
