import { describe, expect, it } from 'vitest';
import { searchAnswer } from '#contract/search.ts';
import { courses, students } from './bodies.ts';
import { withBranch } from './with-server.ts';

const { client, factory } = withBranch(async () => {
  await client.create('/month/', { name: '\u200fMarch\u00a0' });
});
const marked = (text: string) => `\u202a\u200e${text}\u202c\u00a0\u2069`;

describe('characters that nobody sees', () => {
  it('hide nothing from a search or a filter, and are searched by nobody', async () => {
    const { id } = await client.create(students, factory.student({ name: 'Mona Adel' }));
    await client.create(courses, factory.enrolment('adult-course', id, { receipt_number: '1042' }));
    const found = searchAnswer.parse(
      (await client.get(`/search/?q=${encodeURIComponent(marked('Mona  Adel'))}`)).body,
    );
    expect(found.students).toMatchObject([{ title: 'Mona Adel' }]);
    for (const typed of ['\u200e1042', '١٠٤٢\u00a0'])
      expect((await client.get(`${courses}?search=${encodeURIComponent(typed)}`)).body.count).toBe(1);
  });
});
