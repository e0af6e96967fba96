import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { receiptOfRecord } from '#app/printing/receipt/local-receipt.ts';
import { ReceiptPaper } from '#app/printing/receipt/receipt-paper.tsx';
import { ShareReceipt } from '#app/printing/receipt/share-receipt.tsx';
import { currentToasts, dismiss } from '#app/ui/toast/notify.ts';
import { defaultSettings } from '#contract/branch-settings.ts';
import { renderPage } from '../render.tsx';
import { enrolment } from '../resources/samples.ts';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  for (const { id } of currentToasts()) dismiss(id);
});

const style = { ...defaultSettings, name: 'Al Nour' };

function renderShare() {
  const receipt = receiptOfRecord('adult-course', enrolment, enrolment, false);
  renderPage(<ShareReceipt receipt={{ ...receipt, students: [] }} style={style} />);
  return () => userEvent.click(screen.getByRole('button', { name: 'Share' }));
}

function stubShare(...failures: readonly (DOMException | undefined)[]) {
  const left = [...failures];
  const share = vi.fn(async (_: ShareData) => {
    const failure = left.shift();
    if (failure) throw failure;
  });
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  return share;
}

const toastTexts = () => currentToasts().map(({ message }) => message);

it('a press that the system no longer counts asks for another one, which shares', async () => {
  const share = stubShare(new DOMException('No transient activation', 'NotAllowedError'));
  const press = renderShare();
  await press();
  await waitFor(() => expect(toastTexts()).toEqual(['The receipt is ready. Press Share again.']));
  await press();
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(share.mock.calls[1]).toEqual(share.mock.calls[0]);
  expect(toastTexts()).toHaveLength(1);
});

it('a person who closes the share sheet is told nothing', async () => {
  const share = stubShare(new DOMException('Share canceled', 'AbortError'));
  await renderShare()();
  await waitFor(() => expect(share).toHaveBeenCalledTimes(1));
  expect(toastTexts()).toEqual([]);
});

it('has its amounts on an Arabic paper in the direction of their words', () => {
  const receipt = receiptOfRecord('adult-course', enrolment, enrolment, false);
  renderPage(
    <ReceiptPaper receipt={receipt} style={{ ...style, receipt_language: 'ar' }} paper="a5" copy={1} />,
  );
  const amounts = screen.getAllByText(/^[\d,.]+ ج\.م$/);
  expect(amounts.length).toBeGreaterThanOrEqual(3);
  for (const amount of amounts) expect(amount.closest('[dir]')).toHaveAttribute('dir', 'rtl');
});
