import { deepStrictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeXlsx } from '#server/platform/spreadsheets/run-sheet-process.ts';
import type { Sheet } from '#server/platform/spreadsheets/sheet.ts';

/** Opens a file that our writer has made in LibreOffice, and compares what that program says is in it. */

interface Line {
  readonly text: string;
  readonly money: string;
  readonly day: string;
  readonly at: string;
}

const lines: readonly Line[] = [
  { text: 'منى عادل', money: '1250.50', day: '2026-01-31', at: '2026-03-10T09:30:00Z' },
  { text: '=1+1', money: '0.10', day: '2015-02-28', at: '2026-12-31T23:59:00Z' },
  { text: '+20 100 <b>&"\'_x0041_', money: '99999999.99', day: '1999-12-31', at: '1999-01-01T00:00:00Z' },
];

async function* batches() {
  yield lines;
}

const sheet: Sheet<Line> = {
  name: 'Students',
  rightToLeft: true,
  columns: [
    { heading: 'الاسم', kind: 'text', valueOf: ({ text }) => text },
    { heading: 'Price', kind: 'money', valueOf: ({ money }) => money },
    { heading: 'Day', kind: 'day', valueOf: ({ day }) => day },
    { heading: 'Time', kind: 'instant', valueOf: ({ at }) => at },
  ],
  batches: batches(),
};

const folder = mkdtempSync(join(tmpdir(), 'branch-desk-spreadsheets-'));
try {
  writeFileSync(join(folder, 'list.xlsx'), await writeXlsx(sheet, AbortSignal.timeout(60_000)));
  // Comma, quotation mark, UTF-8, from the first line; all texts quoted, values as they are stored.
  const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false';
  execFileSync(
    'soffice',
    [
      '--headless',
      `-env:UserInstallation=file://${folder}/profile`,
      '--convert-to',
      filter,
      '--outdir',
      folder,
      join(folder, 'list.xlsx'),
    ],
    {
      stdio: 'inherit',
    },
  );
  const found = readFileSync(join(folder, 'list.csv'), 'utf8')
    .replace(/^\ufeff/, '')
    .trim()
    .split('\n');
  deepStrictEqual(found, [
    '"الاسم","Price","Day","Time"',
    '"منى عادل",1250.5,2026-01-31,2026-03-10 09:30:00',
    '"=1+1",0.1,2015-02-28,2026-12-31 23:59:00',
    '"+20 100 <b>&""\'_x0041_",99999999.99,1999-12-31,1999-01-01 00:00:00',
  ]);
  process.stdout.write('LibreOffice reads amounts as numbers, days as days and every text as it was.\n');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
