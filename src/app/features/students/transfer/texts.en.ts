import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('studentTransfer', {
  open: 'Transfer to another branch',
  about: 'The student gets a record in the other branch. Here they count as left from today.',
  goes: 'Goes along',
  goesText: 'Name, birthdate, parents, phones and address.',
  stays: 'Stays here',
  staysText: 'Enrolments, payments, debts and credit.',
  owed: 'Owed here',
  credit: 'Credit here',
  branch: 'Branch',
  chooseBranch: 'Choose a branch',
  unsent:
    'A change of this student is not sent yet. The other branch gets the student as the server knows them now.',
  submit: 'Transfer',
  needsConnection: 'You are offline. Students are transferred with a connection only.',
  notDone: 'The student was not transferred. Try again.',
  to: ({ branch, day, code }: { branch: string; day: string; code: string }) =>
    `Transferred to ${branch} on ${day}, there ${code}.`,
  toBy: ({ branch, day, code, by }: { branch: string; day: string; code: string; by: string }) =>
    `Transferred to ${branch} on ${day} by ${by}, there ${code}.`,
  from: ({ branch, day, code }: { branch: string; day: string; code: string }) =>
    `Came from ${branch} on ${day}, there ${code}.`,
  owedHere: ({ amount }: { amount: string }) => `${amount} was owed here.`,
  owedThere: ({ amount }: { amount: string }) => `${amount} was owed there.`,
  creditHere: ({ amount }: { amount: string }) => `${amount} was kept as credit here.`,
  creditThere: ({ amount }: { amount: string }) => `${amount} was kept as credit there.`,
  list: 'Transfers between branches',
  unread: 'It could not be read whether the student was transferred.',
});
