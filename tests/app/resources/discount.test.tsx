import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { defaultSettings, SETTINGS_PATH } from '#contract/branch-settings.ts';
import { resources } from '#contract/resources/registry.ts';
import { demoSettings } from '#server/demo/demo-settings.ts';
import { heading, renderScreen, ScriptedServer } from './render-screen.tsx';
import { mona, servePickerRecords, storedRecord } from './samples.ts';

const field = (name: string) => {
  const found = document.querySelector(`input[name="${name}"]:not([type=radio])`);
  if (!(found instanceof HTMLInputElement)) throw new Error(`No field ${name}`);
  return found;
};
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByText(name, { selector: 'button' }));

async function openBusForm() {
  const server = new ScriptedServer();
  servePickerRecords(server);
  server.declares({ idempotency: true, settings: true, discounts: true });
  server.on(`GET ${SETTINGS_PATH}`, { body: { id: '1', version: 1, ...defaultSettings, ...demoSettings } });
  server.on('POST /bus/', ({ body }) => ({
    status: 201,
    body: storedRecord(resources.bus, { ...body, id: 'new' }),
  }));
  renderScreen('/busses/add-bus');
  await heading('Create Bus');
  await screen.findByText('Discount', { selector: 'button' });
  return server;
}

async function saved(server: ScriptedServer) {
  type('receipt_number', '77');
  type('paid_amount', '0');
  fireEvent.click(field('student'));
  fireEvent.click(await screen.findByText(mona.name, { selector: '[role=option] span' }));
  await press('Create Bus');
  await waitFor(() => expect(server.sent('POST', '/bus/')).toHaveLength(1));
  return server.sent('POST', '/bus/')[0]?.body;
}

it('keeps the price that was typed, and tells what it lacks to the list price', async () => {
  const server = await openBusForm();
  type('price', '800');
  await press('Discount');
  expect(field('price')).toHaveValue('800');
  expect(field('list_price')).toHaveValue('900.00');
  expect(field('discount')).toHaveValue('100.00');
  await press('Create Bus');
  await screen.findByText('Choose the reason of the discount');
  expect(server.sent('POST', '/bus/')).toEqual([]);
  fireEvent.click(screen.getByRole('radio', { name: 'Scholarship' }));
  expect(await saved(server)).toMatchObject({
    price: '800.00',
    list_price: '900.00',
    discount: '100.00',
    discount_reason: 'scholarship',
  });
});

it('counts a percentage from the list price, rounded to piastres, and shows the price at once', async () => {
  const server = await openBusForm();
  await press('List price L.E. 900.00');
  await press('Discount');
  fireEvent.change(screen.getByLabelText('Percent'), { target: { value: '33.33' } });
  expect(field('price')).toHaveValue('600.03');
  // A price that is typed now says how much the discount is.
  type('price', '650');
  await waitFor(() => expect(field('discount')).toHaveValue('250.00'));
  fireEvent.click(screen.getByRole('radio', { name: 'Siblings' }));
  expect(field('price')).toHaveValue('650');
  expect(await saved(server)).toMatchObject({ price: '650.00', discount: '250.00' });
});

it('sends nothing of a discount once it was taken away', async () => {
  const server = await openBusForm();
  type('price', '800');
  await press('Discount');
  await press('No discount');
  expect(field('price')).toHaveValue('900.00');
  expect(await saved(server)).toMatchObject({ price: '900.00', discount: null, discount_reason: null });
});

it('is not asked for by a change of the notes of an enrolment that was stored without it', async () => {
  const server = new ScriptedServer();
  servePickerRecords(server);
  server.declares({ idempotency: true, settings: true, discounts: true });
  server.on(`GET ${SETTINGS_PATH}`, { body: { id: '1', version: 1, ...defaultSettings, ...demoSettings } });
  const prices = { price: '800.00', list_price: '900.00', discount: null, discount_reason: null };
  const stored = storedRecord(resources.bus, { id: 'p1', ...prices, paid_amount: '0.00', notes: '' });
  server.on('GET /bus/p1/', { body: stored });
  server.on('PATCH /bus/p1/', ({ body }) => ({ body: { ...stored, ...body } }));
  renderScreen('/busses/edit-bus/p1');
  await heading('Edit Bus');
  const notes = await screen.findByRole('textbox', { name: /Notes/ });
  fireEvent.change(notes, { target: { value: 'Sits in front' } });
  await press('Save changes');
  await waitFor(() => expect(server.sent('PATCH', '/bus/p1/')).toHaveLength(1));
});
