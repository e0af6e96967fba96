import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { levels, periods } from '#contract/choices.ts';
import { choice, money, optionalDate, optionalText, text } from '#contract/fields.ts';
import { showField } from './field.tsx';

describe('every control', () => {
  it('says above what it is, and below what is wrong', () => {
    showField(optionalText('Father Name'), '', 'Use at most 255 characters');
    const control = screen.getByLabelText('Father Name (optional)');
    expect(control).toBeInvalid();
    expect(control).toHaveAccessibleDescription('Use at most 255 characters');
  });

  it('lets a name decide in which direction it runs', () => {
    showField(text('Name'), 'أحمد');
    expect(screen.getByLabelText('Name')).toHaveAttribute('dir', 'auto');
  });
});

describe('money', () => {
  it('is grouped with two places when the field is left, Arabic-Indic digits included', () => {
    const { value } = showField(money('Price'));
    const control = screen.getByLabelText('Price');
    expect(control).toHaveAttribute('inputmode', 'decimal');
    fireEvent.change(control, { target: { value: '١٢٥٠٫٥' } });
    fireEvent.blur(control);
    expect(control).toHaveValue('1,250.50');
    expect(value()).toBe('1,250.50');
  });

  it('leaves alone what is no amount, so that it can be mended', () => {
    showField(money('Price'));
    const control = screen.getByLabelText('Price');
    fireEvent.change(control, { target: { value: '12,50' } });
    fireEvent.blur(control);
    expect(control).toHaveValue('12,50');
  });
});

describe('a choice', () => {
  it('offers the list in its order and keeps a value it does not know', () => {
    showField(choice('Level', levels), '19');
    const options = within(screen.getByLabelText('Level')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent).slice(0, 3)).toEqual([
      'Choose…',
      'Level 1',
      'Level 2',
    ]);
    expect(screen.getByLabelText('Level')).toHaveValue('19');
  });
});

describe('a choice of a few', () => {
  const period = choice('Period', periods);
  const chosen = () => screen.queryByRole('radio', { checked: true });

  it('stands open: one tap chooses, the arrow keys go on', async () => {
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

  it('is one stop of the Tab key, at what is chosen', async () => {
    showField(period, '6');
    await userEvent.tab();
    expect(screen.getByRole('radio', { name: '6 Months' })).toHaveFocus();
    await userEvent.tab();
    expect(document.body).toHaveFocus();
  });

  it('keeps a value it does not know, and says below what is wrong', () => {
    showField(period, '5', 'Choose one of the list');
    expect(chosen()).toHaveAccessibleName('5');
    const group = screen.getByRole('radiogroup', { name: 'Period' });
    expect(group).toBeInvalid();
    expect(group).toHaveAccessibleDescription('Choose one of the list');
  });
});

describe('a date', () => {
  const day = optionalDate('Custom Date');
  const openCalendar = async () => {
    await userEvent.click(screen.getByRole('button', { name: /: Custom Date$/ }));
    return within(await screen.findByRole('dialog', { name: 'Custom Date: pick a day' }));
  };

  it('asks to pick a date while it is empty, and takes a typed one', () => {
    const { value } = showField(day);
    const control = screen.getByPlaceholderText('Pick a date');
    fireEvent.change(control, { target: { value: '3/11/2026' } });
    expect(value()).toBe('2026-11-03');
    fireEvent.blur(control);
    expect(control).toHaveValue('3/11/2026');
    fireEvent.change(control, { target: { value: '' } });
    expect(value()).toBe('');
  });

  it('hands on what is no day as it is, for the form to refuse', () => {
    const { value } = showField(day);
    fireEvent.change(screen.getByPlaceholderText('Pick a date'), { target: { value: '31/11/2026' } });
    expect(value()).toBe('31/11/2026');
  });

  it('takes a day of the calendar; the same day again clears it', async () => {
    const { value } = showField(day, '2026-11-03');
    const first = await openCalendar();
    await userEvent.click(await first.findByRole('gridcell', { name: /November 5th, 2026/ }));
    expect(value()).toBe('2026-11-05');
    const again = await openCalendar();
    await userEvent.click(await again.findByRole('gridcell', { name: /November 5th, 2026/ }));
    expect(value()).toBe('');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('closes its calendar with Escape and gives the focus back', async () => {
    showField(day);
    const calendar = await openCalendar();
    fireEvent.keyDown(await calendar.findByRole('combobox', { name: 'Year' }), { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Pick a date: Custom Date' })).toHaveFocus();
  });
});
