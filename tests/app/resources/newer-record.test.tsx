import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { currentOwner } from '#app/api/session.ts';
import { save } from '#app/outbox/sender/save.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { storedCapabilities } from '#app/outbox/store/server-facts.ts';
import { change } from '../outbox/mutations.ts';
import { heading, renderScreen, ScriptedServer } from './render-screen.tsx';
import { ahmad, enrolment, historyLine, mona } from './samples.ts';

const PATH = '/adult-course/c1/';
const record = { ...enrolment, version: 1, paid_amount: '1000.00', notes: null };
const paid = () => screen.getByLabelText('Paid Amount');
const notes = () => screen.getByLabelText(/^Notes/);
const conflict = () => screen.findByRole('group', { name: 'Paid Amount was changed meanwhile' });
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));

async function openForm(state?: Record<string, unknown>) {
  const server = new ScriptedServer();
  server.list('/students/', [mona, ahmad]);
  server.list('/adult-course/', [record]);
  server.on(`PATCH ${PATH}`, ({ body: { base: _, ...body } }) => ({
    body: { ...record, ...body, version: 9 },
  }));
  const view = renderScreen('/courses/adult/edit-course/c1', state);
  await heading('Edit Course');
  await screen.findByLabelText('Paid Amount');
  // Before that the device merges by itself, and sends no base.
  await waitFor(async () => {
    const owner = currentOwner();
    expect(owner && (await storedCapabilities(outboxDb(), owner))).toMatchObject({ merges: true });
  });
  return { server, ...view };
}

/** Changes the record as another device does, and lets the connection come back so that it is read again. */
async function changeElsewhere(server: ScriptedServer, values: object, version = 2): Promise<void> {
  server.list('/adult-course/', [{ ...record, version, ...values }]);
  const reads = server.sent('GET', PATH).length;
  // Repeated, because the device's services may not have started yet.
  await waitFor(() => {
    act(() => {
      reportUnreachable();
      reportReachable();
    });
    expect(server.sent('GET', PATH).length).toBeGreaterThan(reads);
  });
}

const patched = async (server: ScriptedServer) => {
  await waitFor(() => expect(server.sent('PATCH', PATH)).not.toHaveLength(0));
  return server.sent('PATCH', PATH).at(-1)?.body;
};

describe('an open form', () => {
  it('56 open and clean while the record changes: untouched fields follow, marked and announced', async () => {
    const { server } = await openForm();
    fireEvent.change(notes(), { target: { value: 'Pays on Sundays' } });
    await changeElsewhere(server, { paid_amount: '1600.00' });
    await waitFor(() => expect(paid()).toHaveValue('1,600.00'));
    expect(screen.getByText('Updated just now')).toBeInTheDocument();
    expect(await screen.findByText('Updated elsewhere: Paid Amount.')).toHaveRole('status');
    expect(notes()).toHaveValue('Pays on Sundays');
    press('Save changes');
    expect(await patched(server)).toMatchObject({ paid_amount: '1600.00', notes: 'Pays on Sundays' });
    expect(server.sent('PATCH', PATH)[0]?.body.base).toEqual({ notes: null });
  });

  it('keeps the focus and the text of the field that is being typed in', async () => {
    const { server } = await openForm();
    notes().focus();
    fireEvent.change(notes(), { target: { value: 'Half a sen' } });
    await changeElsewhere(server, { paid_amount: '1600.00' });
    await waitFor(() => expect(paid()).toHaveValue('1,600.00'));
    expect(notes()).toHaveFocus();
    expect(notes()).toHaveValue('Half a sen');
  });

  it('57 open and touched: both values are shown before saving, and nothing is sent without a choice', async () => {
    const { server } = await openForm();
    fireEvent.change(paid(), { target: { value: '1200' } });
    await changeElsewhere(server, { paid_amount: '1600.00' });
    expect(await conflict()).toHaveTextContent('Changed meanwhile to L.E. 1,600.00');
    expect(paid()).toHaveValue('1200');
    press('Save changes');
    await waitFor(() => expect(paid()).toHaveFocus());
    expect(server.sent('PATCH', PATH)).toEqual([]);
    press('Keep what I typed');
    expect(screen.queryByRole('group', { name: /was changed meanwhile/ })).toBeNull();
    press('Save changes');
    expect(await patched(server)).toMatchObject({ paid_amount: '1200.00', base: { paid_amount: '1600.00' } });
  });

  it('57 open and touched: the newest value can be taken, and is then untouched', async () => {
    const { server } = await openForm();
    fireEvent.change(paid(), { target: { value: '1200' } });
    fireEvent.change(notes(), { target: { value: 'Called' } });
    await changeElsewhere(server, { paid_amount: '1600.00' });
    fireEvent.click(within(await conflict()).getByText('Take this value'));
    expect(paid()).toHaveValue('1,600.00');
    press('Save changes');
    expect((await patched(server))?.base).toEqual({ notes: null });
  });

  it('says who changed a touched field and when, from the history', async () => {
    const { server } = await openForm();
    server.list('/history/', [historyLine()]);
    fireEvent.change(paid(), { target: { value: '1200' } });
    await changeElsewhere(server, { paid_amount: '1600.00' });
    await waitFor(async () => expect(await conflict()).toHaveTextContent(/by Omar Fathy 4\/11\/2026 at/));
  });

  it('shows a refused conflict at its field, and sends the kept value upon the current one', async () => {
    const { server } = await openForm();
    const current = { ...record, paid_amount: '1600.00', version: 2 };
    server.on(`PATCH ${PATH}`, {
      status: 409,
      body: {
        detail: 'Somebody changed it.',
        conflicts: { paid_amount: { base: '1000.00', yours: '1200.00', now: '1600.00' } },
        current,
      },
    });
    fireEvent.change(paid(), { target: { value: '1200' } });
    press('Save changes');
    expect(await conflict()).toHaveTextContent('L.E. 1,600.00');
    expect(paid()).toHaveValue('1200');
    server.on(`PATCH ${PATH}`, { body: { ...current, paid_amount: '1200.00', version: 3 } });
    press('Keep what I typed');
    press('Save changes');
    await heading('Adult Courses');
    const [first, second] = server.sent('PATCH', PATH);
    expect(first?.body.base).toEqual({ paid_amount: '1000.00' });
    expect(second?.body).toMatchObject({ paid_amount: '1200.00', base: { paid_amount: '1600.00' } });
    expect(second?.key).not.toBe(first?.key);
  });

  it('follows a record without versions by its content', async () => {
    const { server } = await openForm();
    await changeElsewhere(server, { notes: 'By cheque', version: undefined });
    await waitFor(() => expect(notes()).toHaveValue('By cheque'));
  });

  it('73 two tabs edit one record: what another tab of this user saved shows in the open form', async () => {
    const { server } = await openForm();
    server.offline = true;
    fireEvent.change(paid(), { target: { value: '1200' } });
    await act(async () => {
      await save(change('adult-course', record, { notes: 'From the other tab', paid_amount: '1300.00' }));
    });
    await waitFor(() => expect(notes()).toHaveValue('From the other tab'));
    expect(await conflict()).toHaveTextContent('L.E. 1,300.00');
  });
});

describe('a rejected change that is edited', () => {
  it('opens with the current record and what was touched, and asks where both changed', async () => {
    const { server, router } = await openForm();
    server.on(`PATCH ${PATH}`, {
      status: 409,
      body: { detail: 'Somebody changed it.', current: { ...record, paid_amount: '1600.00', version: 2 } },
    });
    server.offline = true;
    await router.navigate('/courses/adult');
    const edit = change('adult-course', record, { notes: 'Called', paid_amount: '1200.00' });
    await save(edit);
    server.list('/adult-course/', [{ ...record, paid_amount: '1600.00', level: '2', version: 2 }]);
    server.offline = false;
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    await screen.findByRole('link', { name: 'Needs you' });
    await router.navigate('/courses/adult/edit-course/c1', { state: { takeBack: edit.id } });
    expect(await conflict()).toHaveTextContent('L.E. 1,600.00');
    expect(notes()).toHaveValue('Called');
    expect(paid()).toHaveValue('1,200.00');
    await waitFor(() => expect(screen.getByLabelText('Level')).toHaveValue('2'));
    press('Keep what I typed');
    server.on(`PATCH ${PATH}`, { body: { ...record, version: 3 } });
    press('Save changes');
    await heading('Adult Courses');
    const sent = server.sent('PATCH', PATH).at(-1)?.body;
    expect(sent).toMatchObject({ paid_amount: '1200.00', notes: 'Called', level: '2' });
    expect(sent?.base).toEqual({ paid_amount: '1600.00', notes: null });
  });
});
