import { RECEIPT_PRINT } from '#contract/resource-names.ts';
import { type ChaosOperation, payableKinds, pickRecord } from './record-operations.ts';
import { saveOn } from './simulation.ts';

/** Prints the receipt of a payment, which may still wait on this device itself. */
export const printReceipt: ChaosOperation = async (simulation, device) => {
  const resource = simulation.factory.chance.pick(payableKinds);
  const payment = pickRecord(simulation, device, resource);
  if (!payment) return false;
  await saveOn(simulation, device, {
    id: simulation.newId(),
    resource: RECEIPT_PRINT,
    kind: 'create',
    body: {
      resource,
      record: payment.id,
      printed_at: '2026-11-05T10:00:00.000Z',
    },
  });
  return true;
};

/** Enrols a student for a price of which half is paid, and plans the rest; both may wait on the device, one for the other. */
export const planRest: ChaosOperation = async (simulation, device) => {
  const { factory, newId } = simulation;
  const student = pickRecord(simulation, device, 'student');
  if (!student) return false;
  const [id, of] = [newId(), student.id];
  const prices = { price: '400.00', paid_amount: '200.00' };
  const body = factory.enrolment('adult-course', of, prices);
  await saveOn(simulation, device, { id, resource: 'adult-course', kind: 'create', body });
  const plan = factory.plan(id, of);
  await saveOn(simulation, device, { id: newId(), resource: 'plan', kind: 'create', body: plan });
  return true;
};
