import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { rest } from '#app/arabic/rest.ts';
import { start } from '#app/arabic/start.ts';
import { chooseDeviceDigits } from '#app/lib/digits.ts';
import { chooseDeviceLanguage } from '#app/lib/language.ts';
import { levels, periods } from '#contract/choices.ts';
import { choice, money, optionalDate, optionalText, text } from '#contract/fields.ts';
import { addTranslations } from '#contract/messages.ts';
import { showField } from './field.tsx';

describe('every field control', () => {
  it('shows its label above and its error below', () => {
    showField(optionalText('fatherName'), '', 'Use at most 255 characters');
    const control = screen.getByLabelText('Father Name (optional)');
    expect(control).toBeInvalid();
    expect(control).toHaveAccessibleDescription('Use at most 255 characters');
  });

  it('lets the text decide its direction', () => {
    showField(text('name'), 'أحمد');
    expect(screen.getByLabelText('Name')).toHaveAttribute('dir', 'auto');
  });
});

describe('the money control', () => {
  it('groups the amount with two decimals on blur, Arabic-Indic digits included', () => {
    const { value } = showField(money('price'));
    const control = screen.getByLabelText('Price');
    expect(control).toHaveAttribute('inputmode', 'decimal');
    fireEvent.change(control, { target: { value: '١٢٥٠٫٥' } });
    fireEvent.blur(control);
    expect(control).toHaveValue('1,250.50');
    expect(value()).toBe('1,250.50');
  });

  it('leaves unreadable text unchanged, so that it can be corrected', () => {
    showField(money('price'));
    const control = screen.getByLabelText('Price');
    fireEvent.change(control, { target: { value: '12,50' } });
    fireEvent.blur(control);
    expect(control).toHaveValue('12,50');
  });
});

describe('the select of a long choice', () => {
  it('offers the options in order and keeps an unknown value', () => {
    showField(choice('level', levels), '19');
    const options = within(screen.getByLabelText('Level')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent).slice(0, 3)).toEqual([
      'Choose…',
      'Level 1',
      'Level 2',
    ]);
    expect(screen.getByLabelText('Level')).toHaveValue('19');
  });
});

describe('the radio buttons of a short choice', () => {
  const period = choice('period', periods);
  const chosen = () => screen.queryByRole('radio', { checked: true });

  it('select with one tap and move with the arrow keys', async () => {
    const { value } = showField(period);
    const group = screen.getByRole('radiogroup', { name: 'Period' });
    expect(within(group).getAllByRole('radio')).toHaveLength(periods.length);
    expect(chosen()).toBeNull();
    await userEvent.click(within(group).getByRole('radio', { name: '3 Months' }));
    expect(value()).toBe('3');
    await userEvent.keyboard('{ArrowRight}');
    expect(value()).toBe('4');
    expect(chosen()).toHaveAccessibleName('4 Months');
  });

  it('are one tab stop, at the selected option', async () => {
    showField(period, '6');
    await userEvent.tab();
    expect(screen.getByRole('radio', { name: '6 Months' })).toHaveFocus();
    await userEvent.tab();
    expect(document.body).toHaveFocus();
  });

  it('keep an unknown value and show the error below', () => {
    showField(period, '5', 'Choose one of the list');
    expect(chosen()).toHaveAccessibleName('5');
    const group = screen.getByRole('radiogroup', { name: 'Period' });
    expect(group).toBeInvalid();
    expect(group).toHaveAccessibleDescription('Choose one of the list');
  });
});

describe('the date control', () => {
  const day = optionalDate('customDate');
  const openCalendar = async () => {
    await userEvent.click(screen.getByRole('button', { name: /: Custom Date$/ }));
    return within(await screen.findByRole('dialog', { name: 'Custom Date: pick a day' }));
  };

  it('shows its placeholder while empty and accepts a typed date', () => {
    const { value } = showField(day);
    const control = screen.getByPlaceholderText('Pick a date');
    fireEvent.change(control, { target: { value: '3/11/2026' } });
    expect(value()).toBe('2026-11-03');
    fireEvent.blur(control);
    expect(control).toHaveValue('3/11/2026');
    fireEvent.change(control, { target: { value: '' } });
    expect(value()).toBe('');
  });

  it('takes a day from the calendar, and choosing the same day again clears it', async () => {
    const { value } = showField(day, '2026-11-03');
    const first = await openCalendar();
    await userEvent.click(await first.findByRole('gridcell', { name: /November 5th, 2026/ }));
    expect(value()).toBe('2026-11-05');
    const again = await openCalendar();
    await userEvent.click(await again.findByRole('gridcell', { name: /November 5th, 2026/ }));
    expect(value()).toBe('');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    { dir: 'ltr', later: 'ArrowRight', earlier: 'ArrowLeft' },
    { dir: 'rtl', later: 'ArrowLeft', earlier: 'ArrowRight' },
  ])('moves by keys towards the day that stands there, $dir', async ({ dir, later, earlier }) => {
    document.documentElement.dir = dir;
    showField(day, '2026-11-03');
    const calendar = await openCalendar();
    await waitFor(() => expect(calendar.getByRole('gridcell', { name: /November 3rd, 2026/ })).toHaveFocus());
    const press = async (key: string) => {
      await userEvent.keyboard(`{${key}}`);
      return document.activeElement?.getAttribute('aria-label')?.replace(/^Choose /, '');
    };
    expect(await press(later)).toBe('Wednesday, November 4th, 2026');
    expect(await press(later)).toBe('Thursday, November 5th, 2026');
    expect(await press(earlier)).toBe('Wednesday, November 4th, 2026');
    // Weeks begin on Saturday.
    expect(await press('Home')).toBe('Saturday, October 31st, 2026');
    expect(await press('ArrowDown')).toBe('Saturday, November 7th, 2026');
    expect(await press('End')).toBe('Friday, November 13th, 2026');
    expect(await press('ArrowUp')).toBe('Friday, November 6th, 2026');
    expect(await press('PageDown')).toBe('Sunday, December 6th, 2026');
    expect(await press('PageUp')).toBe('Friday, November 6th, 2026');
    document.documentElement.dir = '';
  });

  it('names days and months in Arabic, Saturday first', async () => {
    addTranslations('ar', { ...start, ...rest });
    await act(() => chooseDeviceLanguage('ar'));
    await act(() => chooseDeviceDigits('arabic-indic'));
    showField(day, '2026-11-03');
    await userEvent.click(screen.getByRole('button', { name: /^تغيير التاريخ: / }));
    const calendar = within(await screen.findByRole('dialog'));
    const cell = await calendar.findByRole('gridcell', { name: /الثلاثاء، ٣ نوفمبر ٢٠٢٦/ });
    expect(cell).toHaveTextContent('٣');
    expect(calendar.getAllByRole('columnheader').map(({ textContent }) => textContent)[0]).toMatch(/السبت/);
    expect(calendar.getByRole('option', { name: 'نوفمبر', selected: true })).toBeVisible();
    // The library has English words of its own.
    const parts = document.querySelectorAll('[role=dialog], [role=dialog] [aria-label]');
    const words = Array.from(parts, (one) => `${one.getAttribute('aria-label') ?? ''} ${one.textContent}`);
    expect(words.join()).not.toMatch(/[A-Za-z]{2}/);
    cell.focus();
    await userEvent.keyboard('{PageDown}');
    expect(calendar.getByRole('gridcell', { name: /الخميس، ٣ ديسمبر ٢٠٢٦/ })).toBeVisible();
    await act(() => chooseDeviceDigits('latin'));
    await act(() => chooseDeviceLanguage('en'));
  });

  it('closes its calendar with Escape and returns the focus', async () => {
    showField(day);
    const calendar = await openCalendar();
    fireEvent.keyDown(await calendar.findByRole('combobox', { name: 'Year' }), { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Pick a date: Custom Date' })).toHaveFocus();
  });
});
