import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('deviceEntries', {
  lostHere: ({ count, time }: { count: number; time: string }) =>
    plural(count, {
      one: `This browser has cleared what was stored on this device. # entry that was not sent is gone; the server last heard of it ${time}. Compare with your receipts and enter again what is missing.`,
      other: `This browser has cleared what was stored on this device. # entries that were not sent are gone; the server last heard of them ${time}. Compare with your receipts and enter again what is missing.`,
    }),
  more: ({ count }: { count: number }) => plural(count, { one: '# more', other: '# more' }),
  title: 'Entries on devices',
  about:
    'What waits to be sent on the devices of the branch, and what a browser has cleared before it was sent.',
  lost: 'Cleared before it was sent',
  waiting: 'Waits to be sent',
  lostOf: ({ count, name }: { count: number; name: string }) =>
    plural(count, { one: `# entry of ${name}`, other: `# entries of ${name}` }),
  lastHeard: ({ device, time }: { device: string; time: string }) => `${device}, last heard of ${time}`,
  unnamed: 'A device without a name',
  checkedOf: ({ name }: { name: string }) => `I have checked the entries of ${name}`,
});
