import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { retryNow } from '#app/outbox/recovery/actions.ts';
import { save } from '#app/outbox/sender/save.ts';
import type { Resource } from '#contract/define-resource.ts';
import { resources } from '#contract/resources/registry.ts';
import { create } from '../outbox/mutations.ts';
import { heading, renderScreen, ScriptedServer, toasts } from '../resources/render-screen.tsx';
import { sara, servePickerRecords, storedRecord } from '../resources/samples.ts';

const november = {
  id: 'm2',
  name: 'November',
  status: 'running',
  start_date: '2026-11-01',
  end_date: null,
};

const unsettled = (resource: Resource, id: string, employee: string, amount: string) => ({
  ...storedRecord(resource, { id, employee, amount }),
  settled_by: null,
});

const salaryPart = (more: Record<string, unknown>) => ({
  ...storedRecord(resources.salary, { month: 'm2' }),
  bonus: '0.00',
  deducted: '0.00',
  advanced: '0.00',
  paid_before: '0.00',
  part: '1',
  ...more,
});

const deductions = resources.deduction;
const deduction = (id: string, amount: string, more: Record<string, unknown> = {}) =>
  storedRecord(deductions, { id, amount, reason: `Reason ${id}`, ...more });

const openNew = async (...open_: Record<string, unknown>[]) => {
  const server = new ScriptedServer();
  servePickerRecords(server);
  server.list('/deductions/', open_);
  const view = renderScreen('/employees/salaries/add-salary');
  await screen.findByLabelText('Employee');
  return { server, ...view };
};
const pickSara = async () => {
  fireEvent.click(screen.getByLabelText('Employee'));
  fireEvent.click(await screen.findByText('Sara Nabil', { selector: '[role=option] span' }));
};
const amountAt = (label: string | RegExp) => screen.getByText(label).nextElementSibling?.textContent;
const add = () => fireEvent.click(screen.getByText('Add Salary', { selector: 'button' }));
const isUnknown = () => screen.findByText(/^This device does not know which deductions are open/);

describe('Add Salary', () => {
  it('shows base, open deductions and net before it is saved', async () => {
    const { server } = await openNew(
      deduction('d1', '300.00'),
      deduction('d2', '200.50'),
      deduction('d3', '900.00', { settled_by: '7' }),
      deduction('d4', '50.00', { employee: 'e2' }),
    );
    await pickSara();
    await waitFor(() => expect(amountAt('Deductions (2)')).toBe('L.E. 500.50'));
    expect(amountAt('Salary')).toBe('L.E. 5,000.00');
    expect(amountAt('Net')).toBe('L.E. 4,499.50');
    expect(server.sent('GET', '/deductions/').at(-1)?.query.get('employee')).toBe('e1');
  });

  it('rejects deductions above the salary before anything is sent', async () => {
    const { server } = await openNew(deduction('d1', '5000.01'));
    await pickSara();
    const message =
      'The deductions of Sara Nabil come to L.E. 5,000.01, more than the salary of L.E. 5,000.00. Lower or delete a deduction first.';
    expect(await screen.findByText(message)).toBeInTheDocument();
    add();
    await waitFor(() => expect(screen.getByLabelText('Employee')).toHaveAccessibleDescription(message));
    expect(server.sent('POST', '/salaries/')).toEqual([]);
  });

  it('computes nothing on a server that does not name settled deductions', async () => {
    const { settled_by: _, ...withoutSettlement } = deduction('d1', '300.00');
    await openNew(withoutSettlement);
    await pickSara();
    await isUnknown();
  });

  it('says that the server computes the amount if the deductions are unknown', async () => {
    const { server } = await openNew();
    server.on('GET /deductions/', { status: 400, body: { detail: 'Not now.' } });
    await pickSara();
    await isUnknown();
    server.offline = true;
    add();
    await heading('Salaries');
    expect(await screen.findByText('The server works out the amount')).toBeInTheDocument();
  });
});

describe('a salary in parts', () => {
  const part = (id: string, more: Record<string, unknown>) =>
    salaryPart({ id, employee: 'e1', base_salary: '5000.00', ...more });

  async function openParts(...parts: Record<string, unknown>[]) {
    const server = new ScriptedServer();
    servePickerRecords(server);
    server.declares({ idempotency: true, merges: true, filters: true, advances: true });
    server.list('/month/', [november]);
    server.list('/salaries/', parts);
    server.list('/advances/', [unsettled(resources.advance, 'a1', 'e1', '700.00')]);
    server.list('/bonuses/', [unsettled(resources.bonus, 'b1', 'e1', '200.00')]);
    renderScreen('/employees/salaries/add-salary');
    await screen.findByLabelText('Employee');
    await pickSara();
    return server;
  }
  const amount = () => screen.getByLabelText<HTMLInputElement>(/^Amount/);

  it('shows what it consists of, offers what is left, and sends what was typed', async () => {
    const server = await openParts(
      part('old', { month: 'm1', amount: '5000.00' }),
      part('p1', { amount: '1500.00', part: '1' }),
      part('p2', { amount: '1000.00', paid_before: '1500.00', part: '2' }),
    );
    await waitFor(() => expect(amountAt('Net')).toBe('L.E. 2,000.00'));
    expect(amountAt('Bonuses (1)')).toBe('L.E. 200.00');
    expect(amountAt('Advances (1)')).toBe('L.E. 700.00');
    expect(amountAt('Paid before')).toBe('L.E. 2,500.00');
    await waitFor(() => expect(amount().value).toBe('2,000.00'));
    fireEvent.change(amount(), { target: { value: '2000.01' } });
    add();
    await waitFor(() =>
      expect(amount()).toHaveAccessibleDescription(/Only L\.E\. 2,000\.00 is left to pay\./),
    );
    fireEvent.change(amount(), { target: { value: '1250' } });
    expect((await screen.findByText('Left of this salary')).nextElementSibling?.textContent).toBe(
      'L.E. 750.00',
    );
    server.on('POST /salaries/', ({ body }) => ({ status: 201, body: part('p3', body) }));
    add();
    await heading('Salaries');
    expect(server.sent('POST', '/salaries/')[0]?.body).toMatchObject({ employee: 'e1', amount: '1250.00' });
  });

  it('counts a part and an advance that are not sent yet, and says when nothing is left', async () => {
    const server = await openParts();
    await waitFor(() => expect(amountAt('Net')).toBe('L.E. 4,500.00'));
    server.offline = true;
    await save(create('advance', { employee: 'e1', amount: '500.00' }, { referenced: { employee: sara } }));
    await waitFor(() => expect(amountAt('Net')).toBe('L.E. 4,000.00'));
    await waitFor(() => expect(amount().value).toBe('4,000.00'));
    add();
    await heading('Salaries');
    fireEvent.click(screen.getByText('Add Salary', { selector: 'a' }));
    await screen.findByLabelText('Employee');
    await pickSara();
    expect(await screen.findByText('Sara Nabil has been paid in full for this month.')).toBeInTheDocument();
    expect(amountAt('Paid before')).toBe('L.E. 4,000.00');
  });

  it('is on the page of the employee as the next salary, with what is open', async () => {
    const server = await openParts();
    server.offline = false;
    renderScreen('/employees/edit-employee/e1');
    expect(await screen.findByText('Next salary')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Advances (1)' })).toHaveAttribute(
      'href',
      '/employees/advances?employee=e1',
    );
    expect(amountAt('Next salary')).toBe('L.E. 4,500.00');
  });
});

describe('Edit Salary', () => {
  it('shows the stored amounts and disables the employee', async () => {
    const server = new ScriptedServer();
    servePickerRecords(server);
    server.list('/salaries/', [
      storedRecord(resources.salary, { base_salary: '4000.00', deducted: '250.00', amount: '3750.00' }),
    ]);
    renderScreen('/employees/salaries/edit-salary/r1');
    await heading('Edit Salary');
    await screen.findByLabelText('Employee');
    expect(amountAt('Salary')).toBe('L.E. 4,000.00');
    expect(amountAt('Net')).toBe('L.E. 3,750.00');
    expect(screen.getByLabelText('Employee')).toBeDisabled();
  });
});

describe('a deduction that a salary has settled', () => {
  const openList = () => {
    const server = new ScriptedServer();
    servePickerRecords(server);
    server.list('/deductions/', [
      deduction('d1', '300.00'),
      deduction('d2', '200.00', { settled_by: '7', reason: 'Broken cup' }),
    ]);
    return { server, ...renderScreen('/employees/deductions') };
  };

  it('links to its salary and has no actions to edit or delete it', async () => {
    openList();
    const row = within((await screen.findByText('Broken cup')).closest('tr') as HTMLElement);
    expect(row.getByRole('link', { name: 'Settled by a salary' })).toHaveAttribute(
      'href',
      '/employees/salaries/edit-salary/7',
    );
    expect(row.queryByRole('button')).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Delete / })).toHaveLength(1);
  });

  it('is read-only at the path of its form', async () => {
    const { router } = openList();
    await screen.findByText('Broken cup');
    await router.navigate('/employees/deductions/edit-deduction/d2');
    expect(await screen.findByText(/^A salary has settled this deduction/)).toBeInTheDocument();
    expect(screen.getByText('Broken cup')).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('is settled by a pending salary and open again during a pending delete of that salary', async () => {
    const { server } = openList();
    await screen.findByText('Broken cup');
    server.offline = true;
    await save(create('salary', { employee: 'e1', custom_date: null }, { referenced: { employee: sara } }));
    await waitFor(() => expect(screen.getAllByText('Settled by a salary')).toHaveLength(2));
    await save(
      create(
        'salary',
        {},
        { kind: 'delete', recordId: '7', before: { ...storedRecord(resources.salary), id: '7' } },
      ),
    );
    await waitFor(() => expect(screen.getAllByText('Settled by a salary')).toHaveLength(1));
  });
});

describe('Pay salaries', () => {
  const PATH = '/employees/salaries/pay';

  const person = (id: string, name: string, salary: string, left_on: string | null = null) => ({
    ...sara,
    id,
    name,
    salary,
    left_on,
  });

  const staff = [
    person('e1', 'Sara Nabil', '5000.00'),
    person('e2', 'Hany Fouad', '4000.00', '2026-11-02'),
    person('e3', 'Dina Samir', '3000.00'),
    person('e4', 'Omar Adel', '2000.00'),
    person('e5', 'Nour Hassan', '1000.00'),
    person('e6', 'Adel Kamal', '9000.00', '2026-11-01'),
  ];

  const sums: Record<string, Record<string, string>> = {
    e1: { bonus: '200.00', deducted: '300.00', advanced: '700.00' },
    e3: { paid_before: '1200.00' },
  };

  /** Sara gets more and less, Dina got a part, Omar everything, and of Nour more is taken off than there is. */
  function branch(refuses?: string) {
    const server = new ScriptedServer();
    server.declares({
      idempotency: true,
      merges: true,
      filters: true,
      advances: true,
      closes: true,
      payment_methods: true,
      settings: true,
    });
    server.on('GET /branch/settings/', {
      body: {
        id: '1',
        version: 1,
        payment_methods: [
          { id: 'transfer', name: 'Transfer', name_ar: 'تحويل', kind: 'bank', asks_reference: true },
        ],
      },
    });
    server.list('/month/', [november]);
    server.list('/employees/', staff);
    server.list('/deductions/', [
      unsettled(resources.deduction, 'd1', 'e1', '300.00'),
      unsettled(resources.deduction, 'd2', 'e5', '1000.01'),
    ]);
    server.list('/advances/', [unsettled(resources.advance, 'a1', 'e1', '700.00')]);
    server.list('/bonuses/', [unsettled(resources.bonus, 'b1', 'e1', '200.00')]);
    const salaries: Record<string, unknown>[] = [
      salaryPart({ id: 'p1', employee: 'e3', base_salary: '3000.00', amount: '1200.00' }),
      salaryPart({ id: 'p2', employee: 'e4', base_salary: '2000.00', amount: '2000.00' }),
    ];
    server.list('/salaries/', salaries);
    server.on('POST /salaries/', ({ body }) => {
      if (body.employee === refuses) return { status: 409, body: { detail: 'It was paid elsewhere.' } };
      const base_salary = staff.find(({ id }) => id === body.employee)?.salary;
      const isSecond = salaries.some(({ employee }) => employee === body.employee);
      const made = salaryPart({
        id: `p${salaries.length + 1}`,
        base_salary,
        ...body,
        ...sums[String(body.employee)],
        part: isSecond ? '2' : '1',
      });
      salaries.push(made);
      server.list('/salaries/', salaries);
      return { status: 201, body: made };
    });
    return server;
  }

  const box = (name: RegExp) => screen.getByRole('checkbox', { name });
  const payButton = () => screen.getByText(/^Pay\b/, { selector: 'main button, button' });

  async function openPage(server = branch()) {
    renderScreen(PATH);
    await heading('Pay salaries');
    await screen.findByRole('checkbox', { name: /Sara Nabil/ });
    return server;
  }

  const sentTo = (server: ScriptedServer) =>
    Object.fromEntries(server.sent('POST', '/salaries/').map(({ body }) => [body.employee, body]));

  it('ticks who is due, works out each net, and says why nobody else is', async () => {
    await openPage();
    expect(
      box(
        /^Sara Nabil .*Salary L\.E\. 5,000\.00 \+ Bonuses L\.E\. 200\.00 − Deductions L\.E\. 300\.00 − Advances L\.E\. 700\.00 ?L\.E\. 4,200\.00$/,
      ),
    ).toBeChecked();
    expect(box(/^Hany Fouad .*2\/11\/2026 ?L\.E\. 4,000\.00$/)).toBeChecked();
    expect(box(/^Dina Samir .*− Paid before L\.E\. 1,200\.00 ?L\.E\. 1,800\.00$/)).toBeChecked();
    for (const name of [/^Omar Adel .*Paid in full/, /^Nour Hassan .*come to L\.E\. 1,000\.01, more than/]) {
      expect(box(name)).not.toBeChecked();
      expect(box(name)).toBeDisabled();
    }
    expect(screen.queryByText('Adel Kamal')).toBeNull();
    expect(screen.getByText('Pay 3 · L.E. 10,000.00', { selector: 'button' })).toBeEnabled();
  });

  it('sends one salary each with the amount that was shown, and a refused one stops no other', async () => {
    const server = await openPage(branch('e2'));
    fireEvent.click(box(/^Paid from the drawer/));
    const pay = screen.getByText('Pay 3 · L.E. 10,000.00', { selector: 'button' });
    fireEvent.click(pay);
    fireEvent.click(pay);
    await waitFor(() => expect(toasts()).toEqual(['2 salaries paid.', '1 was refused: Sync shows why.']));
    expect(server.sent('POST', '/salaries/')).toHaveLength(3);
    expect(sentTo(server)).toMatchObject({
      e1: { amount: '4200.00', from_drawer: true },
      e2: { amount: '4000.00', from_drawer: true },
      e3: { amount: '1800.00', from_drawer: true },
    });
    expect(await screen.findByRole('checkbox', { name: /^Hany Fouad .*Needs you/ })).toBeDisabled();
    expect(box(/^Sara Nabil .*Paid in full/)).toBeDisabled();
    expect(payButton()).toBeDisabled();
  });

  it('pays by another method with its reference, and leaves out whom nobody ticked', async () => {
    const server = await openPage();
    fireEvent.click(box(/^Hany Fouad/));
    fireEvent.click(await screen.findByRole('radio', { name: 'Transfer' }));
    fireEvent.click(screen.getByText('Pay 2 · L.E. 6,000.00', { selector: 'button' }));
    expect(screen.getByLabelText(/^Payment Reference/)).toHaveAccessibleDescription(/Transfer/);
    expect(server.sent('POST', '/salaries/')).toEqual([]);
    fireEvent.change(screen.getByLabelText(/^Payment Reference/), { target: { value: ' T-17 ' } });
    fireEvent.click(screen.getByText('Pay 2 · L.E. 6,000.00', { selector: 'button' }));
    await waitFor(() => expect(toasts()).toEqual(['2 salaries paid.']));
    const how = { id: expect.any(String), payment_method: 'transfer', payment_reference: 'T-17' };
    expect(sentTo(server)).toEqual({
      e1: { employee: 'e1', amount: '4200.00', ...how },
      e3: { employee: 'e3', amount: '1800.00', ...how },
    });
    expect(box(/^Hany Fouad/)).toBeEnabled();
  });

  it('waits on this device without a connection, and is sent once after it', async () => {
    const server = await openPage();
    server.offline = true;
    fireEvent.click(screen.getByText('Pay 3 · L.E. 10,000.00', { selector: 'button' }));
    await waitFor(() => expect(toasts()).toEqual(['3 salaries wait to be sent.']));
    expect(box(/^Sara Nabil .*Waiting to be sent/)).toBeDisabled();
    expect(payButton()).toBeDisabled();
    server.offline = false;
    await retryNow();
    await waitFor(() => expect(box(/^Sara Nabil .*Paid in full/)).toBeDisabled());
    expect(server.sent('POST', '/salaries/')).toHaveLength(3);
    expect(new Set(server.sent('POST', '/salaries/').map(({ key }) => key)).size).toBe(3);
  });

  it('has a way to try again where something cannot be read', async () => {
    const server = branch();
    server.on('GET /bonuses/', { status: 400, body: { detail: 'Not now.' } });
    renderScreen(PATH);
    expect(await screen.findByText(/Not now\./)).toBeInTheDocument();
    server.list('/bonuses/', []);
    fireEvent.click(screen.getByText('Try again', { selector: 'button' }));
    expect(await screen.findByRole('checkbox', { name: /^Sara Nabil .*L\.E\. 4,000\.00$/ })).toBeChecked();
  });
});
