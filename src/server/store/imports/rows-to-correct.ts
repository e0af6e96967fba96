import type { Table } from '#server/spreadsheets/read-table.ts';
import type { Sheet } from '#server/spreadsheets/sheet.ts';
import { messages } from '#server/store/messages.ts';
import { openRows } from './check-import.ts';
import type { CheckedRow } from './checked-row.ts';

type OpenRow = ReturnType<typeof openRows>[number];

/** Returns the doubtful and wrong rows as a file, with their reasons in the last column, to be corrected and given back. */
export function rowsToCorrect({ headings }: Table, rows: readonly CheckedRow[]): Sheet<OpenRow> {
  const kept = headings.flatMap((heading, index) =>
    heading === messages.reasonColumn ? [] : [{ heading, index }],
  );
  async function* batches() {
    yield openRows(rows);
  }
  return {
    name: messages.reasonColumn,
    rightToLeft: false,
    columns: [
      ...kept.map(({ heading, index }) => ({
        heading,
        kind: 'text' as const,
        valueOf: (row: OpenRow) => row.cells[index],
      })),
      { heading: messages.reasonColumn, kind: 'text', valueOf: ({ reasons }) => reasons.join(' ') },
    ],
    batches: batches(),
  };
}
