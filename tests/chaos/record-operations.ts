import type { Draft } from '#contract/define-resource.ts';
import { formatDecimal } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import {
  type SimulatedDevice,
  type Simulation,
  saveOn,
  type TrackedRecord,
  visibleRecords,
} from './simulation.ts';

/** Performs one random action and returns false if it was not applicable. */
export type ChaosOperation = (simulation: Simulation, device: SimulatedDevice) => Promise<boolean>;

const kinds = ['adult-course', 'kids-course', 'home-schooling', 'summer-course', 'nursery', 'bus'] as const;
export const payableKinds = [...kinds, 'book-payout'] as const;

export function pickRecord(
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

export const createChild =
  (
    of: ResourceName,
    resource: ResourceName,
    bodyOf: (simulation: Simulation, id: string) => Draft,
  ): ChaosOperation =>
  async (simulation, device) => {
    const parent = pickRecord(simulation, device, of);
    if (!parent) return false;
    return create(simulation, device, resource, bodyOf(simulation, parent.id));
  };

export const enrol: ChaosOperation = async (simulation, device) => {
  const student = pickRecord(simulation, device, 'student');
  if (!student) return false;
  const kind = simulation.factory.chance.pick(kinds);
  return create(simulation, device, kind, simulation.factory.enrolment(kind, student.id));
};

export const payInstallment: ChaosOperation = async (simulation, device) => {
  const kind = simulation.factory.chance.pick(payableKinds);
  const payable = pickRecord(simulation, device, kind, ({ isInstallment }) => !isInstallment);
  if (!payable) return false;
  const paid = BigInt(simulation.factory.chance.whole(1, 90_000));
  return create(simulation, device, kind, simulation.factory.installment(payable.id, paid));
};

export const payOut: ChaosOperation = async (simulation, device) => {
  const student = pickRecord(simulation, device, 'student');
  const book = pickRecord(simulation, device, 'book');
  if (!student || !book) return false;
  const body = simulation.factory.bookPayout(book.id, student.id, {
    quantity: String(simulation.factory.chance.whole(1, 12)),
    paid_amount: formatDecimal(BigInt(simulation.factory.chance.whole(0, 9_000))),
  });
  return create(simulation, device, 'book-payout', body);
};
