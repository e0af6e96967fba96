import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MOST_PHOTO_BYTES, photoPath } from '#contract/photos.ts';
import { expenses } from './bodies.ts';
import { withDesk } from './with-server.ts';

const { server, manager, staff } = withDesk();

const segment = (marker: number, content: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

/** A file of so many bytes whose frame claims these sides; its pixels are not meant to be seen. */
function jpeg(
  bytes: number,
  { filling = 7, width = 8, height = 8, metadata = Buffer.alloc(0) } = {},
): Buffer {
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]);
  const before = [Buffer.from([0xff, 0xd8]), segment(0xe0, Buffer.from('JFIF\0')), metadata];
  const scan = [segment(0xc0, frame), segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]))];
  const end = Buffer.from([0xff, 0xd9]);
  const rest = bytes - Buffer.concat([...before, ...scan, end]).length;
  return Buffer.concat([...before, ...scan, Buffer.alloc(Math.max(0, rest), filling), end]);
}

const urlOf = (content: Buffer, type = 'image/jpeg') => `data:${type};base64,${content.toString('base64')}`;
const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const rent = { title: 'Rent', amount: '900' };

describe('the photo of a bill', () => {
  it('is named by its digest in the record, and read by itself', async () => {
    const bill = jpeg(MOST_PHOTO_BYTES);
    const made = await manager.create(expenses, { ...rent, photo: urlOf(bill) });
    expect(made.photo).toBe(digestOf(bill));
    expect((await manager.get(photoPath(digestOf(bill)))).body).toEqual({ photo: urlOf(bill) });
    const [listed] = await manager.listAll(expenses);
    expect(listed?.photo).toBe(digestOf(bill));
    const other = await server.newClient();
    expect((await other.get(photoPath(digestOf(bill)))).status).toBe(404);
    const file = await fetch(`${await server.origin()}/api${expenses}export/?format=csv`, {
      headers: manager.authorization,
    });
    expect(await file.text()).not.toContain(digestOf(bill));
  });

  it('is kept by a change that names its digest, replaced and removed; the history can still show it', async () => {
    const [first, second] = [jpeg(80, { filling: 1 }), jpeg(90, { filling: 2 })];
    const { id } = await manager.create(expenses, { ...rent, photo: urlOf(first) });
    const at = `${expenses}${id}/`;
    const change = async (body: object) => (await manager.send('PATCH', at, body)).body;
    const seen = async () =>
      Promise.all([first, second].map(async (one) => (await manager.get(photoPath(digestOf(one)))).status));
    expect(await change({ ...rent, amount: '950', photo: digestOf(first) })).toMatchObject({
      amount: '950.00',
      photo: digestOf(first),
    });
    expect(await change({ photo: urlOf(second) })).toMatchObject({ photo: digestOf(second) });
    expect(await seen()).toEqual([200, 200]);
    expect(await change({ photo: '' })).toMatchObject({ photo: null });
    await change({ photo: urlOf(first) });
    expect((await manager.send('DELETE', at)).status).toBe(200);
    expect(await seen()).toEqual([200, 200]);
  });

  it("of another person's expense is replaced and removed with the right for the record alone", async () => {
    const bill = jpeg(80);
    const { id } = await manager.create(expenses, rent);
    const at = `${expenses}${id}/`;
    const statuses = async (by: typeof staff, ...photos: string[]) => {
      const found: number[] = [];
      for (const photo of photos) found.push((await by.send('PATCH', at, { photo })).status);
      return found;
    };
    // A bill that is missing may be added by anybody.
    expect(await statuses(staff, urlOf(bill))).toEqual([200]);
    expect(await statuses(staff, digestOf(bill), urlOf(jpeg(90)), '')).toEqual([200, 403, 403]);
    expect((await manager.get(at)).body.photo).toBe(digestOf(bill));
    expect(await statuses(manager, urlOf(jpeg(90)), '')).toEqual([200, 200]);
    const staffExpense = await staff.create(expenses, { ...rent, photo: urlOf(bill) });
    expect((await staff.send('PATCH', `${expenses}${staffExpense.id}/`, { photo: '' })).status).toBe(200);
  });

  it('loses its metadata, such as the place, and what follows it', async () => {
    const secrets = [
      segment(0xe1, Buffer.from('Exif\0\0 30.0444 N')),
      segment(0xe2, Buffer.from('MPF\0')),
      segment(0xed, Buffer.from('Photoshop 3.0\0')),
      segment(0xfe, Buffer.from('Cairo')),
    ];
    const profile = segment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01'));
    const clean = jpeg(120, { metadata: profile });
    const sent = jpeg(200, { metadata: Buffer.concat([...secrets, profile]) });
    const start = (file: Buffer) => file.subarray(0, file.indexOf(7));
    const made = await manager.create(expenses, { ...rent, photo: urlOf(Buffer.concat([sent, sent])) });
    const { photo } = (await manager.get(photoPath(String(made.photo)))).body;
    const kept = Buffer.from(String(photo).split(',')[1] ?? '', 'base64');
    expect(start(kept)).toEqual(start(clean));
    expect(kept.length).toBe(sent.length - Buffer.concat(secrets).length);
  });

  it('that was stored with its metadata is read without it, under the same digest', async () => {
    const place = segment(0xe1, Buffer.from('Exif\0\0 30.0444 N'));
    const [clean, stored] = [jpeg(120), jpeg(120 + place.length, { metadata: place })];
    const digest = digestOf(stored);
    const { id } = await manager.create(expenses, rent);
    await server.queryAsOwner(
      'insert into expense_photo (branch_id, expense_id, digest, content) values ($1, $2, $3, $4)',
      [String(manager.branchId), id, digest, stored.toString('base64')],
    );
    await server.queryAsOwner('update expense set photo = $1 where id = $2', [digest, id]);
    expect((await manager.get(photoPath(digest))).body).toEqual({ photo: urlOf(clean) });
    expect((await manager.get(`${expenses}${id}/`)).body.photo).toBe(digest);
    const kept = await server.queryAsOwner('select content from expense_photo where digest = $1', [digest]);
    expect(kept).toEqual([{ content: stored.toString('base64') }]);
  });

  it.each([
    ['over 200 KB', urlOf(jpeg(MOST_PHOTO_BYTES + 1))],
    ['wider than a picture of a bill', urlOf(jpeg(160, { width: 65_500, height: 65_500 }))],
    [
      'higher than that, after fill bytes',
      urlOf(jpeg(160, { height: 4_001, metadata: Buffer.alloc(3, 0xff) })),
    ],
    ['without any height', urlOf(jpeg(160, { height: 0 }))],
    ['of two sizes', urlOf(jpeg(160, { metadata: segment(0xc2, Buffer.from([8, 0, 8, 0, 8, 0])) }))],
    ['cut', urlOf(jpeg(160).subarray(0, 100))],
    ['of a frame that is cut', urlOf(jpeg(160).subarray(0, 20))],
    ['no JPEG by its name', urlOf(jpeg(50), 'image/png')],
    ['no JPEG by its content', urlOf(Buffer.from('<svg onload="alert(1)"/>'))],
    ['no base64', 'data:image/jpeg;base64,/9j/%%%%'],
    ['the digest of another photo', digestOf(jpeg(50))],
    ['a number', 7],
  ])('is refused at its field if it is %s', async (_, photo) => {
    const refused = await manager.send('POST', expenses, { ...rent, photo });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['photo']]);
    expect(await manager.listAll(expenses)).toEqual([]);
  });

  it('of 20 MB is refused with a sentence, and nothing is stored', async () => {
    const refused = await manager.send('POST', expenses, { ...rent, photo: urlOf(jpeg(20 * 1024 * 1024)) });
    expect(refused.status).toBe(413);
    expect(String(refused.body.detail)).not.toBe('');
    expect(await manager.listAll(expenses)).toEqual([]);
  });
});
