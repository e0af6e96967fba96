import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { bootCache } from '#app/cache/boot-cache.ts';
import { ApprovalHost } from '#app/shell/dashboard-shell.tsx';
import { resources } from '#contract/resources/registry.ts';
import { renderStyled } from '../render.tsx';
import { heading, renderScreen, ScriptedServer, toasts } from '../resources/render-screen.tsx';
import { storedRecord } from '../resources/samples.ts';

const ride = (id: string, name: string) => ({
  ...storedRecord(resources.bus, { student: id, receipt_number: id, price: '400.00', paid_amount: '0.00' }),
  id: `b${id}`,
  student_data: { id, name },
  ends_on: '2026-11-30',
});

/** Shows the renewals of three rides, whose discounts may be above the limit of staff. */
async function open(server: ScriptedServer): Promise<void> {
  server.on('GET /renewals/', { body: { kinds: [{ resource: 'bus', ending: 3, ended: 0 }] } });
  server.list('/bus/', [ride('1', 'Mona Adel'), ride('2', 'Omar Samir'), ride('3', 'Hana Fouad')]);
  const { router } = renderScreen('/');
  // What the server declares is read from the last answer that is stored.
  await expect.poll(() => bootCache().branch?.name).toBe('Al Nour');
  await router.navigate('/renewals');
  await heading('Renewals');
}

it('a manager is asked for what is above the limit of staff, one after the other, until they close the question', async () => {
  const server = new ScriptedServer();
  server.declares({ idempotency: true, merges: true, filters: true, approvals: true });
  const approved = new Set<unknown>();
  server.on('POST /auth/approval/', ({ body }) => {
    approved.add(body.key);
    return { status: 200, body: { approval: 'a-token-of-the-approval', approved_by: 'Head' } };
  });
  server.on('POST /bus/', ({ body, key }) =>
    approved.has(key)
      ? { status: 201, body: storedRecord(resources.bus, { ...body, id: `new ${String(body.renews)}` }) }
      : { status: 403, body: { detail: 'A manager must agree.' } },
  );
  await open(server);
  renderStyled(<ApprovalHost />);
  for (const name of [/Mona Adel/, /Omar Samir/, /Hana Fouad/])
    fireEvent.click(await screen.findByRole('checkbox', { name }));
  fireEvent.click(screen.getByText('Renew 3', { selector: 'button' }));
  const password = await screen.findByLabelText("Manager's password");
  await waitFor(() => expect(server.sent('POST', '/bus/')).toHaveLength(3));
  const asked = screen.getByRole('dialog').textContent;
  fireEvent.change(screen.getByLabelText("Manager's email"), { target: { value: 'head@example.org' } });
  fireEvent.change(password, { target: { value: 'sesame street' } });
  fireEvent.click(screen.getByText('Approve', { selector: 'button' }));
  await waitFor(() => {
    const dialog = screen.getByRole('dialog');
    expect(dialog).toHaveTextContent(/Mona|Omar|Hana/);
    expect(dialog.textContent).not.toBe(asked);
  });
  fireEvent.click(screen.getByText('Cancel', { selector: 'button' }));
  await waitFor(() =>
    expect(toasts()).toEqual(expect.arrayContaining(['1 renewed.', expect.stringMatching('2 were refused')])),
  );
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.sent('POST', '/auth/approval/')).toHaveLength(1);
});

it('what is ticked is renewed from the day after its end, and a refused one stops no other', async () => {
  const server = new ScriptedServer();
  server.on('POST /bus/', ({ body }) =>
    body.renews === 'b2'
      ? { status: 409, body: { detail: 'It is renewed already.' } }
      : { status: 201, body: storedRecord(resources.bus, { ...body, id: `new ${String(body.renews)}` }) },
  );
  await open(server);
  fireEvent.click(await screen.findByRole('checkbox', { name: /Omar Samir/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: /Hana Fouad/ }));
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
