import { describe, expect, it } from 'vitest';
import { receiptText, runsFromRight } from '#app/printing/receipt/share-receipt.tsx';
import type { KnownReceipt } from '#app/printing/receipt/shown-receipt.ts';
import { defaultSettings } from '#contract/branch-settings.ts';

const mona = 'منى عادل الشافعي';
const omar = 'Omar Adel Elshafei';

const line = (student: string, fields: Record<string, unknown>, cancelled = false) => ({
  resource: 'bus' as const,
  record: { id: student, student_data: { id: '1', name: student }, ...fields },
  remaining: null,
  cancelled: cancelled ? { by: 'هدى', at: '2026-11-22T08:00:00Z', reason: 'paid twice' } : null,
});

const receipt: KnownReceipt = {
  resource: 'collection',
  id: '7',
  receipt_number: 'W9Q36RJ-1',
  custom_date: null,
  created_at: new Date().toISOString(),
  taken_by: omar,
  students: [
    { id: '1', name: mona },
    { id: '2', name: omar },
  ],
  lines: [
    line(mona, { is_installment: true, paid_amount: '1158.00' }),
    line(omar, { is_installment: false, price: '500.00', paid_amount: '150.00' }),
    line(omar, { is_installment: false, price: '242.00', paid_amount: '242.00' }),
    line(mona, { is_installment: true, paid_amount: '20.00' }, true),
  ],
  total: '1550.00',
  remaining: '892.00',
  prints: 0,
  waiting: false,
};

const [, arabic = '', english = ''] = receiptText(receipt, { ...defaultSettings, name: 'Nile Branch' }).split(
  '\n\n',
);

describe('the text of a receipt', () => {
  it('runs in the direction of its language in every line, also beside names of the other one', () => {
    expect(arabic.split('\n').map(runsFromRight)).not.toContain(false);
    expect(english.split('\n').map(runsFromRight)).not.toContain(true);
  });

  it('has no marks of direction in numbers, days and amounts, and none about what waits', () => {
    const text = receiptText(
      { ...receipt, receipt_number: '12-345', waiting: true },
      { ...defaultSettings, name: 'Nile Branch' },
    );
    expect(text).not.toMatch(/[\u200e\u200f\u2066-\u2069][\d]|[\d][\u200e\u200f\u2066-\u2069]/);
    expect(text.split('\n').filter((one) => one === '12-345')).toHaveLength(2);
    expect(text).not.toMatch(/في انتظار الإرسال|Waiting/);
  });

  it.each([
    ['cash alone', {}, 'إيصال استلام نقدية'],
    ['a transfer', { payment_method: 'instapay' }, 'إيصال استلام'],
  ])('is headed as one of %s, also when it was cancelled', (_, method, heading) => {
    const lines = [false, true].map((cancelled) => [
      line(mona, { paid_amount: '5.00', ...method }, cancelled),
    ]);
    for (const receiptLines of lines) {
      const text = receiptText(
        { ...receipt, lines: receiptLines },
        { ...defaultSettings, name: 'Nile Branch' },
      );
      expect(text.split('\n')[2]?.split(' · ')[0]).toBe(heading);
    }
  });

  it('names the branch as it was called when the receipt was first printed', () => {
    const style = { ...defaultSettings, name: 'Maadi' };
    expect(receiptText({ ...receipt, branch: 'Dokki' }, style)).toMatch(/^Dokki\n/);
    expect(receiptText({ ...receipt, branch: null }, style)).toMatch(/^Maadi\n/);
  });

  it('keeps an amount and its currency together where a line is broken', () => {
    expect(english).toContain('installment: L.E.\u00a01,158.00');
    expect(arabic).toContain('الإجمالي: 1,550.00\u00a0ج.م');
  });

  it('tells what is owed on its own day alone', () => {
    const old = { ...receipt, created_at: '2026-11-02T08:00:00Z' };
    expect(english).toContain('892.00');
    expect(receiptText(old, { ...defaultSettings, name: 'Nile Branch' })).not.toContain('892.00');
  });

  it('calls a payment the first one only where more is to come', () => {
    const lines = english.split('\n').filter((one) => one.includes('Bus'));
    expect(lines.map((one) => /installment|first payment/.exec(one)?.[0])).toEqual([
      'installment',
      'first payment',
      undefined,
      'installment',
    ]);
  });
});
