import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AccountSheet } from '#app/printing/sheets/account-sheet.tsx';
import { resources } from '#contract/resources/registry.ts';
import { renderPage } from '../render.tsx';
import { enrolment, mona } from '../resources/samples.ts';

it('an imported enrolment without a rest stands there as paid before, without a price of nothing', async () => {
  // The sheet follows the height of what is on it, which jsdom has none of.
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  );
  document.adoptedStyleSheets = [];
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
