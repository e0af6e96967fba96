import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { ImportPage } from '#app/features/import/import-page.tsx';
import {
  IMPORT_CHECK_PATH,
  IMPORT_COLUMNS_PATH,
  IMPORTS_PATH,
  type ImportCheck,
  type ImportColumns,
} from '#contract/imports.ts';
import { renderPage } from '../render.tsx';
import { ScriptedServer } from '../resources/render-screen.tsx';

const found: ImportColumns = {
  sheet: 'الطلاب',
  sheets: [
    { name: 'تعليمات', hidden: false },
    { name: 'الطلاب', hidden: false },
    { name: 'قوائم', hidden: true },
  ],
  heading_row: 3,
  first_rows: [
    { row: 1, text: 'كشف الطلاب' },
    { row: 3, text: 'الاسم | ولي' },
    { row: 4, text: 'منى | عادل' },
  ],
  rows: 4,
  headings: ['الاسم', 'ولي'],
  samples: [['منى', 'عادل']],
  fields: [
    { name: 'name', label: 'Name', required: true },
    { name: 'father_name', label: 'Father Name', required: false },
  ],
  guess: { name: 0 },
};
const row = (number: number, kind: object) => ({
  row: number,
  verdict: 'doubtful' as const,
  title: `Row ${number}`,
  reasons: [`Why ${number}.`],
  ...kind,
});
const result: ImportCheck = {
  ready: 1,
  doubtful: 2,
  wrong: 1,
  unreadable: 1,
  unknown: [],
  rows: [row(5, { doubt: 'duplicate' }), row(6, { doubt: 'unreadable' }), row(7, { verdict: 'wrong' })],
};

let server: ScriptedServer;
const optionsOf = (path: string) => server.sent('POST', path).map(({ body }) => body);

beforeEach(() => {
  server = new ScriptedServer();
  server.declares({ imports: true });
  server.signedInAs('manager');
  server.on(`POST ${IMPORT_COLUMNS_PATH}`, { body: found });
  server.on(`POST ${IMPORT_CHECK_PATH}`, { body: result });
  server.on(`POST ${IMPORTS_PATH}`, { status: 201, body: { ...made, rows: 2 } });
  server.list(IMPORTS_PATH, []);
});

const made = {
  ...{ id: '1', target: 'student', file: 'students.csv', rows: 2, user_name: 'Mona' },
  ...{ created_at: '2026-11-24T10:00:00Z', undone_at: null },
};

function open() {
  const { container } = renderPage(<ImportPage />);
  return container;
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

async function readFile(container: HTMLElement, name: string) {
  await screen.findByRole('button', { name: 'Read the file' });
  const input = container.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no input of a file');
  await userEvent.upload(input, new File(['x'], name, { type: 'text/csv' }));
  await press('Read the file');
  return screen.findByLabelText(/^Father Name/);
}

it('says which row names the columns, and reads the file again with another', async () => {
  await readFile(open(), 'students.csv');
  const rows = screen.getByLabelText<HTMLSelectElement>('Row that names the columns');
  expect(rows.selectedOptions[0]?.textContent).toBe('3: الاسم | ولي');
  await userEvent.selectOptions(rows, '4: منى | عادل');
  await waitFor(() =>
    expect(optionsOf(IMPORT_COLUMNS_PATH)).toEqual([
      { target: 'student' },
      { target: 'student', sheet: 'الطلاب', heading_row: 4 },
    ]),
  );
});

it('says which sheet is read, and reads another of them, also a hidden one', async () => {
  await readFile(open(), 'students.xlsx');
  const sheets = screen.getByLabelText<HTMLSelectElement>('Sheet');
  expect(sheets.selectedOptions[0]?.textContent).toBe('الطلاب');
  await userEvent.selectOptions(sheets, 'قوائم (hidden)');
  await waitFor(() =>
    expect(optionsOf(IMPORT_COLUMNS_PATH).at(-1)).toEqual({ target: 'student', sheet: 'قوائم' }),
  );
});

it('asks once what an unknown word means, and checks the rows again before it imports them', async () => {
  const word = { field: 'period', label: 'Period', text: 'ترم', rows: 34, optional: false };
  const choices = [{ value: '4', label: '4 months' }];
  server.on(`POST ${IMPORT_CHECK_PATH}`, ({ body: { values } }) => {
    const meant = Array.isArray(values) && values.length > 0 ? { value: '4' } : {};
    const ready = meant.value ? 34 : 0;
    const counts = { ready, doubtful: 0, unreadable: 0, wrong: 34 - ready };
    return { body: { ...result, ...counts, rows: [], unknown: [{ ...word, choices, ...meant }] } };
  });
  await readFile(open(), 'students.csv');
  await press('Check the rows');
  await userEvent.selectOptions(await screen.findByLabelText('Period: “ترم”'), '4 months');
  expect(screen.getByRole('button', { name: 'Import 0 rows' })).toHaveAccessibleDescription(
    /^Choose what each of them means, then check the rows again/,
  );
  await press('Check the rows again');
  await press('Import 34 rows');
  await screen.findByText(/^Imported/);
  expect(optionsOf(IMPORTS_PATH)).toMatchObject([{ values: [{ field: 'period', text: 'ترم', value: '4' }] }]);
});

it('says what is still to be decided, and imports what was decided for each kind of doubt', async () => {
  await readFile(open(), 'students.csv');
  await press('Check the rows');
  const button = await screen.findByRole('button', { name: 'Import 1 row' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription(
    'Choose what to do with rows that are likely there already. Choose what to do with rows that have a value in doubt. Leave out what is wrong, or correct the file.',
  );
  await userEvent.click(screen.getByRole('checkbox', { name: /wrong/ }));
  await userEvent.click(
    screen.getAllByRole('radio', { name: 'Leave them out' })[0] ?? screen.getByRole('radio'),
  );
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('Choose what to do with rows that have a value in doubt.');
  await userEvent.click(screen.getAllByRole('radio', { name: 'Choose for each row' })[1] ?? button);
  expect(screen.queryByLabelText('Row 5: what to do')).toBeNull();
  await userEvent.selectOptions(screen.getByLabelText('Row 6: what to do'), 'Add');
  await press('Import 2 rows');
  await screen.findByText(/^Imported: 2 rows/);
  expect(optionsOf(IMPORTS_PATH)).toEqual([
    {
      target: 'student',
      columns: { name: 0 },
      count_paid: false,
      values: [],
      sheet: 'الطلاب',
      heading_row: 3,
      duplicates: 'skip',
      rows: { 6: 'add' },
      leave_out_wrong: true,
      expected: { ready: 1, doubtful: 2, wrong: 1 },
    },
  ]);
});

it('keeps the columns that were chosen for a corrected file with the same headings', async () => {
  const container = open();
  await userEvent.selectOptions(await readFile(container, 'students.csv'), 'ولي');
  await press('Check the rows');
  await press('Change the columns');
  await press('Choose another file');
  expect(await readFile(container, 'to-correct-students.csv')).toHaveValue('1');
  expect(screen.getByText(/^These are the columns that you chose for the file before/)).toBeVisible();
});

it('takes an import back after a question, which says what hangs on it', async () => {
  const undo = `DELETE ${IMPORTS_PATH}1/`;
  server.list(IMPORTS_PATH, [made]);
  server.on(undo, { status: 409, body: { detail: '2 records hang on it.' } });
  open();
  await press('Undo the import of students.csv');
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Undo' }));
  expect(await question.findByText(/2 records hang on it\./)).toBeVisible();
  server.on(undo, { body: { detail: 'Import undone.' } });
  server.list(IMPORTS_PATH, [{ ...made, undone_at: '2026-11-24T11:00:00Z' }]);
  await userEvent.click(question.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull());
});
