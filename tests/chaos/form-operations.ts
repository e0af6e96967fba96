import type { RecordRow } from '#app/lib/record-row.ts';
import { type Draft, formOf } from '#contract/define-resource.ts';
import { formatDecimal } from '#contract/money.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { ChaosOperation } from './record-operations.ts';
import {
  type SimulatedDevice,
  type Simulation,
  saveOn,
  type TrackedRecord,
  visibleRecords,
} from './simulation.ts';

/** Holds a form that a user has opened: the record as it was shown then. */
export interface OpenForm {
  readonly device: number;
  readonly user: string;
  readonly resource: ResourceName;
  readonly shown: RecordRow;
}

/** Number of newest records that most forms are opened on, so that several devices work on the same few. */
const CONTENDED = 6;
/** Share of forms that are opened on these, in percent. */
const CONTENDED_PERCENT = 70;

function pickAnyRecord(simulation: Simulation, device: SimulatedDevice): TrackedRecord | undefined {
  const { chance } = simulation.factory;
  const all = simulation.records.filter((record) =>
    visibleRecords(simulation, device, record.resource).includes(record),
  );
  const acknowledged = all.filter(({ isAcknowledged }) => isAcknowledged);
  if (acknowledged.length > 0 && chance.happens(CONTENDED_PERCENT))
    return chance.pick(acknowledged.slice(-CONTENDED));
  return all.length > 0 ? chance.pick(all) : undefined;
}

/** Sometimes as a form that was opened before the answer; undefined if it was never read and cannot be read now. */
function showRecord(
  simulation: Simulation,
  device: SimulatedDevice,
  record: TrackedRecord,
): Promise<RecordRow | undefined> {
  const { id, isAcknowledged, resource, body, isInstallment } = record;
  const isOwn = record.device === device.number && record.user === device.user;
  const wasOpenBefore = isOwn && simulation.factory.chance.happens(30);
  if (isAcknowledged && !wasOpenBefore) return device.process.show(resource, id);
  return Promise.resolve({ ...body, is_installment: isInstallment, id });
}

/** Returns new values of one or two fields that people change. */
function typedValues({ factory: { chance } }: Simulation, resource: ResourceName): Draft {
  const amount = formatDecimal(BigInt(chance.whole(100, 40_000)));
  const notes = `Note ${chance.whole(1, 9_999)}`;
  switch (resource) {
    case 'student':
      return chance.happens(50)
        ? { phone: `0100 ${chance.whole(100_000, 999_999)}` }
        : { address: `Street ${chance.whole(1, 999)}` };
    case 'book':
      return chance.happens(50) ? { sell_price: amount } : { name: `Book ${chance.whole(1, 999)}` };
    case 'employee':
      return chance.happens(50)
        ? { salary: formatDecimal(BigInt(chance.whole(300_000, 900_000))) }
        : { phone: `0111 ${chance.whole(100_000, 999_999)}` };
    case 'book-order':
    case 'book-payout':
      return chance.happens(50) ? { quantity: String(chance.whole(1, 20)) } : { notes };
    case 'deduction':
    case 'bonus':
      return chance.happens(50) ? { amount } : { reason: notes };
    case 'expense':
      return chance.happens(50) ? { amount } : { title: notes };
    case 'reminder':
      return { notes };
    case 'promise':
    case 'advance':
      return chance.happens(50) ? { amount } : { notes };
    case 'salary':
      return { custom_date: `2026-11-${String(chance.whole(1, 20)).padStart(2, '0')}` };
    default:
      return {
        ...(chance.happens(60) && { paid_amount: amount }),
        ...(chance.happens(60) && { notes }),
      };
  }
}

/** Saves a form as the app does: all its fields, of which the user has touched one or two. */
async function saveForm(
  simulation: Simulation,
  device: SimulatedDevice,
  { resource, shown }: Pick<OpenForm, 'resource' | 'shown'>,
): Promise<void> {
  const { fields } = formOf(resourceOf(resource), shown);
  const untouched = Object.keys(fields).map((name) => [name, shown[name] ?? null]);
  await saveOn(simulation, device, {
    id: simulation.newId(),
    resource,
    kind: 'update',
    recordId: shown.id,
    body: { ...Object.fromEntries(untouched), ...typedValues(simulation, resource) },
    before: shown,
  });
}

export const openForm: ChaosOperation = async (simulation, device) => {
  const record = pickAnyRecord(simulation, device);
  const shown = record && (await showRecord(simulation, device, record));
  if (!record || !shown) return false;
  simulation.forms.push({ device: device.number, user: device.user, resource: record.resource, shown });
  return true;
};

function takeForm(simulation: Simulation, device: SimulatedDevice): OpenForm | undefined {
  const userForms = simulation.forms.filter(
    (form) => form.device === device.number && form.user === device.user,
  );
  const form = userForms.length > 0 ? simulation.factory.chance.pick(userForms) : undefined;
  if (form) simulation.forms.splice(simulation.forms.indexOf(form), 1);
  return form;
}

/** Saves a form that was opened earlier; sometimes it is abandoned instead. */
export const saveOpenForm: ChaosOperation = async (simulation, device) => {
  const form = takeForm(simulation, device);
  if (!form) return false;
  if (simulation.factory.chance.happens(85)) await saveForm(simulation, device, form);
  return true;
};

export const edit: ChaosOperation = async (simulation, device) => {
  const record = pickAnyRecord(simulation, device);
  const shown = record && (await showRecord(simulation, device, record));
  if (!record || !shown) return false;
  await saveForm(simulation, device, { resource: record.resource, shown });
  return true;
};

/** Deletes a record as it is shown now, or as a form that is still open shows it. */
export const remove: ChaosOperation = async (simulation, device) => {
  const form = simulation.factory.chance.happens(50) ? takeForm(simulation, device) : undefined;
  const record = form ? undefined : pickAnyRecord(simulation, device);
  const shown = form?.shown ?? (record && (await showRecord(simulation, device, record)));
  const resource = form?.resource ?? record?.resource;
  if (!shown || !resource) return false;
  await saveOn(simulation, device, {
    id: simulation.newId(),
    resource,
    kind: 'delete',
    recordId: shown.id,
    body: {},
    before: shown,
  });
  return true;
};
