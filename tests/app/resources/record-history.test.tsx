import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { heading, renderScreen, ScriptedServer } from './render-screen.tsx';
import { enrolment, historyLine, mona } from './samples.ts';

const created = historyLine({
  at: '2026-11-02T08:00:00Z',
  user_name: 'منى عادل',
  action: 'created',
  before: null,
  after: enrolment,
});
const changed = historyLine({
  id: '2',
  at: '2026-11-05T08:00:00Z',
  user_name: 'Karim',
  before: enrolment,
  after: { ...enrolment, paid_amount: '1200.00', notes: 'Pays on Sundays' },
});
const page = (...results: unknown[]) => ({
  body: { count: results.length, next: null, previous: null, results },
});

async function openEdit(server = new ScriptedServer()) {
  server.list('/students/', [mona]);
  server.list('/adult-course/', [enrolment]);
  renderScreen('/courses/adult/edit-course/c1');
  await heading('Edit Course');
  return server;
}

const openHistory = async () => {
  const summary = await screen.findByText('History');
  fireEvent.click(summary);
};

describe('the history of a record', () => {
  it('is loaded on opening and shows who changed what, with the values before', async () => {
    const server = await openEdit();
    server.on('GET /history/', page(changed, created));
    await screen.findByText('History');
    expect(server.seen.filter(({ path }) => path === '/history/')).toEqual([]);
    await openHistory();
    const [last, first] = await screen.findAllByRole('listitem');
    if (!last || !first) throw new Error('There are two entries.');
    expect(last).toHaveTextContent(/^Changed by Karim 5\/11\/2026 at \d\d:00/);
    const change = within(last).getByText('Paid Amount').closest('div');
    expect(change).toHaveTextContent('Paid AmountL.E. 1,000.00→L.E. 1,200.00');
    expect(within(last).getByText('Notes').closest('div')).toHaveTextContent('Notesnothing→Pays on Sundays');
    expect(within(last).queryByText('Price')).toBeNull();
    expect(first).toHaveTextContent(/^Recorded by منى عادل 2\/11\/2026/);
    const [request] = server.seen.filter(({ path }) => path === '/history/');
    expect(Object.fromEntries(request?.query ?? [])).toMatchObject({
      resource: 'adult-course',
      record: 'c1',
    });
  });

  it('names who entered a write that another user sent, and who approved it', async () => {
    const server = await openEdit();
    const names = { entered_by: '3', entered_by_name: 'Salma', approved_by: '4', approved_by_name: 'Hany' };
    server.on('GET /history/', page({ ...changed, ...names }));
    await openHistory();
    const [item] = await screen.findAllByRole('listitem');
    expect(item).toHaveTextContent(/^Changed by Karim, entered by Salma, approved by Hany 5/);
  });

  it('disappears on a server without a history', async () => {
    const server = await openEdit();
    server.on('GET /history/', { status: 404, body: { detail: 'Not found.' } });
    await openHistory();
    await expect.poll(() => screen.queryByText('History')).toBeNull();
  });

  it('is not offered on a minimal server', async () => {
    const server = new ScriptedServer();
    server.on('GET /branch/details/', { body: { name: 'Al Nour', address: 'Dokki' } });
    await openEdit(server);
    expect(await screen.findByDisplayValue('3,000.00')).toBeInTheDocument();
    expect(screen.queryByText('History')).toBeNull();
  });

  it('reports that it needs a connection, and is loaded once there is one', async () => {
    const server = await openEdit();
    await screen.findByText('History');
    server.offline = true;
    await openHistory();
    expect(await screen.findByText('The history needs a connection.')).toBeInTheDocument();
    server.offline = false;
    server.on('GET /history/', page());
    fireEvent.click(screen.getByText('Try again', { selector: 'button' }));
    expect(await screen.findByText('Nothing was written down about it.')).toBeInTheDocument();
  });
});
