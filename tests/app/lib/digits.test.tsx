import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { LongTextCell, MoneyCell, PhoneCell, TextCell } from '#app/fields/cells.tsx';
import { arabicIndic, toArabicIndic } from '#app/lib/arabic-indic.ts';
import { chooseDeviceDigits, choosePersonDigits, useDigits } from '#app/lib/digits.ts';
import { watchTypedDigits } from '#app/lib/typed-digits.ts';
import { displayDay } from '#contract/days.ts';
import { hasDigitWriter, inDigits, inLatinDigits } from '#contract/digits.ts';
import { money, optionalDate, optionalLongText, optionalPhone, quantity, text } from '#contract/fields.ts';
import { defineMessages, plural } from '#contract/messages.ts';
import { withoutUnseen } from '#contract/typed-text.ts';
import { showField } from '../fields/field.tsx';

afterEach(() => act(() => choosePersonDigits(undefined).then(() => chooseDeviceDigits('latin'))));

const LRM = '\u200e';

describe('a text of the product in Arabic-Indic digits', () => {
  it.each([
    ['L.E. 1,250.50', 'L.E. ١٬٢٥٠٫٥٠'],
    ['1250.5 ج.م.', '١٢٥٠٫٥ ج.م.'],
    ['في 5/11/2026 الساعة 14:05', 'في ٥/١١/٢٠٢٦ الساعة ١٤:٠٥'],
    ['12% من الكل', '١٢٪ من الكل'],
    ['44.6 % من الكل', '٤٤٫٦ ٪ من الكل'],
    ['5.', '٥.'],
    ['1, 2', `١${LRM}, ٢${LRM}`],
    ['192.168.1.7', `١٩٢.١٦٨.١.٧${LRM}`],
    ['دفع ٥٠ then 60', 'دفع ٥٠ then ٦٠'],
  ])('writes %s as %s', (latin, arabic) => expect(toArabicIndic(latin, [], false)).toBe(arabic));

  it.each([
    'desk2@branch.local',
    'https://a.eg/2',
    'backup-2026-11-22T10.json',
    'A-102',
    'v1.2',
    '3.2MB',
  ])('keeps %s, whose letters are Latin', (word) =>
    expect(toArabicIndic(`(${word})`, [], true)).toBe(`(${word})`));

  it('keeps digits that stand apart in order where the text runs from left to right', () => {
    expect(toArabicIndic('1–20 of it', [], true)).toBe(`١${LRM}–٢٠ of it`);
    expect(toArabicIndic('010 1234', [], true)).toBe(`٠١٠${LRM} ١٢٣٤${LRM}`);
    expect(toArabicIndic('\u2066+20 10\u2069 و 5 6', [], false)).toBe(`\u2066+٢٠${LRM} ١٠\u2069 و ٥ ٦`);
    // Numbers alone, as in an element whose text decides its direction.
    expect(toArabicIndic('1991-02-12', [], false)).toBe(`١٩٩١${LRM}-٠٢${LRM}-١٢${LRM}`);
    // What follows in the same line may begin with a number.
    expect(toArabicIndic('5/11/2026', [], true)).toBe(`٥/١١/٢٠٢٦${LRM}`);
  });

  it.each([
    ['Month 12: 12 records', ['Month 12'], 'Month 12: ١٢ records'],
    ['3 of 13 in 3a, 3.', ['3'], '3 of ١٣ in 3a, 3.'],
    ['a (1) costs 1', ['a (1)'], 'a (1) costs ١'],
    ['Group 12 and Group 120', ['Group 12', 'Group 120'], 'Group 12 and Group 120'],
  ])('of %s keeps what was given to it: %s', (text, kept, shown) =>
    expect(toArabicIndic(text, kept, false)).toBe(shown));
});

describe('a number that is stored as text', () => {
  it.each([
    ['12-345', `\u2066١٢${LRM}-٣٤٥\u2069`],
    ['1.250', '\u2066١.٢٥٠\u2069'],
    ['01012345678 / 0222', `\u2066٠١٠١٢٣٤٥٦٧٨${LRM} / ٠٢٢٢\u2069`],
    ['ب 12', '\u2068ب ١٢\u2069'],
    ['K7QM4TX-12', 'K7QM4TX-12'],
    ['', ''],
  ])('%s keeps its signs and their order', (number, shown) => expect(arabicIndic.number(number)).toBe(shown));
});

const texts = defineMessages('digitsTest', {
  papers: { roll: 'Roll of 80 mm' },
  limit: 'Use at most 64 characters',
  records: ({ name, count, names }: { name: string; count: number; names?: readonly string[] }) =>
    `${name} has ${plural(count, { one: '# record', other: '# records' })} in ${count + 1} lists${names ? `: ${names.join(', ')}` : ''}`,
});

describe('a text of a catalogue', () => {
  it('writes its own numbers, and keeps the texts that are given to it', async () => {
    const read = () => [
      texts.papers.roll,
      texts.limit,
      texts.records({ name: 'Group 12', count: 12, names: ['A 1', '٣'] }),
    ];
    const latin = [
      'Roll of 80 mm',
      'Use at most 64 characters',
      'Group 12 has 12 records in 13 lists: A 1, ٣',
    ];
    expect(read()).toEqual(latin);
    await chooseDeviceDigits('arabic-indic');
    expect(read()).toEqual([
      'Roll of ٨٠ mm',
      'Use at most ٦٤ characters',
      'Group 12 has ١٢ records in ١٣ lists: A 1, ٣',
    ]);
    expect(inLatinDigits(read)).toEqual(latin);
    await chooseDeviceDigits('latin');
    expect(read()).toEqual(latin);
  });
});

function Account() {
  const row = {
    id: '7',
    price: '1250.00',
    phone: '01012345678',
    name: 'Group 12',
    code: '501',
    notes: 'call 3 pm',
  };
  return (
    <section aria-label={texts.limit} key={useDigits()}>
      <MoneyCell name="price" field={money('price')} row={row} />{' '}
      <PhoneCell name="phone" field={optionalPhone('phone')} row={row} />{' '}
      <TextCell name="code" field={{ ...text('receiptNumber'), isNumber: true }} row={row} />{' '}
      <b>{inDigits(3)}</b> <i>{displayDay('2026-11-05')}</i>{' '}
      <TextCell name="name" field={text('name')} row={row} />{' '}
      <LongTextCell name="notes" field={optionalLongText('notes')} row={row} />
      <input defaultValue="789" aria-label="Notes" />
    </section>
  );
}

describe('the choice of digits', () => {
  it('draws every number of a screen, and takes it back', async () => {
    const { container } = render(<Account />);
    const latin = 'L.E. 1,250.00 01012345678 501 3 5/11/2026 Group 12 call 3 pm';
    const seen = () => withoutUnseen(container.textContent);
    expect(seen()).toBe(latin);
    await act(() => chooseDeviceDigits('arabic-indic'));
    expect(seen()).toBe('L.E. ١٬٢٥٠٫٠٠ ٠١٠١٢٣٤٥٦٧٨ ٥٠١ ٣ ٥/١١/٢٠٢٦ Group 12 call 3 pm');
    expect(screen.getByRole('region', { name: 'Use at most ٦٤ characters' })).toBeVisible();
    // Data stay Latin.
    expect(screen.getByRole('link')).toHaveAttribute('href', 'tel:01012345678');
    expect(screen.getByLabelText('Notes')).toHaveValue('789');
    await act(() => chooseDeviceDigits('latin'));
    expect(seen()).toBe(latin);
  });

  it('of the person goes before that of the device', async () => {
    await chooseDeviceDigits('arabic-indic');
    await choosePersonDigits('latin');
    expect(hasDigitWriter()).toBe(false);
    await choosePersonDigits(undefined);
    expect(hasDigitWriter()).toBe(true);
  });
});

describe.each(['latin', 'arabic-indic'] as const)('an input of numbers, with %s digits', (digits) => {
  const shown = (latin: string) => (digits === 'latin' ? latin : arabicIndic.value(latin, 'amount'));
  const fields = [
    { name: 'an amount', field: money('price'), latin: '1250.5', arabic: '١٢٥٠٫٥', stored: '1250.5' },
    { name: 'a count', field: quantity('quantity'), latin: '12', arabic: '١٢', stored: '12' },
    {
      name: 'a phone number',
      field: optionalPhone('phone'),
      latin: '010123',
      arabic: '٠١٠١٢٣',
      stored: '010123',
    },
    {
      name: 'a receipt number',
      field: { ...text('receiptNumber'), isNumber: true },
      latin: '501',
      arabic: '٥٠١',
      stored: '501',
    },
    {
      name: 'a day',
      field: optionalDate('birthdate'),
      latin: '5/11/2026',
      arabic: '٥/١١/٢٠٢٦',
      stored: '2026-11-05',
    },
  ] as const;

  it.each(fields)('takes $name in either set, typed and pasted, and shows the chosen one', async (row) => {
    const { field, latin, arabic, stored } = row;
    const stop = watchTypedDigits(() => undefined);
    await chooseDeviceDigits(digits);
    const { value } = showField(field);
    const input = screen.getByRole('textbox', { name: new RegExp(field.label) });
    for (const typed of [latin, arabic]) {
      await userEvent.clear(input);
      await userEvent.type(input, typed);
      expect(input).toHaveValue(shown(latin));
      expect(value()).toBe(stored);
      // The override that keeps Arabic-Indic digits in order would mirror them from right to left.
      if (input.style.unicodeBidi === 'bidi-override') expect(input.dir).toBe('ltr');
      await userEvent.clear(input);
      await userEvent.click(input);
      await userEvent.paste(typed);
      expect(input).toHaveValue(shown(latin));
      expect(value()).toBe(stored);
    }
    stop();
  });

  it.each([
    { text: '12/2/1991', field: optionalDate('birthdate'), isNumber: true },
    { text: '12-34', field: { ...text('receiptNumber'), isNumber: true as const }, isNumber: true },
    { text: 'ب 12', field: { ...text('receiptNumber'), isNumber: true as const }, isNumber: false },
  ])('turns no digits around in $text', async ({ text: typed, field, isNumber }) => {
    await chooseDeviceDigits(digits);
    showField(field);
    const input = screen.getByRole('textbox', { name: new RegExp(field.label) });
    await userEvent.type(input, typed);
    // An override keeps digits in order from left to right, and turns them around from right to left.
    const isOverridden = isNumber && digits === 'arabic-indic';
    expect(input.style.unicodeBidi).toBe(isOverridden ? 'bidi-override' : '');
    if (isOverridden) expect(input).toHaveAttribute('dir', 'ltr');
  });

  it('keeps the place in the middle of a number', async () => {
    const stop = watchTypedDigits(() => undefined);
    await chooseDeviceDigits(digits);
    showField(optionalPhone('phone'), '01034');
    const input = screen.getByRole<HTMLInputElement>('textbox');
    await userEvent.type(input, digits === 'latin' ? '٢' : '2', {
      initialSelectionStart: 3,
      initialSelectionEnd: 3,
    });
    expect(input).toHaveValue(shown('010234'));
    expect(input.selectionStart).toBe(4);
    stop();
  });
});

it('a text is kept as it is typed, in either digits', async () => {
  const stop = watchTypedDigits(() => undefined);
  await chooseDeviceDigits('arabic-indic');
  const { value } = showField(text('name'));
  await userEvent.type(screen.getByRole('textbox'), 'Class 5 و ٦');
  expect(value()).toBe('Class 5 و ٦');
  stop();
});

it.each([
  'arabic-indic',
  'latin',
] as const)('with %s digits a drawn number is copied in Latin digits, without marks of direction', async (digits) => {
  const stop = watchTypedDigits(() => undefined);
  await chooseDeviceDigits(digits);
  render(
    <p dir="ltr">
      L.E. {'\u2066'}1,250.50{'\u2069'} – 12%
    </p>,
  );
  const paragraph = screen.getByText(/L\.E\./);
  getSelection()?.selectAllChildren(paragraph);
  const copied = new Map<string, string>();
  const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (type: string, data: string) => copied.set(type, data) },
  });
  fireEvent(paragraph, event);
  expect(copied.get('text/plain')).toBe('L.E. 1,250.50 – 12%');
  expect(event.defaultPrevented).toBe(true);
  stop();
});

it.each([
  ['L.E. 1,250.50', '1,250.50'],
  ['\u2066١٬٢٥٠٫٥٠\u2069 ج.م', '1,250.50'],
  ['1250.5 EGP', '1250.5'],
  ['١٢٥٠،٥', '1250.5'],
])('an amount that is pasted as %j is taken without its currency', async (pasted, amount) => {
  const stop = watchTypedDigits(() => undefined);
  const { value } = showField(money('price'));
  await userEvent.click(screen.getByRole('textbox'));
  await userEvent.paste(pasted);
  expect(value()).toBe(amount);
  stop();
});
