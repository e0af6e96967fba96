import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { retryNow } from '#app/outbox/recovery/actions.ts';
import { resources } from '#contract/resources/registry.ts';
import { heading, renderScreen, ScriptedServer, toasts } from '../resources/render-screen.tsx';
import { sara } from '../resources/samples.ts';
import { november, salaryPart, unsettled } from './salary-samples.ts';

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

/** What the server works out for the salaries of this test. */
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

describe('Pay salaries', () => {
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
