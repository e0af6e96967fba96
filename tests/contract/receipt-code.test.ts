import { describe, expect, it } from 'vitest';
import { collectionResources } from '#contract/collections.ts';
import { newRecordId } from '#contract/ids.ts';
import { endingOf, readReceiptCode, receiptCode } from '#contract/receipt-code.ts';

const ending = '0b3f01c2';

describe('the code on a paper', () => {
  it.each([...collectionResources, 'refund' as const])('leads back to its record: %s', (resource) => {
    const id = newRecordId();
    const code = receiptCode(resource, id);
    expect(readReceiptCode(code ?? '')).toEqual({ resource, ending: endingOf(id) });
  });

  it.each([
    'bu-0b3f01c2',
    'BU 0B3F01C2',
    'bu0b3f01c2',
    ' BU-٠B3F٠١C٢ ',
  ])('is read as it is typed: %s', (typed) =>
    expect(readReceiptCode(typed)).toEqual({ resource: 'bus', ending }));

  it.each([
    'S-0001',
    'BU-',
    `XX-${ending}`,
    `B-${ending}`,
    '10420000',
    `BU-${ending}-8`,
    `BU-${ending}0`,
    'Bus 7',
  ])('is no other text: %s', (typed) => expect(readReceiptCode(typed)).toBeUndefined());

  it('is missing on a host that names its records otherwise', () =>
    expect(receiptCode('bus', '1042')).toBeUndefined());
});
