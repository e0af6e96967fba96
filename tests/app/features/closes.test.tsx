import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { CloseDayPage, CloseForPage } from '#app/features/closes/close-pages.tsx';
import { CloseSheet } from '#app/features/closes/close-sheet.tsx';
import { ClosesPage } from '#app/features/closes/closes-page.tsx';
import { closeAnswer } from '#contract/closes.ts';
import { gate } from '../../support/gate.ts';
import { renderPage } from '../render.tsx';
import { renderRoutes } from '../resources/render-screen.tsx';
import { DrawerServer } from './drawer-server.ts';

let drawer: DrawerServer;
beforeEach(() => {
  drawer = new DrawerServer('150.00');
});
afterEach(() => reportReachable());

const open = () =>
  renderPage(
    <main>
      <CloseDayPage />
    </main>,
    { path: '/close-day' },
  );

const main = () => screen.getByRole('main');
const press = async (name: string) => fireEvent.click(await screen.findByText(name, { selector: 'button' }));
const type = async (label: string, text: string) => {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
};
const count = async (amount: string) => {
  await type('Other money, or the sum counted by hand', amount);
  await type('Was in the drawer at the start', '0');
};
const handedOver = (more: object) => ({
  id: '1',
  way: 'handed_over',
  amount: '140.00',
  drawer: '7',
  person: null,
  person_name: null,
  recorded_by: '7',
  received: null,
  received_by: null,
  no_second_person: false,
  ...more,
});
const finds = (text: RegExp | string) => within(main()).findByText(text);
const isRight = () => finds('The drawer is right. It is closed.');

describe('a drawer close', () => {
  it('75 whose answer was lost is shown, and counted once', async () => {
    open();
    await count('150');
    drawer.loseAnswer('POST', '/closes/');
    await press('Compare');
    await isRight();
    expect(screen.queryByRole('button', { name: 'Compare' })).toBeNull();
    expect(drawer.closes).toHaveLength(1);
    expect(new Set(drawer.server.sent('POST', '/closes/').map(({ key }) => key)).size).toBe(1);
    cleanup();
    // Nothing is left of the count: the next one begins anew.
    open();
    expect(await screen.findByRole('textbox', { name: /sum counted by hand/ })).toHaveValue('');
    expect(drawer.closes).toHaveLength(1);
  });

  it('agrees with a method by which more went back than came in', async () => {
    drawer.methods = [{ payment_method: 'card', count: 1, total: '-100.00' }];
    open();
    await count('150');
    await press('Agrees');
    await press('Compare');
    await isRight();
    expect(drawer.server.sent('POST', '/closes/')[0]?.body.methods).toEqual([
      { payment_method: 'card', found: '-100.00' },
    ]);
  });

  it('that differs from a method is not closed without a reason', async () => {
    drawer.methods = [{ payment_method: 'card', count: 1, total: '190.00' }];
    open();
    await count('150');
    await press('Differs');
    await type('The sum there', '180');
    await press('Compare');
    await finds('Say why the sum differs');
    expect(drawer.closes).toEqual([]);
    await press('Agrees');
    await press('Compare');
    await isRight();
  });

  it('76 whose answer was lost with its tab is shown, and counted once', async () => {
    open();
    await count('150');
    drawer.server.on('GET /closes/own/', () => {
      throw new TypeError('Failed to fetch');
    });
    drawer.loseAnswer('POST', '/closes/');
    await press('Compare');
    await waitFor(() => expect(drawer.closes).toHaveLength(1));
    cleanup();
    const before = drawer.server.sent('POST', '/closes/');
    drawer.answersOwn();
    open();
    await isRight();
    expect(drawer.closes).toHaveLength(1);
    // The answer is had again under the same key.
    const sent = drawer.server.sent('POST', '/closes/');
    expect(sent).toHaveLength(before.length + 1);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  });

  it('76 that never arrived is performed by nobody but a person', async () => {
    open();
    await count('150');
    drawer.server.offline = true;
    await press('Compare');
    await waitFor(() => expect(main()).toHaveTextContent('Your count stays on this device'));
    cleanup();
    drawer.server.offline = false;
    open();
    expect(await screen.findByRole('textbox', { name: /sum counted by hand/ })).toHaveValue('150');
    expect(drawer.server.sent('POST', '/closes/')).toEqual([]);
    await press('Compare');
    await isRight();
    expect(drawer.closes).toHaveLength(1);
  });

  it('77 that was made on another device meanwhile is shown instead of a second count', async () => {
    open();
    await count('150');
    drawer.count({ other: '150', after: null });
    await press('Compare');
    expect(await finds(/Nothing was counted twice\./)).toBeVisible();
    expect(main()).toHaveTextContent(
      /Your drawer was closed 24\/11\/2026 at .*: L\.E\. 150\.00\. No difference\./,
    );
    expect(drawer.closes).toHaveLength(1);
    cleanup();
    open();
    await finds(/Nothing was counted twice\./);
    await press('Count what came in since');
    expect(await screen.findByRole('textbox', { name: /sum counted by hand/ })).toHaveValue('');
  });

  it('77 whose reason was given on another device is shown finished', async () => {
    open();
    await count('140');
    await press('Compare');
    await finds(/L\.E\. 10\.00 is missing\./);
    Object.assign(drawer.closes[0] ?? {}, { finished_at: '2026-11-24T10:49:00Z', reason: 'Torn note' });
    await type('Why does it differ?', 'Gave too much change');
    await press('Finish');
    await finds(/Torn note/);
    expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull();
  });

  it('names who receives what does not stay, a user or somebody whose name is typed', async () => {
    drawer.server.declares({ idempotency: true, closes: true, people: true });
    drawer.server.on('GET /people/', { body: { results: [{ id: '8', name: 'Karim Adel' }] } });
    open();
    await count('140');
    const receiver = () => screen.findByLabelText(/^Who receives the L\.E\. 140\.00 that does not stay/);
    fireEvent.change(await receiver(), { target: { value: '8' } });
    await press('Compare');
    await finds(/L\.E\. 10\.00 is missing\./);
    expect(drawer.server.sent('POST', '/closes/')[0]?.body).toMatchObject({ person: '8' });
    Object.assign(drawer.closes[0] ?? {}, {
      handover: handedOver({ person: '8', person_name: 'Karim Adel' }),
    });
    cleanup();
    open();
    await finds('Not confirmed yet');
    await press('Count again');
    await waitFor(async () => expect(await receiver()).toHaveValue('8'));
    fireEvent.change(await receiver(), { target: { value: 'other' } });
    await type('Received or brought by (optional)', 'Samir');
    await press('Compare again');
    await waitFor(() => expect(drawer.server.sent('POST', '/closes/1/recount/')).toHaveLength(1));
    const { body } = drawer.server.sent('POST', '/closes/1/recount/')[0] ?? {};
    expect([body?.person, body?.person_name]).toEqual([undefined, 'Samir']);
  });

  it('asks for no receiver where everything stays', async () => {
    open();
    await count('150');
    expect(await screen.findByLabelText(/^Received or brought by/)).toBeVisible();
    await type('Stays in the drawer', '150');
    expect(screen.queryByLabelText(/^Received or brought by/)).toBeNull();
  });

  it('can be counted again before its reason; both counts stand on it', async () => {
    open();
    await count('140');
    await press('Compare');
    await finds(/L\.E\. 10\.00 is missing\./);
    await press('Count again');
    const box = await screen.findByRole('textbox', { name: /sum counted by hand/ });
    expect(box).toHaveValue('140.00');
    expect(main()).toHaveTextContent('Both counts stay on the close.');
    await type('Other money, or the sum counted by hand', '150');
    drawer.loseAnswer('POST', '/closes/1/recount/');
    await press('Compare again');
    await isRight();
    expect(main()).toHaveTextContent('Counted before: L.E. 140.00');
    expect(drawer.closes).toHaveLength(1);
  });

  it('says of a count on this device only what is true where the page was opened without a connection', async () => {
    drawer.server.goOffline();
    open();
    expect(await screen.findByText(/^Closing needs a connection\.\s*$/)).toBeVisible();
    expect(screen.queryByText(/Your count stays/)).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

it('a manager counts the drawer of a disabled user from the list and says why; the close names both', async () => {
  const { server } = drawer;
  server.signedInAs('manager');
  const user = { user: '8', user_name: 'Laila Hany', disabled: true };
  const period = { since: null, first_at: null, unfinished: null, count: 1, expected: '150.00' };
  server.on('GET /closes/open/', { body: { drawers: [{ ...user, ...period }] } });
  server.on('GET /closes/', { body: { count: 0, next: null, previous: null, results: [] } });
  server.on('POST /closes/', ({ body }) => {
    const { status, body: close } = drawer.count(body);
    return { status, body: { ...close, reason: body.reason, closed_by: '7', closed_by_name: 'Mona Adel' } };
  });
  const inMain = (page: ReactNode) => <main>{page}</main>;
  const pages = [
    { path: '/closes', element: inMain(<ClosesPage />) },
    { path: '/closes/of/:user', element: inMain(<CloseForPage />) },
  ];
  renderRoutes(pages, '/closes');
  fireEvent.click(await screen.findByRole('link', { name: 'Close the drawer of Laila Hany' }));
  await finds('Close the drawer of Laila Hany');
  await count('150');
  await press('Close the drawer');
  await finds('Say why you close it');
  expect(drawer.closes).toEqual([]);
  await type('Why do you close it?', 'She left the branch');
  act(() => reportUnreachable());
  expect(main()).toHaveTextContent('Closing needs a connection. Your count stays on this device.');
  expect(screen.getByRole('button', { name: 'Close the drawer' })).toBeDisabled();
  act(() => reportReachable());
  await press('Close the drawer');
  await isRight();
  expect(server.sent('POST', '/closes/').map(({ body }) => body)).toMatchObject([
    { user: '8', reason: 'She left the branch' },
  ]);
  expect(main()).toHaveTextContent('Closed by Mona Adel');
  expect(main()).toHaveTextContent('She left the branch');
});

describe('the list of closes', () => {
  it('comes once the open drawers above it are read, or cannot be', async () => {
    const { letGo: refuse, until: asked } = gate();
    drawer.server.on('GET /closes/open/', () =>
      asked.then(() => ({ status: 403, body: { detail: 'Not for you.' } })),
    );
    drawer.server.on('GET /closes/', { body: { count: 0, next: null, previous: null, results: [] } });
    renderPage(<ClosesPage />);
    expect(await screen.findByRole('heading', { name: 'Not closed yet' })).toBeVisible();
    await waitFor(() => expect(drawer.server.sent('GET', '/closes/')).toHaveLength(1));
    await waitFor(() => expect(drawer.server.sent('GET', '/closes/open/')).toHaveLength(1));
    expect(screen.getByRole('status', { name: 'Drawer closes are loading' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Closes' })).toBeNull();
    refuse();
    expect(await screen.findByText(/Not for you/)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Closes' })).toBeVisible();
    expect(await screen.findByText('No drawer was closed yet')).toBeVisible();
  });
});

const nobody = { written_by: null, written_at: null };

describe('the sheet of a close', () => {
  const showSheet = (more: object) =>
    renderPage(
      <main>
        <CloseSheet close={closeAnswer.parse({ ...drawer.count({ other: '150' }).body, ...more })} />
      </main>,
    );

  it('tells with which amount and method a counted payment is paid now', async () => {
    const line = {
      resource: 'bus',
      record: '4',
      part: 'enrolment',
      amount: '300.00',
      payment_method: 'cash',
    };
    const written = { deleted: false, title: '#9', written_by: 'Hoda', written_at: '2026-11-24T11:00:00Z' };
    showSheet({
      changed: 2,
      expected_now: '100.00',
      lines: [
        {
          ...line,
          ...written,
          amount_now: '0.00',
          other_method_now: { payment_method: 'card', amount: '250.00' },
        },
        { ...line, ...written, record: '5', amount_now: '310.00' },
      ],
    });
    await finds('Changed since the close');
    expect(main()).toHaveTextContent('L.E. 300.00 then, L.E. 250.00 by card now');
    expect(main()).toHaveTextContent('L.E. 300.00 then, L.E. 310.00 now');
    expect(main()).toHaveTextContent('With these changes L.E. 100.00 would be expected.');
  });

  it('shows apart what its receivers have not confirmed', async () => {
    const line = { resource: 'cash-move', part: 'handed_over', amount_now: null, deleted: false };
    showSheet({
      unconfirmed: '50.00',
      lines: [
        { ...line, record: '4', amount: '-70.00', unconfirmed: '50.00', title: 'Samir', ...nobody },
        { ...line, record: '5', amount: '-20.00', title: 'Karim', ...nobody },
      ],
    });
    await finds('Not confirmed by its receiver');
    expect(main().textContent?.match(/Not confirmed: L\.E\. 50\.00/g)).toHaveLength(1);
  });

  it.each([
    ['waits for its receiver', {}, 'Handed overSamirNot confirmed yet'],
    ['was received in part', { received: '90.00', received_by: 'Karim' }, 'Received only L.E. 90.00 · Karim'],
    ['was received', { received: '140.00', received_by: 'Karim' }, 'Confirmed by Karim'],
    ['cannot be confirmed', { no_second_person: true }, 'No second person to confirm it'],
  ])('says that what it handed over %s', async (_title, more, text) => {
    showSheet({
      unconfirmed: '140.00',
      handover: handedOver({ person_name: 'Samir', ...more }),
    });
    await finds('Handed over');
    expect(main()).toHaveTextContent(text);
  });
});
