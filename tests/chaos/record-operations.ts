import type { Draft } from '#contract/define-resource.ts';
import { formatDecimal } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import {
  randomIdOf,
  type SimulatedDevice,
  type Simulation,
  saveOn,
  type TrackedRecord,
  visibleRecords,
} from './simulation.ts';

/** Performs one random action and returns false if it was not applicable. */
export type ChaosOperation = (simulation: Simulation, device: SimulatedDevice) => Promise<boolean>;

const kinds = ['adult-course', 'kids-course', 'home-schooling', 'summer-course', 'nursery', 'bus'] as const;

function pickRecord(
  simulation: Simulation,
  device: SimulatedDevice,
  resource: ResourceName,
  matches: (record: TrackedRecord) => boolean = () => true,
) {
  const all = visibleRecords(simulation, device, resource).filter(matches);
  return all.length > 0 ? simulation.factory.chance.pick(all) : undefined;
}

export async function create(
  simulation: Simulation,
  device: SimulatedDevice,
  resource: ResourceName,
  body: Draft,
): Promise<true> {
  await saveOn(simulation, device, { id: simulation.newId(), resource, kind: 'create', body });
  return true;
}

/** Creates a record that refers to another record, if there is one. */
export const createChild =
  (
    of: ResourceName,
    resource: ResourceName,
    bodyOf: (simulation: Simulation, id: string) => Draft,
  ): ChaosOperation =>
  async (simulation, device) => {
    const parent = pickRecord(simulation, device, of);
    if (!parent) return false;
    return create(simulation, device, resource, bodyOf(simulation, randomIdOf(simulation, device, parent)));
  };

export const enrol: ChaosOperation = async (simulation, device) => {
  const student = pickRecord(simulation, device, 'student');
  if (!student) return false;
  const kind = simulation.factory.chance.pick(kinds);
  return create(
    simulation,
    device,
    kind,
    simulation.factory.enrolment(kind, randomIdOf(simulation, device, student)),
  );
};

export const payInstallment: ChaosOperation = async (simulation, device) => {
  const kind = simulation.factory.chance.pick(kinds);
  const enrolment = pickRecord(simulation, device, kind, ({ isInstallment }) => !isInstallment);
  if (!enrolment) return false;
  const paid = BigInt(simulation.factory.chance.whole(1, 90_000));
  return create(
    simulation,
    device,
    kind,
    simulation.factory.installment(randomIdOf(simulation, device, enrolment), paid),
  );
};

export const payOut: ChaosOperation = async (simulation, device) => {
  const student = pickRecord(simulation, device, 'student');
  const book = pickRecord(simulation, device, 'book');
  if (!student || !book) return false;
  const body = simulation.factory.bookPayout(
    randomIdOf(simulation, device, book),
    randomIdOf(simulation, device, student),
    {
      quantity: String(simulation.factory.chance.whole(1, 12)),
      paid_amount: formatDecimal(BigInt(simulation.factory.chance.whole(0, 9_000))),
    },
  );
  return create(simulation, device, 'book-payout', body);
};

/** Returns a random change of one important field of the record. */
function changedFields(simulation: Simulation, record: TrackedRecord): Draft {
  const { chance } = simulation.factory;
  const amount = formatDecimal(BigInt(chance.whole(100, 40_000)));
  switch (record.resource) {
    case 'student':
      return { phone: `0100 ${chance.whole(100_000, 999_999)}` };
    case 'book':
      return { sell_price: amount };
    case 'employee':
      return { salary: formatDecimal(BigInt(chance.whole(300_000, 900_000))) };
    case 'book-order':
    case 'book-payout':
      return chance.happens(50)
        ? { quantity: String(chance.whole(1, 20)) }
        : { notes: `Note ${chance.whole(1, 9_999)}` };
    case 'deduction':
    case 'expense':
      return { amount };
    case 'salary':
      return { custom_date: `2026-11-${String(chance.whole(1, 20)).padStart(2, '0')}` };
    default:
      return chance.happens(60) ? { paid_amount: amount } : { notes: `Note ${chance.whole(1, 9_999)}` };
  }
}

function pickAnyRecord(simulation: Simulation, device: SimulatedDevice): TrackedRecord | undefined {
  const all = simulation.records.filter((record) =>
    visibleRecords(simulation, device, record.resource).includes(record),
  );
  return all.length > 0 ? simulation.factory.chance.pick(all) : undefined;
}

export const edit: ChaosOperation = async (simulation, device) => {
  const record = pickAnyRecord(simulation, device);
  if (!record) return false;
  const recordId = randomIdOf(simulation, device, record);
  const body = changedFields(simulation, record);
  const previous = { ...record.body, id: recordId };
  await saveOn(simulation, device, {
    id: simulation.newId(),
    resource: record.resource,
    kind: 'update',
    recordId,
    body,
    before: previous,
  });
  return true;
};

export const remove: ChaosOperation = async (simulation, device) => {
  const record = pickAnyRecord(simulation, device);
  if (!record) return false;
  const recordId = randomIdOf(simulation, device, record);
  const previous = { ...record.body, id: recordId };
  await saveOn(simulation, device, {
    id: simulation.newId(),
    resource: record.resource,
    kind: 'delete',
    recordId,
    body: {},
    before: previous,
  });
  return true;
};
