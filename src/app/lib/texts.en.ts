import type { FormDefinition, Resource } from '#contract/define-resource.ts';
import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('app', {
  productName: 'Branch Desk',
  documentTitle: ({ title }: { title: string }) => `${title} · Branch Desk`,
  savedOffline: 'Saved on this device. It will be sent when the connection is back.',
  error: ({ message }: { message: string }) => `Error: ${message}`,
  somethingWentWrong: 'Something went wrong. Try again.',
  goHome: 'Go back Home',
  tryAgain: 'Try again',
  loading: 'Loading',
  edit: 'Edit',
  delete: 'Delete',
  cancel: 'Cancel',
  close: 'Close',
  users: 'Users',
  branchSettings: 'Branch settings',
  debts: 'Debts',
  import: 'Import',
  month: 'Month',
  price: 'Price',
  day: 'Day',
  yes: 'Yes',
  no: 'No',
  nothing: 'Nothing',
  createInstallment: 'Create Installment',
  closeDrawer: 'Close my drawer',
  print: 'Print',
  save: 'Save',
  takePayment: 'Take payment',
  paySalaries: 'Pay salaries',
  leavesCourse: 'Leaves the course',
  movesCourse: 'Moves to another course',
  returnsBooks: 'Return books',
  done: 'Done',
  reason: 'Reason',
  needsYou: 'Needs you',
  leftOn: ({ day }: { day: string }) => `Left on ${day}`,
  leavesOn: ({ day }: { day: string }) => `Leaves on ${day}`,
  waitingToBeSent: 'Waiting to be sent',
  asOfToday: ({ time }: { time: string }) => `today at ${time}`,
  asOfDay: ({ day, time }: { day: string; time: string }) => `${day} at ${time}`,
  unknownDevice: 'Device',
  addRecord: ({ verb, singular }: { verb: string; singular: string }) => `${verb} ${singular}`,
  editRecord: ({ singular }: { singular: string }) => `Edit ${singular}`,
});

/** Specification, section 8. */
export const errorMessage = (message: string | undefined): string =>
  messages.error({ message: message ?? messages.somethingWentWrong });

export const listTitle = ({ title, plural }: Resource): string => title ?? plural;

export const addLabel = ({ addLabel, addVerb, singular }: Resource): string =>
  addLabel ?? messages.addRecord({ verb: addVerb, singular });

export function formTitle(resource: Resource, definition: FormDefinition, isEdit: boolean): string {
  const titles = resource.fields === definition.fields ? resource.formTitles : undefined;
  if (titles) return isEdit ? titles.edit : titles.add;
  const { singular } = definition;
  return isEdit
    ? messages.editRecord({ singular })
    : messages.addRecord({ verb: resource.addVerb, singular });
}
