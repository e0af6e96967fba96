import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MOST_PHOTO_BYTES, photoPath } from '#contract/photos.ts';
import { expenses } from './bodies.ts';
import { withBranch } from './with-server.ts';

const { server, client: manager } = withBranch();

const jpeg = (bytes: number, filling = 7) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(bytes - 4, filling)]);
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

  it('is kept by a change that names its digest, replaced, removed, and deleted with the expense', async () => {
    const [first, second] = [jpeg(50, 1), jpeg(60, 2)];
    const { id } = await manager.create(expenses, { ...rent, photo: urlOf(first) });
    const at = `${expenses}${id}/`;
    const change = async (body: object) => (await manager.send('PATCH', at, body)).body;
    expect(await change({ ...rent, amount: '950', photo: digestOf(first) })).toMatchObject({
      amount: '950.00',
      photo: digestOf(first),
    });
    expect(await change({ photo: urlOf(second) })).toMatchObject({ photo: digestOf(second) });
    expect((await manager.get(photoPath(digestOf(first)))).status).toBe(404);
    expect(await change({ photo: '' })).toMatchObject({ photo: null });
    expect((await manager.get(photoPath(digestOf(second)))).status).toBe(404);
    await change({ photo: urlOf(second) });
    expect((await manager.send('DELETE', at)).status).toBe(200);
    expect((await manager.get(photoPath(digestOf(second)))).status).toBe(404);
  });

  it.each([
    ['over 200 KB', urlOf(jpeg(MOST_PHOTO_BYTES + 1))],
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
