import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { RefundPaper } from '#app/printing/receipt/refund-paper.tsx';
import { defaultSettings } from '#contract/branch-settings.ts';
import { renderPage } from '../render.tsx';

const style = { ...defaultSettings, name: 'Maadi' };
const refund = { id: '7', amount: '100.00', reason: 'Ill', resource: 'adult-course' };

const renderPaper = (branch_name: string | null, waiting = false) =>
  renderPage(<RefundPaper refund={{ ...refund, branch_name }} waiting={waiting} style={style} paper="a5" />);

it('shows the name that the branch had when the money was paid back', () => {
  renderPaper('Dokki');
  expect(screen.getByRole('heading')).toHaveTextContent('Dokki');
});

it('shows the present name until the server has the refund', () => {
  renderPaper(null, true);
  expect(screen.getByRole('heading')).toHaveTextContent('Maadi');
});
