import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('studentMerge', {
  open: 'Merge with a duplicate',
  title: 'Merge two students',
  about: 'All enrolments, payments and books of both come together on one page. The other record is removed.',
  other: 'Duplicate of this student',
  staysLegend: 'Which record stays?',
  stays: ({ code, name }: { code: string; name: string }) => `${code}, ${name}`,
  fieldsLegend: 'Which details are kept?',
  nothingDiffers: 'All other details are the same.',
  empty: 'Empty',
  undoHint: 'It can be undone as long as nothing new is recorded for this student.',
  submit: 'Merge students',
  merging: 'Merging…',
  needsConnection: 'You are offline. Students are merged with a connection only.',
  merged: ({ name, count }: { name: string; count: number }) =>
    plural(count, {
      one: `Students merged: ${name}. # record was moved.`,
      other: `Students merged: ${name}. # records were moved.`,
    }),
  mergedWith: ({ name, code }: { name: string; code: string }) => `Merged with ${name} (${code})`,
  byOn: ({ by, day }: { by: string; day: string }) => `by ${by} on ${day}`,
  undo: 'Undo merge',
  undone: ({ name }: { name: string }) => `Merge undone: ${name} is back.`,
  mergedInto: ({ name }: { name: string }) => `This record was merged into ${name}.`,
  openStudent: ({ name }: { name: string }) => `Open ${name}`,
});
