import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { optionalDate } from '#contract/fields.ts';
import { showField } from './field.tsx';

const calendarModule = vi.hoisted(() => ({ missing: true }));
vi.mock('#app/fields/calendar.tsx', async (original) => {
  if (calendarModule.missing) throw new TypeError('Failed to fetch dynamically imported module');
  return original();
});

afterEach(() => {
  calendarModule.missing = true;
  reportReachable();
});

it('45 a calendar that is missing says so and leaves the field; a retry or the connection loads it', async () => {
  reportUnreachable();
  const { value } = showField(optionalDate('customDate'));
  const field = screen.getByPlaceholderText('Pick a date');
  fireEvent.change(field, { target: { value: '3/11/2026' } });
  await userEvent.click(screen.getByRole('button', { name: /: Custom Date$/ }));
  const panel = within(await screen.findByRole('dialog', { name: 'Custom Date: pick a day' }));
  const alert = () => panel.findByRole('alert');
  expect(await alert()).toHaveTextContent('Type the day instead');
  fireEvent.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await alert()).toHaveTextContent('Type the day instead');
  expect(field).toHaveValue('3/11/2026');
  expect(value()).toBe('2026-11-03');
  calendarModule.missing = false;
  // The field waits for the connection from its effects on, a moment after the text is there.
  await act(async () => undefined);
  act(reportReachable);
  expect(await panel.findByRole('gridcell', { name: /November 3rd, 2026/ })).toBeVisible();
});
