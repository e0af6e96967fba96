import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { MoneyCell, PhoneCell } from '#app/fields/cells.tsx';
import { toArabicIndic, valueInArabicIndic } from '#app/jsx/arabic-indic.ts';
import { watchTypedDigits } from '#app/jsx/typed-digits.ts';
import { chooseDeviceDigits, choosePersonDigits, isArabicIndic, useDigits } from '#app/lib/digits.ts';
import { chooseDeviceLanguage } from '#app/lib/language.ts';
import { money, optionalDate, optionalPhone, quantity, text } from '#contract/fields.ts';
import { addTranslations } from '#contract/messages.ts';
import { showField } from '../fields/field.tsx';

afterEach(() => act(() => choosePersonDigits(undefined).then(() => chooseDeviceDigits('latin'))));

const LRM = '\u200e';

describe('a drawn text in Arabic-Indic digits', () => {
  it.each([
    ['L.E. 1,250.50', 'L.E. ١٬٢٥٠٫٥٠'],
    ['1250.5 ج.م.', '١٢٥٠٫٥ ج.م.'],
    ['في 5/11/2026 الساعة 14:05', 'في ٥/١١/٢٠٢٦ الساعة ١٤:٠٥'],
    ['12%', '١٢٪'],
    ['44.6 %', '٤٤٫٦ ٪'],
    ['5.', '٥.'],
    ['1, 2', `١${'\u200e'}, ٢`],
    ['192.168.1.7', '١٩٢.١٦٨.١.٧'],
    ['دفع ٥٠ then 60', 'دفع ٥٠ then ٦٠'],
  ])('writes %s as %s', (latin, arabic) => expect(toArabicIndic(latin, false)).toBe(arabic));

  it.each([
    'desk2@branch.local',
    'https://a.eg/2',
    'backup-2026-11-22T10.json',
    'A-102',
    'v1.2',
    '3.2MB',
  ])('keeps %s, whose letters are Latin', (word) =>
    expect(toArabicIndic(`(${word})`, true)).toBe(`(${word})`));

  it('keeps digits that stand apart in order where the text runs from left to right', () => {
    expect(toArabicIndic('1–20', true)).toBe(`١${LRM}–٢٠`);
    expect(toArabicIndic('010 1234', true)).toBe(`٠١٠${LRM} ١٢٣٤`);
    expect(toArabicIndic('\u2066+20 10\u2069 و 5 6', false)).toBe(`\u2066+٢٠${LRM} ١٠\u2069 و ٥ ٦`);
    // Numbers alone, as in an element whose text decides its direction.
    expect(toArabicIndic('1991-02-12', false)).toBe(`١٩٩١${LRM}-٠٢${LRM}-١٢`);
    expect(toArabicIndic('5/11/2026', true)).toBe('٥/١١/٢٠٢٦');
  });
});

/** Draws amounts, a phone, names for the screen reader, and what must stay. */
function Account() {
  const row = { id: '7', price: '1250.00', phone: '01012345678' };
  return (
    <section aria-label="Account 7" key={useDigits()}>
      <MoneyCell name="price" field={money('Price')} row={row} />
      <PhoneCell name="phone" field={optionalPhone('Phone')} row={row} />
      <b>{3}</b>
      <i>
        {1} of {[2, ' + 3']}
      </i>
      <code translate="no">456</code>
      <input defaultValue="789" aria-label="Notes" />
    </section>
  );
}

describe('the choice of digits', () => {
  it('draws every number of a screen, and takes it back', async () => {
    const { container } = render(<Account />);
    expect(container).toHaveTextContent('L.E. 1,250.00');
    await act(() => chooseDeviceDigits('arabic-indic'));
    expect(container).toHaveTextContent(`L.E. ١٬٢٥٠٫٠٠٠١٠١٢٣٤٥٦٧٨٣١ of ٢ + ٣456`);
    expect(screen.getByRole('region', { name: 'Account ٧' })).toBeVisible();
    // Data stay Latin.
    expect(screen.getByRole('link')).toHaveAttribute('href', 'tel:01012345678');
    expect(screen.getByLabelText('Notes')).toHaveValue('789');
    await act(() => chooseDeviceDigits('latin'));
    expect(container.textContent).not.toMatch(/[٠-٩]/);
  });

  it('of the person goes before that of the device', async () => {
    await chooseDeviceDigits('arabic-indic');
    await choosePersonDigits('latin');
    expect(isArabicIndic()).toBe(false);
    await choosePersonDigits(undefined);
    expect(isArabicIndic()).toBe(true);
  });
});

describe.each(['latin', 'arabic-indic'] as const)('an input of numbers, with %s digits', (digits) => {
  const shown = (latin: string) => (digits === 'latin' ? latin : valueInArabicIndic(latin));
  const fields = [
    { name: 'an amount', field: money('Price'), latin: '1250.5', arabic: '١٢٥٠٫٥', stored: '1250.5' },
    { name: 'a count', field: quantity('Copies'), latin: '12', arabic: '١٢', stored: '12' },
    {
      name: 'a phone number',
      field: optionalPhone('Phone'),
      latin: '010123',
      arabic: '٠١٠١٢٣',
      stored: '010123',
    },
    {
      name: 'a receipt number',
      field: { ...text('Receipt Number'), warnIfDuplicate: true },
      latin: '501',
      arabic: '٥٠١',
      stored: '501',
    },
    {
      name: 'a day',
      field: optionalDate('Birthdate'),
      latin: '5/11/2026',
      arabic: '٥/١١/٢٠٢٦',
      stored: '2026-11-05',
    },
  ] as const;

  it.each(fields)('takes $name in either set, typed and pasted, and shows the chosen one', async (row) => {
    const { field, latin, arabic, stored } = row;
    const stop = watchTypedDigits(isArabicIndic, () => undefined);
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
    { text: '12/2/1991', field: optionalDate('Birthdate'), isNumber: true },
    { text: '12-34', field: { ...text('Receipt Number'), warnIfDuplicate: true as const }, isNumber: true },
    { text: 'ب 12', field: { ...text('Receipt Number'), warnIfDuplicate: true as const }, isNumber: false },
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
    const stop = watchTypedDigits(isArabicIndic, () => undefined);
    await chooseDeviceDigits(digits);
    showField(optionalPhone('Phone'), '01034');
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
  const stop = watchTypedDigits(isArabicIndic, () => undefined);
  await chooseDeviceDigits('arabic-indic');
  const { value } = showField(text('Name'));
  await userEvent.type(screen.getByRole('textbox'), 'Class 5 و ٦');
  expect(value()).toBe('Class 5 و ٦');
  stop();
});

it('a text with a number finds its translation before it is drawn', async () => {
  addTranslations('ar', { contract: { 'At least 4 letters': '4 حروف على الأقل' } });
  await chooseDeviceLanguage('ar');
  await chooseDeviceDigits('arabic-indic');
  showField(text('Name'), '', 'At least 4 letters');
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription('٤ حروف على الأقل');
  await chooseDeviceLanguage('en');
});

it.each([
  'arabic-indic',
  'latin',
] as const)('with %s digits a drawn number is copied in Latin digits, without marks of direction', async (digits) => {
  const stop = watchTypedDigits(isArabicIndic, () => undefined);
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
