import { describe, expect, it } from 'vitest';
import { collectionResources } from '#contract/collections.ts';
import { readReceiptCode, receiptCode } from '#contract/receipt-code.ts';

describe('the code on a paper', () => {
  it.each([...collectionResources, 'refund' as const])('leads back to its record: %s', (resource) => {
    const code = receiptCode(resource, '1042');
    expect(readReceiptCode(code ?? '')).toEqual({ resource, id: '1042' });
  });

  it.each(['bu-7', 'BU 7', 'bu7', ' BU-٧ '])('is read as it is typed: %s', (typed) =>
    expect(readReceiptCode(typed)).toEqual({ resource: 'bus', id: '7' }));

  it.each(['S-0001', 'BU-', 'XX-7', 'B-7', '1042', 'BU-7-8', 'Bus 7'])('is no other text: %s', (typed) =>
    expect(readReceiptCode(typed)).toBeUndefined());

  it('is missing while the server has not numbered the record', () =>
    expect(receiptCode('bus', 'local-0b0c')).toBeUndefined());
});
