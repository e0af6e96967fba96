import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { resources } from '#contract/resources/registry.ts';
import { heading, renderScreen, ScriptedServer, toasts } from '../resources/render-screen.tsx';
import { storedRecord } from '../resources/samples.ts';

const ride = (id: string, name: string) => ({
  ...storedRecord(resources.bus, { student: id, receipt_number: id, price: '400.00', paid_amount: '0.00' }),
  id: `b${id}`,
  student_data: { id, name },
  ends_on: '2026-11-30',
});

it('what is ticked is renewed from the day after its end, and a refused one stops no other', async () => {
  const server = new ScriptedServer();
  server.on('GET /renewals/', () => ({
    status: 200,
    body: { kinds: [{ resource: 'bus', ending: 3, ended: 0 }] },
  }));
  server.list('/bus/', [ride('1', 'Mona Adel'), ride('2', 'Omar Samir'), ride('3', 'Hana Fouad')]);
  server.on('POST /bus/', ({ body }) =>
    body.renews === 'b2'
      ? { status: 409, body: { detail: 'It is renewed already.' } }
      : { status: 201, body: storedRecord(resources.bus, { ...body, id: `new ${String(body.renews)}` }) },
  );
  renderScreen('/renewals');
  await heading('Renewals');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'All of them' }));
  fireEvent.click(screen.getByRole('checkbox', { name: /Mona Adel/ }));
  fireEvent.click(screen.getByText('Renew 2', { selector: 'button' }));
  await waitFor(() => expect(server.sent('POST', '/bus/')).toHaveLength(2));
  for (const { body } of server.sent('POST', '/bus/'))
    expect(body).toMatchObject({ custom_date: '2026-12-01', price: '400.00', paid_amount: '0.00' });
  await waitFor(() =>
    expect(toasts()).toEqual(expect.arrayContaining(['1 renewed.', expect.stringMatching('1 was refused')])),
  );
  // Its card is in the Sync panel, and it is not offered again.
  const refused = await screen.findByRole('checkbox', { name: /Omar Samir.*Needs you/ });
  expect(refused).toBeDisabled();
});
