import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { isReloadBlocked } from '#app/lib/update-guard.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { gate } from '../../support/gate.ts';
import { flush } from '../outbox/device.ts';
import { newStudent } from '../outbox/mutations.ts';
import { heading, renderScreen, ScriptedServer } from './render-screen.tsx';
import { ahmad, enrolment, installment, mona, storedRecord } from './samples.ts';

const control = (label: string | RegExp) => screen.findByLabelText(label);

const openEdit = (id = 'c1') => {
  const server = new ScriptedServer();
  server.list('/students/', [mona, ahmad]);
  server.list('/adult-course/', [enrolment, installment]);
  return { server, ...renderScreen(`/courses/adult/edit-course/${id}`) };
};

describe('the edit form', () => {
  it('shows the record and computes the remaining amount, installments included', async () => {
    const { server } = openEdit();
    server.on('GET /adult-course/c1/', { body: { ...enrolment, remaining_amount: '1500.00' } });
    await heading('Edit Course');
    expect(await control('Price')).toHaveValue('3,000.00');
    expect(screen.getByLabelText('Student')).toHaveValue('Mona Adel');
    expect(screen.getByLabelText('Level')).toHaveValue('3');
    fireEvent.change(screen.getByLabelText('Price'), { target: { value: '٤٠٠٠' } });
    expect(await screen.findByText('L.E. 2,500.00')).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Paid Amount'), { target: { value: '5000' } });
    expect(await screen.findByText(/ too much$/)).toBeInTheDocument();
  });

  it('shows amounts of an ended month read-only, says why, and lets notes be changed', async () => {
    const server = new ScriptedServer();
    server.list('/students/', [mona]);
    server.list('/adult-course/', [{ ...enrolment, month: 'm1' }]);
    server.list('/month/', [
      { id: 'm2', name: 'December 2026', status: 'running' },
      { id: 'm1', name: 'November 2026', status: 'ended' },
    ]);
    renderScreen('/courses/adult/edit-course/c1');
    expect(await screen.findByText(/^November 2026 has ended/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open Work History' })).toHaveAttribute('href', '/work-history');
    expect(screen.getByLabelText('Paid Amount')).toBeDisabled();
    // Something remains of it, so its price is open (decision 37).
    expect(screen.getByLabelText('Price')).toBeEnabled();
    expect(screen.getByLabelText(/^Notes/)).toBeEnabled();
  });

  it('appears once it is known whether its month has ended, so that no field moves or closes later', async () => {
    const server = new ScriptedServer();
    server.list('/students/', [mona]);
    server.list('/adult-course/', [{ ...enrolment, month: 'm1' }]);
    const { letGo: answer, until: asked } = gate();
    const results = [{ id: 'm1', name: 'November 2026', status: 'ended' }];
    server.on('GET /month/', async () => {
      await asked;
      return { body: { count: 1, next: null, previous: null, results } };
    });
    renderScreen('/courses/adult/edit-course/c1');
    await waitFor(() => expect(server.sent('GET', '/adult-course/c1/')).toHaveLength(1));
    await act(() => flush());
    expect(screen.queryByLabelText('Paid Amount')).toBeNull();
    answer();
    expect(await screen.findByLabelText('Paid Amount')).toBeDisabled();
  });

  it('appears without the months where they cannot be read, and stays while they are read again', async () => {
    const server = new ScriptedServer();
    server.list('/students/', [mona]);
    server.list('/adult-course/', [{ ...enrolment, month: 'm1' }]);
    server.on('GET /month/', { status: 404, body: { detail: 'Not found.' } });
    renderScreen('/courses/adult/edit-course/c1');
    expect(await control('Paid Amount')).toBeEnabled();
    const notes = screen.getByLabelText(/^Notes/);
    const reads = server.sent('GET', '/month/').length;
    server.on('GET /month/', () => gate().until.then(() => ({ body: {} })));
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(server.sent('GET', '/month/').length).toBeGreaterThan(reads));
    await act(() => flush());
    expect(notes).toBeInTheDocument();
  });

  it('keeps what remains beside the save button, which no scrolling hides', async () => {
    openEdit();
    const remaining = await screen.findByText('Remaining Amount');
    const save = await screen.findByRole('button', { name: 'Save changes' });
    const bar = save.closest<HTMLElement>('[data-save-bar]');
    expect(bar).toContainElement(remaining);
  });

  it('shows why a record cannot be opened', async () => {
    openEdit('nobody');
    expect(await screen.findByText('Error: Not found.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/courses/adult');
  });

  it('asks before unsaved changes are left, and blocks reloading meanwhile', async () => {
    const { router } = openEdit();
    fireEvent.change(await control('Receipt Number'), { target: { value: '7' } });
    await waitFor(() => expect(isReloadBlocked()).toBe(true));
    fireEvent.click(screen.getByText('Back', { selector: 'a' }));
    const stay = await screen.findByText('Keep editing', { selector: 'button' });
    expect(stay.closest('[role=alertdialog]')).not.toBeNull();
    fireEvent.click(stay);
    expect(router.state.location.pathname).toBe('/courses/adult/edit-course/c1');
    expect(screen.getByLabelText('Receipt Number')).toHaveValue('7');
    fireEvent.click(screen.getByText('Back', { selector: 'a' }));
    fireEvent.click(await screen.findByText('Leave', { selector: 'button' }));
    await heading('Adult Courses');
    expect(isReloadBlocked()).toBe(false);
  });

  it('is left without a question if unchanged', async () => {
    openEdit();
    await control('Receipt Number');
    const dialogShown = vi.fn();
    const observer = new MutationObserver(() => {
      if (document.querySelector('[role=alertdialog]')) dialogShown();
    });
    observer.observe(document.body, { subtree: true, childList: true });
    fireEvent.click(screen.getByText('Back', { selector: 'a' }));
    await heading('Adult Courses');
    observer.disconnect();
    expect(dialogShown).not.toHaveBeenCalled();
  });
});

describe('several pending students', () => {
  const names = ['Omar Nabil', 'Laila Sherif', 'Hana Farid'];

  it('each open with their own values, and a change affects no other', async () => {
    const server = new ScriptedServer();
    const { router } = renderScreen('/students');
    await screen.findByRole('heading', { name: 'No students yet' });
    server.offline = true;
    const ids = names.map(() => newMutationId());
    for (const [at, name] of names.entries()) await save(newStudent(name, ids[at]));
    for (const [at, name] of [...names.entries()].reverse()) {
      await router.navigate(`/students/edit-student/${ids[at] ?? ''}`);
      await waitFor(async () => expect(await control('Name')).toHaveValue(name));
      fireEvent.change(await control(/^Address/), { target: { value: `Home of ${name}` } });
      fireEvent.click(screen.getByText('Save changes', { selector: 'button' }));
      await heading('Students');
    }
    // A create that was attempted is followed by its update. One that was not contains it.
    const created = new Map<string, Record<string, unknown>>();
    server.on('POST /students/', ({ body }) => {
      const id = String(body.id);
      const merge = (changes: object) => ({ ...created.get(id), ...changes, id });
      created.set(id, merge({ ...mona, ...body }));
      server.on(`PATCH /students/${id}/`, ({ body: changes }) => {
        created.set(id, merge(changes));
        return { body: created.get(id) };
      });
      return { status: 201, body: created.get(id) };
    });
    server.offline = false;
    window.dispatchEvent(new Event('online'));
    await waitFor(() =>
      expect([...created.values()].map(({ name, address }) => [name, address])).toEqual(
        names.map((name) => [name, `Home of ${name}`]),
      ),
    );
  });
});

describe('a receipt number', () => {
  it.each([
    { of: 'an enrolment', path: '/adult-course/', used: installment },
    {
      of: 'a book payout',
      path: '/book-payout/',
      used: storedRecord(resourceOf('book-payout'), {
        receipt_number: '١٠٠٢',
        is_installment: true,
        custom_date: '2026-11-09',
      }),
    },
  ])('that an installment of $of has already used is a warning beside the field and no error, in whatever digits and with what nobody sees', async ({
    path,
    used,
  }) => {
    const { server } = openEdit();
    server.on(`GET ${path}`, ({ query }) => {
      const rows = query.get('search') === '1002' ? [used] : [];
      return { body: { count: rows.length, next: null, previous: null, results: rows } };
    });
    const receipt = await control('Receipt Number');
    expect(receipt).not.toHaveAccessibleDescription(/already used/);
    fireEvent.change(receipt, { target: { value: '\u202a1002\u200e\u00a0' } });
    await waitFor(() =>
      expect(receipt).toHaveAccessibleDescription(
        'Receipt 1002 was already used for Mona Adel on 9/11/2026. Keep it only if it is the same paper receipt.',
      ),
    );
    expect(receipt).toBeValid();
  });
});
