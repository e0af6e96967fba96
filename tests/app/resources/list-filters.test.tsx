import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { save } from '#app/outbox/sender/save.ts';
import { newInstallment } from '../outbox/mutations.ts';
import { renderScreen, type ScreenSize, ScriptedServer } from './render-screen.tsx';
import { enrolment, installment, mona, settled } from './samples.ts';

function openCourses(address = '', size: ScreenSize = 'tablet') {
  const server = new ScriptedServer();
  server.list('/students/', [mona]);
  server.list('/adult-course/', [installment, enrolment, settled]);
  const everything = [installment, enrolment, settled];
  server.on('GET /adult-course/', ({ query }) => {
    const results = query.has('owing') ? [enrolment] : everything;
    const totals = { price: '3000.00', paid_amount: '1000.00', remaining_amount: '2000.00' };
    const page = { count: results.length, next: null, previous: null, results };
    return { body: query.has('totals') ? { ...page, totals } : page };
  });
  const view = renderScreen(`/courses/adult${address}`, undefined, size);
  return {
    server,
    ...view,
    requests: () => server.sent('GET', '/adult-course/').map(({ query }) => `${query}`),
  };
}

const openFilters = async () => {
  await userEvent.click(screen.getByText('Filters'));
  return within(await screen.findByRole('group', { name: 'Filters' }));
};

describe('an empty list', () => {
  it.each([
    ['/students', 'No students yet', 'Add the first student', '/students/add-student'],
    ['/courses/adult', 'No enrolments yet', 'Enrol a student', '/courses/adult/add-course'],
    ['/books/payout', 'No book payouts yet', 'Create the first book payout', '/books/payout/add-payout'],
  ])('of %s names its records and the first action', async (address, title, action, path) => {
    new ScriptedServer();
    renderScreen(address);
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument();
    expect(screen.getByText(action, { selector: 'a' })).toHaveAttribute('href', path);
  });
});

describe('the filters of a list', () => {
  it('are stored in the address, shown as chips, and removed one by one or all at once', async () => {
    const { router, requests } = openCourses();
    await screen.findByText('1003');
    const panel = await openFilters();
    await userEvent.click(panel.getByLabelText('Only debts'));
    await waitFor(() => expect(screen.queryByText('1003')).toBeNull());
    expect(router.state.location.search).toBe('?owing=true');
    expect(requests()).toContain('page=1&owing=true&totals=true');
    fireEvent.change(panel.getByLabelText('From'), { target: { value: '2026-11-01' } });
    await userEvent.click(await screen.findByLabelText('Remove the filter Only debts'));
    expect(await screen.findByText('1003')).toBeInTheDocument();
    expect(router.state.location.search).toBe('?created_after=2026-11-01');
    expect(screen.getByLabelText('Filters, 1 set')).toHaveFocus();
    await userEvent.click(screen.getByText('Clear all'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByText('Clear all')).toBeNull();
  });

  it.each([
    ['', '3 records'],
    ['?is_installment=false', '3 adult courses'],
    ['?is_installment=true', '3 installments'],
    ['?owing=true', '1 course'],
  ])('decide what the counter calls the rows (%s)', async (address, label) => {
    openCourses(address);
    expect(await screen.findByText(label, { selector: 'output' })).toBeInTheDocument();
  });

  it('have tabs for which rows are shown, which are no chips', async () => {
    const { router, requests } = openCourses();
    await screen.findByText('1003');
    const tab = (name: string) => screen.getByRole('button', { name });
    expect(tab('All')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(tab('Installments'));
    await waitFor(() => expect(router.state.location.search).toBe('?is_installment=true'));
    expect(tab('Installments')).toHaveAttribute('aria-pressed', 'true');
    // The address is set before the server is asked.
    await waitFor(() => expect(requests().some((query) => query.includes('is_installment=true'))).toBe(true));
    expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Filters' })).toBeVisible();
    await userEvent.click(tab('All'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('close with Escape, which returns the focus', async () => {
    openCourses();
    await screen.findByText('1003');
    const panel = await openFilters();
    panel.getByLabelText('Until').focus();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByLabelText('Until')).toBeNull();
    expect(screen.getByRole('button', { name: 'Filters' })).toHaveFocus();
  });

  it('show the totals of all pages under their columns, and none in the unfiltered list', async () => {
    const { router } = openCourses();
    await screen.findByText('1003');
    expect(screen.queryByText('Total')).toBeNull();
    await router.navigate('/courses/adult?owing=true');
    const total = within((await screen.findByText('Total')).closest('tr') ?? document.body);
    expect(total.getByText('L.E. 3,000.00')).toBeInTheDocument();
    expect(total.getByText('L.E. 2,000.00')).toBeInTheDocument();
  });

  it.each(['tablet', 'phone'] as const)('name pending money beside the totals on a %s', async (size) => {
    const { server } = openCourses('?owing=true', size);
    await screen.findAllByText('L.E. 3,000.00');
    server.offline = true;
    await save(newInstallment('c1', '300.00', enrolment));
    const note = await screen.findByText(/^Not sent yet: 1 entry.*L\.E\. 300\.00 received/);
    const totals = within(note.closest('tr, div') ?? document.body);
    expect(totals.getByText('L.E. 1,000.00')).toBeInTheDocument();
    expect(totals.getByText('L.E. 2,000.00')).toBeInTheDocument();
    // A list of terms may contain nothing else.
    expect(note.closest('dl')).toBeNull();
  });

  it('name the record that the list is filtered by', async () => {
    openCourses('?student=s1');
    expect(await screen.findByLabelText('Remove the filter Student: Mona Adel')).toBeInTheDocument();
  });
});

/** Opens the courses on a server that ignores every parameter but the page (decision 31). */
function openWithoutFilters(address: string) {
  const server = new ScriptedServer();
  server.declares({});
  server.list('/students/', [mona]);
  server.list('/adult-course/', [installment, enrolment, settled]);
  const view = renderScreen(`/courses/adult${address}`);
  return { ...view, requests: () => server.sent('GET', '/adult-course/').map(({ query }) => `${query}`) };
}

describe('a list on a server without filters', () => {
  it('is filtered and summed by the device, which says so, and sends no ignored parameter', async () => {
    const { requests } = openWithoutFilters('?owing=true');
    expect(
      await screen.findByText(/This server can't search or order.* 3 adult courses/),
    ).toBeInTheDocument();
    expect(screen.getByText('1001')).toBeInTheDocument();
    expect(screen.queryByText('1003')).toBeNull();
    const total = within((await screen.findByText('Total on this device')).closest('tr') ?? document.body);
    expect(total.getByText('L.E. 3,000.00')).toBeInTheDocument();
    expect(new Set(requests())).toEqual(new Set(['page=1', 'no_pagination=true']));
  });

  it('offers no month, and says that the month in the address cannot be determined', async () => {
    openWithoutFilters('?month=5');
    expect(await screen.findByText(/does not tell the month of a record/)).toBeInTheDocument();
    expect(screen.queryByText('1001')).toBeNull();
    await userEvent.click(screen.getByLabelText('Filters, 1 set'));
    await screen.findByLabelText('Only debts');
    expect(screen.queryByLabelText('Month')).toBeNull();
  });
});

describe('the order of a list', () => {
  it('follows a tap on a column head, which shows the direction', async () => {
    const { router, requests } = openCourses();
    await screen.findByText('1003');
    expect(screen.getByText('Created At').closest('th')).toHaveAttribute('aria-sort', 'descending');
    await userEvent.click(screen.getByText('Price'));
    await waitFor(() => expect(router.state.location.search).toBe('?ordering=-price'));
    expect(screen.getByText('Price').closest('th')).toHaveAttribute('aria-sort', 'descending');
    expect(screen.getByText('Created At').closest('th')).not.toHaveAttribute('aria-sort');
    await waitFor(() => expect(requests().some((query) => query.includes('ordering=-price'))).toBe(true));
  });
});

describe('an offline list without a cached answer', () => {
  it('is searched in the cached records, says so, and shows their totals', async () => {
    const { server, router } = openCourses();
    await screen.findByText('1003');
    server.offline = true;
    await router.navigate('/courses/adult?owing=true');
    expect(await screen.findByText(/Searched the 3 adult courses saved on this device/)).toBeInTheDocument();
    expect(screen.queryByText('1003')).toBeNull();
    expect(screen.getByText('1001')).toBeInTheDocument();
    expect(await screen.findByText('Total on this device')).toBeInTheDocument();
  });
});
