import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { RefundPaper } from '#app/printing/receipt/refund-paper.tsx';
import { AccountSheet } from '#app/printing/sheets/account-sheet.tsx';
import { defaultSettings } from '#contract/branch-settings.ts';
import type { StatementLine } from '#contract/debts.ts';
import { resources } from '#contract/resources/registry.ts';
import { renderPage } from '../render.tsx';
import { enrolment, mona } from '../resources/samples.ts';

it('the statement has refunds, what is not owed any more and credit, and ends at what remains', async () => {
  const line = (id: string, type: StatementLine['type'], owed: string, remaining: string, more = {}) => ({
    ...{
      id,
      type,
      owed,
      remaining,
      day: '2026-03-05',
      at: '',
      by: 'Mona',
      resource: 'adult-course' as const,
    },
    ...{ payable: enrolment.id, receipt_number: '12', payment_method: 'cash', reversed: false },
    ...{ credit: '0.00', credit_left: '0.00', ...more },
  });
  const account = { resource: resources['adult-course'], record: enrolment, payments: [] };
  renderPage(
    <AccountSheet
      student={mona}
      accounts={[{ ...account, paid: 0n, remaining: 0n }]}
      sums={{ paid: 0n, remaining: 0n }}
      statement={[
        line('1', 'price', '1000.00', '1000.00'),
        line('2', 'payment', '-900.00', '0.00', { reversed: true }),
        line('3', 'payment', '-1000.00', '0.00'),
        line('4', 'credit_refund', '300.00', '300.00', { credit: '300.00', credit_left: '300.00' }),
        line('5', 'forgiven', '-300.00', '0.00'),
      ]}
      onClose={() => undefined}
    />,
  );
  const table = within(await screen.findByRole('dialog')).getByRole('table', { name: /Statement/ });
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^5\/3\/2026.*Price.*1,000\.001,000\.00$/),
    expect.stringMatching(/Payment · .*receipt .*12.*-1,000\.000\.00$/),
    expect.stringMatching(/Kept as credit.*credit .*300\.00.*300\.00300\.00$/),
    expect.stringMatching(/No longer owed.*-300\.000\.00$/),
  ]);
});

it('an imported enrolment without a rest stands there as paid before, without a price of nothing', async () => {
  const nothing = { price: '0.00', paid_amount: '0.00', remaining_amount: '0.00' };
  const account = { resource: resources['adult-course'], payments: [], paid: 0n, remaining: 0n };
  renderPage(
    <AccountSheet
      student={mona}
      accounts={[{ ...account, record: { ...enrolment, ...nothing, import: '4' } }]}
      sums={{ paid: 0n, remaining: 0n }}
      onClose={() => undefined}
    />,
  );
  const [, row] = within(await screen.findByRole('dialog')).getAllByRole('row');
  expect(row).toHaveTextContent(/Paid before the import.*––0\.00$/);
});

describe('the paper of a refund', () => {
  const style = { ...defaultSettings, name: 'Maadi' };
  const refund = { id: '7', amount: '100.00', reason: 'Ill', resource: 'adult-course' };

  const renderPaper = (branch_name: string | null, waiting = false) =>
    renderPage(
      <RefundPaper refund={{ ...refund, branch_name }} waiting={waiting} style={style} paper="a5" />,
    );

  it('shows the name that the branch had when the money was paid back', () => {
    renderPaper('Dokki');
    expect(screen.getByRole('heading')).toHaveTextContent('Dokki');
  });

  it('shows the present name until the server has the refund', () => {
    renderPaper(null, true);
    expect(screen.getByRole('heading')).toHaveTextContent('Maadi');
  });
});
