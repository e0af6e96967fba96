import { beforeAll, describe, expect, it } from 'vitest';
import { branchSettings, DEFAULT_REMINDER, SETTINGS_PATH } from '#contract/branch-settings.ts';
import { MAX_IMAGE_BYTES } from '#contract/image-data.ts';
import { fillReminder } from '#contract/reminders.ts';
import { PICTURE } from '../backup/scripted-history.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const server = withServer();
let manager: ApiClient;
let staff: ApiClient;

beforeAll(async () => {
  manager = await server.newClient();
  staff = await server.newColleague(manager, 'staff');
});

const settings = async (client = manager) => branchSettings.parse((await client.get(SETTINGS_PATH)).body);
const change = (body: object) => manager.send('PATCH', SETTINGS_PATH, body);
const picture = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`;
const png = Buffer.from(PICTURE.split(',')[1] ?? '', 'base64');
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** Returns a copy of an image that says another size of itself. */
const sized = (image: Buffer, write: (copy: Buffer) => void) => {
  const copy = Buffer.from(image);
  write(copy);
  return copy;
};

describe('the settings of a branch', () => {
  it('have defaults, are declared, and are read by staff', async () => {
    expect((await staff.get('/branch/details/')).body.settings).toBe(true);
    const expected = { receipt_language: 'both', paper: 'a5', logo: null, version: 0 };
    expect(await settings(staff)).toMatchObject({ ...expected, reminder_text: DEFAULT_REMINDER });
  });

  it('are changed field by field upon what was seen, two first changes at once too', async () => {
    const answers = await Promise.all([
      change({ phone: '0225551234', base: { phone: null } }),
      change({ paper: 'roll', base: { paper: 'a5' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await settings()).toMatchObject({ phone: '0225551234', paper: 'roll', version: 2 });
    const late = await change({
      phone: '111',
      receipt_footer: 'Thanks',
      base: { phone: null, receipt_footer: null },
    });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({
      conflicts: { phone: { base: null, yours: '111', now: '0225551234' } },
      current: { paper: 'roll', receipt_footer: null },
    });
    expect((await change({ phone: '0225551234' })).body).toMatchObject({ version: 2 });
  });

  it('take a small picture as the logo, and keep it out of the history', async () => {
    expect((await change({ logo: PICTURE })).body.logo).toBe(PICTURE);
    const [entry] = await manager.listAll('/history/?resource=branch-settings');
    expect(entry).toMatchObject({
      title: 'Branch settings',
      after: { logo: expect.stringMatching(/^a picture/) },
    });
    for (const logo of [
      picture('svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      picture('png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      picture('jpeg', png),
      picture('png', Buffer.concat([png, Buffer.alloc(MAX_IMAGE_BYTES)])),
      'https://example.com/logo.png',
      { toString: 'x' },
    ]) {
      const refused = await change({ logo });
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['logo']]);
    }
    expect((await change({ logo: null })).body.logo).toBeNull();
  });

  it.each<[string, Buffer]>([
    ['png', sized(png, (image) => image.writeUInt32BE(60_000, 16))],
    ['png', sized(png, (image) => image.writeUInt32BE(60_000, 20))],
    ['png', png.subarray(0, 18)],
    ['jpeg', hex('ffd8ffe000040000ffc2001108ea60ea60')],
    ['jpeg', hex('ffd8ffe000040000ffc2')],
    ['webp', hex('524946460000000057454250565038580a00000000000000 5fea00 000000')],
    ['webp', hex('524946460000000057454250565038 4c 00000000 2f ffffffff')],
    ['webp', hex('52494646000000005745425056503820 00000000 000000 9d012a ff3f ff3f')],
  ])('refuse a logo that says of itself that it is too large, or not how large: %s', async (type, bytes) => {
    const { status, body } = await change({ logo: picture(type, bytes) });
    expect([status, body]).toEqual([400, { logo: ['Use a picture of at most 2000 by 2000 pixels'] }]);
  });

  it.each<[string, Buffer]>([
    ['jpeg', hex('ffd8ffe000040000ffc0001108000a000a')],
    ['webp', hex('524946460000000057454250565038580a00000000000000 090000 090000')],
  ])('take a logo of ten by ten pixels: %s', async (type, bytes) => {
    expect((await change({ logo: picture(type, bytes) })).status).toBe(200);
  });

  it('rename the branch, for managers, everywhere and in the history; another branch keeps its name', async () => {
    const before = await settings();
    const other = await server.newClient();
    const taken = branchSettings.parse((await other.get(SETTINGS_PATH)).body).name;
    expect((await staff.send('PATCH', SETTINGS_PATH, { name: 'Maadi' })).status).toBe(403);
    for (const name of ['', ' ', null, 'a'.repeat(256), taken?.toUpperCase()]) {
      const refused = await change({ name });
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['name']]);
    }
    const { body } = await change({ name: ' Maadi  Branch ', base: { name: before.name } });
    expect(body).toMatchObject({ name: 'Maadi Branch', version: before.version + 1 });
    const details = await staff.get('/branch/details/');
    expect(details.body.name).toBe('Maadi Branch');
    const [entry] = await manager.listAll('/history/?resource=branch-settings');
    expect(entry).toMatchObject({ before: { name: before.name }, after: { name: 'Maadi Branch' } });
  });

  it('refuse what a receipt or reminder cannot show, each at its field', async () => {
    const wrong = { receipt_language: 'fr', paper: 'a4', reminder_text: 'Pay {amount}!', phone: 'a\0' };
    const refused = await change(wrong);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body).sort()).toEqual(Object.keys(wrong).sort());
    expect((await change({ reminder_text: 'Dear {student}' })).body.reminder_text).toBe('Dear {student}');
    expect((await change({ reminder_text: '' })).body.reminder_text).toBe(DEFAULT_REMINDER);
  });

  it('fill a reminder without reading placeholders in names', () => {
    const values = { student: '{branch}', remaining: 500n, branch: 'Maadi' };
    expect(fillReminder('{student} owes {remaining} at {branch}, {x}', values)).toBe(
      '{branch} owes L.E.\u00a05.00 at Maadi, {x}',
    );
  });

  it('fill a reminder in Arabic first, with the amount as each language writes it', () => {
    const values = { student: 'Omar', remaining: 425_600n, branch: 'Maadi' };
    expect(fillReminder(DEFAULT_REMINDER, values).split('\n')).toEqual([
      'السلام عليكم، المتبقي على Omar في Maadi هو 4,256.00\u00a0ج.م. شكرًا لكم.',
      'Hello, L.E.\u00a04,256.00 is still to be paid for Omar at Maadi. Thank you.',
    ]);
    // A line without words of its own is in the language of the others.
    expect(fillReminder('Dear parents,\n{remaining}', values)).toBe('Dear parents,\nL.E.\u00a04,256.00');
    expect(fillReminder('الباقي:\n{remaining}', values)).toBe('الباقي:\n4,256.00\u00a0ج.م');
    expect(fillReminder('{remaining}', values)).toBe('4,256.00\u00a0ج.م');
  });
});
