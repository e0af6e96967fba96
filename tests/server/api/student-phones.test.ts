import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { DEBTS_PATH, debtsPage } from '#contract/debts.ts';
import { exportPath } from '#contract/exports.ts';
import { FAMILIES_PATH, family } from '#contract/families.ts';
import { paths } from '#contract/http.ts';
import { IMPORT_CHECK_PATH, IMPORT_COLUMNS_PATH, importCheck, importColumns } from '#contract/imports.ts';
import { languages } from '#contract/messages.ts';
import { RECEIPTS_PATH, receipt } from '#contract/receipts.ts';
import { resources } from '#contract/resources/registry.ts';
import { studentPhones } from '#contract/resources/student.ts';
import { SEARCH_PATH, searchAnswer } from '#contract/search.ts';
import { mergePath } from '#contract/student-merges.ts';
import { byPhone, type StudentPhone } from '#contract/student-phones.ts';
import { inLanguage } from '#server/messages/language.ts';
import { students } from './bodies.ts';
import { sendFile } from './upload.ts';
import { withBranch } from './with-server.ts';

const NUMBER = '01012345678';
const { server, client, factory } = withBranch(async () => {
  await client.create(paths.months, { name: 'March' });
});

const labelOf = (name: StudentPhone) => resources.student.fields[name].label;
const add = (name: string, given: Partial<Record<StudentPhone, string>> = {}) =>
  client.create(students, factory.student({ name, ...byPhone(() => ''), ...given }));
const exported = async (path: string) => {
  const { payload } = await server.app.inject({
    url: `/api${exportPath(path)}?format=csv`,
    headers: client.authorization,
  });
  return Papa.parse<Record<string, string>>(payload, { header: true, skipEmptyLines: true }).data;
};
const namesFound = async (typed: string) =>
  searchAnswer.parse((await client.get(`${SEARCH_PATH}?q=${typed}`)).body).students.map(({ title }) => title);

describe.each(studentPhones)('the field %s of a student', (name) => {
  it('is searched, and in answers and exports about debts, receipts and families', async () => {
    const mona = await add('Mona', { [name]: NUMBER });
    await add('Omar', { phone: NUMBER });
    const bus = await client.create('/bus/', {
      ...factory.enrolment('bus', mona.id),
      price: '500',
      paid_amount: '100',
    });
    const known = { id: mona.id, name: 'Mona', [name]: NUMBER };
    expect(await client.listAll(`${students}?search=2345678`)).toContainEqual(expect.objectContaining(known));
    expect(await namesFound(NUMBER)).toContain('Mona');
    const debts = debtsPage.parse((await client.get(DEBTS_PATH)).body);
    expect(debts.results).toMatchObject([known]);
    const paper = receipt.parse((await client.get(`${RECEIPTS_PATH}?resource=bus&id=${bus.id}`)).body);
    expect(paper.students).toEqual([{ id: mona.id, name: 'Mona', ...byPhone(() => null), [name]: NUMBER }]);
    const { students: members } = family.parse(
      (await client.get(`${FAMILIES_PATH}?student=${mona.id}`)).body,
    );
    expect(members).toMatchObject([
      { ...known, joined: 'self' },
      { name: 'Omar', joined: 'phone' },
    ]);
    expect(await exported(students)).toContainEqual(expect.objectContaining({ [labelOf(name)]: NUMBER }));
    expect(await exported(DEBTS_PATH)).toMatchObject([{ [labelOf(name)]: NUMBER }]);
  });

  it('is found in a file by its label in each language, and tells who is there already', async () => {
    await add('Mona', { phone: NUMBER });
    for (const language of languages) {
      const content = `Name,${inLanguage(language, () => labelOf(name))}\nMona,${NUMBER}\nMona,01112345678\n`;
      const columnsOf = await sendFile(
        server,
        client,
        IMPORT_COLUMNS_PATH,
        { content },
        { target: 'student' },
      );
      const { guess: columns } = importColumns.parse(columnsOf.body);
      expect(columns).toEqual({ name: 0, [name]: 1 });
      const options = { target: 'student', columns };
      const checked = importCheck.parse(
        (await sendFile(server, client, IMPORT_CHECK_PATH, { content }, options)).body,
      );
      expect(checked.rows.map(({ row }) => row)).toEqual([2]);
    }
  });

  it('is taken over by a merge, and found there', async () => {
    const [mona, twin] = [await add('Mona'), await add('Mona Adel', { [name]: NUMBER })];
    await client.send('POST', mergePath(mona.id), { other: twin.id, take: [name] });
    expect((await client.get(`${students}${mona.id}/`)).body).toMatchObject({ [name]: NUMBER });
    expect(await namesFound(NUMBER)).toEqual(['Mona']);
  });
});
