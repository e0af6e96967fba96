import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentOwner } from '#app/api/session.ts';
import { linesOf } from '#app/outbox/model/entry.ts';
import { retryNow } from '#app/outbox/recovery/actions.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { readEntries } from '#app/outbox/store/stored-entries.ts';
import { receiptOfEntry } from '#app/printing/receipt/local-receipt.ts';
import { receiptText } from '#app/printing/receipt/share-receipt.tsx';
import { defaultSettings } from '#contract/branch-settings.ts';
import { FAMILIES_PATH } from '#contract/families.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { byPhone } from '#contract/student-phones.ts';
import { renderScreen, ScriptedServer } from '../../resources/render-screen.tsx';
import { enrolment, mona, savedCollection, storedRecord } from '../../resources/samples.ts';

const member = (id: string, name: string, joined: 'self' | 'phone') => ({
  ...{ id, name, joined, code: '', phone: '', father_phone: '01099887766', mother_phone: '' },
});

const debt = (id: string, student: string, name: string, price: string, day: string) => ({
  resource: 'adult-course',
  price,
  paid: '0.00',
  remaining: price,
  day,
  age_days: 3,
  record: {
    ...enrolment,
    id,
    student,
    student_data: { id: student, name },
    price,
    paid_amount: '0.00',
    remaining_amount: price,
    custom_date: day,
    month: 'm1',
  },
});

const saids = {
  students: [member('omar', 'Omar Said', 'self'), member('hana', 'Hana Said', 'phone')],
  debts: [
    debt('h1', 'hana', 'Hana Said', '1000.00', '2026-09-01'),
    debt('h2', 'hana', 'Hana Said', '500.00', '2026-10-01'),
    debt('o1', 'omar', 'Omar Said', '300.00', '2026-11-01'),
  ],
  remaining: '1800.00',
};

describe('a sum received for a family', () => {
  let server: ScriptedServer;

  beforeEach(async () => {
    await outboxDb().outbox.clear();
    server = new ScriptedServer();
    const branch = { idempotency: true, filters: true, collections: true };
    server.declares({ ...branch, collection_records: true, collection_payer: true });
    server.list('/students/', [{ ...mona, id: 'omar', name: 'Omar Said', father_phone: '01099887766' }]);
    server.on(`GET ${FAMILIES_PATH}`, { body: saids });
  });

  const open = async () => {
    renderScreen('/take-payment?student=omar');
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(3));
  };

  const press = (name: RegExp | string) => fireEvent.click(screen.getByText(name, { selector: 'button' }));
  const save = async () => {
    fireEvent.change(screen.getByLabelText(/^Receipt Number/), { target: { value: '77' } });
    press(/^Save L\.E\./);
  };

  const sentPayment = async () => {
    await waitFor(() => expect(server.sent('POST', '/collections/')).toHaveLength(1));
    return server.sent('POST', '/collections/')[0]?.body;
  };

  const receive = async (amount: string) => {
    fireEvent.change(await screen.findByLabelText('Amount received'), { target: { value: amount } });
    await save();
  };

  it('pays the chosen student first, then the oldest debts, and names who pays', async () => {
    server.on('POST /collections/', { status: 201, body: savedCollection('77') });
    await open();
    expect(screen.getByText('Open debts, those of Omar Said first')).toBeInTheDocument();
    await receive('1000');
    expect(await sentPayment()).toMatchObject({
      payer: 'omar',
      payments: [
        { related_record: 'o1', paid_amount: '300.00' },
        { related_record: 'h1', paid_amount: '700.00' },
      ],
    });
  });

  it('says at each field what is missing, goes to the first of them, and takes what remains by one tap', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: 'Save payment' }));
    const amount = screen.getByRole('textbox', { name: 'Amount received' });
    await waitFor(() => expect(amount).toHaveAccessibleDescription('Enter what was received'));
    expect(amount).toHaveFocus();
    const receipt = screen.getByRole('textbox', { name: 'Receipt Number' });
    expect(receipt).toHaveAccessibleDescription('This cannot be empty');
    fireEvent.change(amount, { target: { value: '1000' } });
    fireEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
    await waitFor(() => expect(amount).toHaveAccessibleDescription(/L\.E\. 200\.00 too much/));
    press('Take L.E. 800.00, give back L.E. 200.00');
    await waitFor(() => expect(amount).not.toHaveAccessibleDescription());
    expect(amount).toHaveValue('800.00');
    expect(screen.getByText('Give back L.E. 200.00')).toBeVisible();
    expect(server.sent('POST', '/collections/')).toEqual([]);
  });

  it('says at its part why a debt was refused, and keeps what was typed', async () => {
    server.on('POST /collections/', {
      status: 400,
      body: { payments: [{}, { paid_amount: ['Only L.E. 600.00 remains to be paid.'] }] },
    });
    await open();
    await receive('1000');
    const part = await screen.findByRole('textbox', {
      name: /^Part for Hana Said/,
      description: /Only L\.E\. 600\.00 remains/,
    });
    expect(part).toHaveFocus();
    expect(part).toHaveValue('700.00');
    expect(screen.getByRole('textbox', { name: 'Amount received' })).toHaveValue('1,000.00');
  });

  const waiting = async () => {
    const owner = currentOwner();
    return owner ? readEntries(owner, await outboxDb().outbox.toArray()) : [];
  };

  /** Saves the open form offline, lets the server refuse it, and opens it again; then the server takes it. */
  const reopenRefused = async (amount: string) => {
    server.offline = true;
    await receive(amount);
    await screen.findByText('Payment saved on this device');
    server.on('POST /collections/', { status: 400, body: { notes: ['Who brought it?'] } });
    server.offline = false;
    await retryNow();
    await waitFor(async () => expect(await waiting()).toMatchObject([{ state: 'rejected' }]));
    const [refused] = await waiting();
    server.on('POST /collections/', { status: 201, body: savedCollection('78') });
    document.body.replaceChildren();
    renderScreen('/take-payment', { takeBack: refused?.id ?? '' });
    const receipt = await screen.findByRole('textbox', { name: 'Receipt Number' });
    expect(receipt).toHaveValue('77');
    expect(screen.getByRole('textbox', { name: 'Amount received' })).toHaveValue(`${amount}.00`);
    fireEvent.change(receipt, { target: { value: '78' } });
  };

  it('is opened again as it was typed once it was refused, and takes its own place', async () => {
    await open();
    await reopenRefused('1000');
    press(/^Save L\.E\. 1,000\.00/);
    await screen.findByText('Receipt 78');
    expect(server.sent('POST', '/collections/').at(-1)?.body).toMatchObject({
      receipt_number: '78',
      payments: [
        { related_record: 'o1', paid_amount: '300.00' },
        { related_record: 'h1', paid_amount: '700.00' },
      ],
    });
    expect((await waiting()).filter(({ state }) => state === 'rejected')).toEqual([]);
  });

  it.each([
    ['over all debts', [], '1000', '400', ['o1 300.00', 'h1 100.00']],
    ['without the debts that were left out', [0], '700', '1200', ['h1 1000.00', 'h2 200.00']],
  ] as const)('is spread anew %s when its sum is corrected', async (_over, left, amount, corrected, parts) => {
    await open();
    for (const place of left) fireEvent.click(screen.getAllByRole('checkbox')[place] as HTMLElement);
    await reopenRefused(amount);
    fireEvent.change(screen.getByLabelText('Amount received'), { target: { value: corrected } });
    press(/^Save L\.E\./);
    await screen.findByText('Receipt 78');
    const payments = (await waiting()).flatMap((entry) => linesOf(entry).map(({ body }) => body));
    expect(payments.map((body) => `${body.related_record} ${body.paid_amount}`)).toEqual(parts);
  });

  it('prints, before it is sent, from whom it is and what the family still owes', async () => {
    await open();
    server.offline = true;
    await receive('1000');
    await screen.findByText('Payment saved on this device');
    const owner = currentOwner();
    if (!owner) throw new Error('nobody is signed in');
    const [entry] = readEntries(owner, await outboxDb().outbox.toArray());
    if (!entry) throw new Error('nothing was saved');
    const text = receiptText(receiptOfEntry(entry), {
      ...defaultSettings,
      name: 'Al Nour',
      receipt_language: 'en',
    });
    expect(text).toMatch(/Received from: .?Omar Said/);
    expect(text).toMatch(/Hana Said.*Adult/);
    expect(text).toMatch(/Remains to be paid in all: L\.E\.\s800\.00/);
    expect(linesOf(entry).map(({ body }) => body.payer)).toEqual([undefined, undefined]);
  });

  describe('that was kept for later', () => {
    let credit: string;

    beforeEach(() => {
      credit = '400.00';
      server.on(`GET ${FAMILIES_PATH}`, () => ({ body: { ...saids, credit } }));
      server.on('POST /collections/', { status: 201, body: savedCollection('77') });
    });

    const useCredit = () => press(/^Use credit/);

    it('is used by one tap, and the sum received pays the rest', async () => {
      await open();
      press('All of it: L.E. 1,800.00');
      useCredit();
      expect(screen.getByRole('textbox', { name: 'Amount received' })).toHaveValue('1,400.00');
      expect(screen.getByText('Credit pays L.E. 400.00')).toBeInTheDocument();
      await save();
      expect(await sentPayment()).toMatchObject({
        tenders: [
          { payment_method: 'credit', amount: '400.00' },
          { payment_method: 'cash', amount: '1400.00' },
        ],
      });
    });

    it('pays a debt alone where nothing is received', async () => {
      credit = '5000.00';
      await open();
      useCredit();
      expect(screen.queryByRole('button', { name: /^All of it/ })).toBeNull();
      await save();
      const body = await sentPayment();
      expect(body).toMatchObject({ payment_method: 'credit' });
      expect(body).not.toHaveProperty('tenders');
      expect(await screen.findByText('Receipt 77')).toBeInTheDocument();
      expect(screen.getByRole('status')).toHaveTextContent('L.E. 1,800.00');
    });

    it('is offered less what a pending payment takes of it', async () => {
      await open();
      server.offline = true;
      fireEvent.change(screen.getByRole('textbox', { name: 'Amount received' }), { target: { value: '50' } });
      fireEvent.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
      fireEvent.click(screen.getAllByRole('checkbox')[2] as HTMLElement);
      useCredit();
      expect(screen.getByText('Credit pays L.E. 250.00')).toBeInTheDocument();
      await save();
      await screen.findByText('Payment saved on this device');
      document.body.replaceChildren();
      renderScreen('/take-payment?student=omar');
      expect(await screen.findByRole('button', { name: 'Use credit: L.E. 150.00' })).toBeInTheDocument();
    });

    it('leaves the form as it is if another desk has used it meanwhile, and says so', async () => {
      credit = '5000.00';
      server.on('POST /collections/', () => {
        credit = '100.00';
        return { status: 400, body: { payment_method: ['Only L.E. 100.00 of credit is left.'] } };
      });
      await open();
      useCredit();
      await save();
      expect(await screen.findByText(/Only L.E. 100.00 of credit is left/)).toBeInTheDocument();
      expect(screen.getByRole('textbox', { name: /^Receipt Number/ })).toHaveValue('77');
      expect(await screen.findByText('Credit pays L.E. 100.00')).toBeInTheDocument();
      expect(screen.queryByText(/Nothing is owed/)).toBeNull();
    });

    it('is not offered where nothing is kept, and can be left again', async () => {
      await open();
      useCredit();
      press('Do not use it');
      await receive('1000');
      const body = await sentPayment();
      expect(body).not.toHaveProperty('tenders');
      expect(body).not.toHaveProperty('payment_method');
    });
  });

  it('in parts is sent with each method, its amount and its reference; the last part is the rest', async () => {
    const branch = { idempotency: true, filters: true, collections: true };
    server.declares({ ...branch, settings: true, payment_methods: true });
    const instapay = { id: 'instapay', name: 'InstaPay', name_ar: '', kind: 'wallet', asks_reference: true };
    server.on('GET /branch/settings/', { body: { id: '1', version: 1, payment_methods: [instapay] } });
    server.on('POST /collections/', { status: 201, body: savedCollection('77') });
    await open();
    fireEvent.change(await screen.findByLabelText('Amount received'), { target: { value: '150' } });
    fireEvent.click(await screen.findByText('Pay in parts', { selector: 'button' }));
    fireEvent.change(screen.getByLabelText('Amount of part 1'), { target: { value: '60' } });
    expect(screen.getByText('L.E. 90.00')).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText(/^Payment Reference/), { target: { value: 'TX-2' } });
    await save();
    expect(await sentPayment()).toMatchObject({
      tenders: [
        { payment_method: 'cash', amount: '60.00' },
        { payment_method: 'instapay', amount: '90.00', payment_reference: 'TX-2' },
      ],
    });
  });

  it('names nobody to a server that does not keep who pays', async () => {
    server.declares({ idempotency: true, filters: true, collections: true });
    server.on('POST /collections/', { status: 201, body: savedCollection('77') });
    await open();
    await receive('300');
    expect(await sentPayment()).not.toHaveProperty('payer');
  });
});

describe('a family on a server that takes no sum for several debts', () => {
  it('is who shares a number, and its debts come from the lists of all', async () => {
    await outboxDb().outbox.clear();
    const server = new ScriptedServer();
    server.declares({ idempotency: true, filters: true, collections: false });
    const phones = byPhone(() => '');
    const student = (id: string, phone: object) =>
      storedRecord(resourceOf('student'), { id, name: id, ...phones, ...phone });
    server.list('/students/', [
      student('omar', { father_phone: '01099887766' }),
      student('hana', { mother_phone: '01099887766' }),
      student('ali', { phone: '01111111111' }),
    ]);
    const owed = (id: string, name: string, remaining: string, day: string) =>
      debt(id, name, name, remaining, day).record;
    server.list(resourceOf('adult-course').path, [
      owed('h1', 'hana', '100.00', '2026-10-01'),
      owed('a1', 'ali', '900.00', '2026-09-01'),
      owed('h0', 'hana', '0.00', '2026-08-01'),
    ]);
    server.list(resourceOf('bus').path, [owed('o1', 'omar', '300.00', '2026-11-01')]);
    localStorage.setItem('branch-desk.prints-payments', 'yes');
    renderScreen('/take-payment?student=omar');
    await waitFor(() => expect(screen.getAllByRole('checkbox')).toHaveLength(2));
    // Enter saves, although the last payment of this device was printed at once.
    expect(screen.getByRole('button', { name: /^Save/ })).toHaveAttribute('type', 'submit');
    expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
      expect.stringMatching(/^Pay towards omar, Bus/),
      expect.stringMatching(/^Pay towards hana, Adult/),
    ]);
  });
});
