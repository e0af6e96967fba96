import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCall } from '#app/calls/online-call.ts';
import { saveFile } from '#app/lib/save-file.ts';
import type { ImportCheck, ImportColumns, ImportTarget, RowChoice } from '#contract/imports.ts';
import {
  checkFile,
  downloadRows,
  type ImportOptions,
  importCall,
  importPress,
  type Place,
  readColumns,
} from './import-calls.ts';
import { useTask } from './step-parts.tsx';
import { messages } from './texts.en.ts';

export interface Decisions {
  readonly duplicates: RowChoice | 'each' | undefined;
  readonly unreadable: RowChoice | 'each' | undefined;
  readonly rows: Readonly<Record<string, RowChoice>>;
  readonly leaveOutWrong: boolean;
}

const UNDECIDED: Decisions = { duplicates: undefined, unreadable: undefined, rows: {}, leaveOutWrong: false };

export interface Chosen {
  readonly file: File;
  readonly found: ImportColumns;
  readonly remembered: boolean;
}

interface ChosenHeadings {
  readonly target: ImportTarget;
  readonly headings: Readonly<Record<string, string>>;
}

function headingsOf({ headings }: ImportColumns, columns: Readonly<Record<string, number>>) {
  const named = Object.entries(columns).map(([field, column]) => [field, headings[column] ?? ''] as const);
  return Object.fromEntries(named.filter(([, heading]) => heading !== ''));
}

function columnsBefore(
  before: ChosenHeadings | undefined,
  target: ImportTarget,
  { headings }: ImportColumns,
): Record<string, number> | undefined {
  if (before?.target !== target) return undefined;
  const columns = Object.entries(before.headings).map(
    ([field, heading]) => [field, headings.indexOf(heading)] as const,
  );
  return columns.every(([, column]) => column >= 0) ? Object.fromEntries(columns) : undefined;
}

export type Meanings = Readonly<Record<string, Readonly<Record<string, string>>>>;

function meaningsIn({ unknown }: ImportCheck): Meanings {
  const meanings: Record<string, Record<string, string>> = {};
  for (const { field, text, value } of unknown)
    if (value !== undefined) meanings[field] = { ...meanings[field], [text]: value };
  return meanings;
}

const isUnchecked = ({ unknown }: ImportCheck, meanings: Meanings) =>
  unknown.some(({ field, text, value }) => meanings[field]?.[text] !== value);

const valuesOf = (meanings: Meanings) =>
  Object.entries(meanings).flatMap(([field, words]) =>
    Object.entries(words).map(([text, value]) => ({ field, text, value })),
  );

export type Import = ReturnType<typeof useImport>;

export function useImport() {
  const client = useQueryClient();
  const task = useTask();
  const [target, setTarget] = useState<ImportTarget>('student');
  const [chosen, setChosen] = useState<Chosen>();
  const [columns, setColumns] = useState<Record<string, number>>({});
  const [countPaid, setCountPaid] = useState(false);
  const [meanings, setMeanings] = useState<Meanings>({});
  const [result, setResult] = useState<ImportCheck>();
  const [decisions, setDecisions] = useState(UNDECIDED);
  const [done, setDone] = useState<string>();
  const send = useCall(importCall);

  const restart = () => {
    task.cancel();
    setChosen(undefined);
    setResult(undefined);
    setDone(undefined);
  };
  const before = useRef<ChosenHeadings>(undefined);
  const optionsOf = ({ found: { sheet, heading_row } }: Chosen): ImportOptions => ({
    ...{ target, columns, count_paid: countPaid, values: valuesOf(meanings) },
    ...(sheet !== undefined && { sheet }),
    ...(heading_row !== undefined && { heading_row }),
  });
  const read = (file: File, place: Place = {}) =>
    task.run(async (signal) => {
      const found = await readColumns(file, target, place, signal);
      const known = columnsBefore(before.current, target, found);
      setChosen({ file, found, remembered: known !== undefined });
      setColumns(known ?? found.guess);
    });
  const check = () =>
    task.run(async (signal) => {
      if (!chosen) return;
      before.current = { target, headings: headingsOf(chosen.found, columns) };
      const checked = await checkFile(chosen.file, optionsOf(chosen), signal);
      setResult(checked);
      setMeanings(meaningsIn(checked));
      setDecisions(UNDECIDED);
    });
  const backToColumns = () => {
    task.cancel();
    setResult(undefined);
  };
  const takeOpenRows = () =>
    task.run(async (signal) => {
      if (!chosen) return;
      const rows = await downloadRows(chosen.file, optionsOf(chosen), signal);
      await saveFile(rows, messages.correctFile({ name: chosen.file.name }));
    });
  const run = () =>
    task.run(async (signal) => {
      if (!chosen || !result) return;
      const { duplicates, unreadable, rows, leaveOutWrong } = decisions;
      const options = {
        ...optionsOf(chosen),
        ...(duplicates !== 'each' && { duplicates }),
        ...(unreadable !== 'each' && { unreadable }),
        // Choices of single rows count where no choice is for all of the kind.
        rows: Object.fromEntries(
          result.rows.flatMap(({ row, doubt = 'duplicate' }) => {
            const choice = rows[String(row)];
            const each = (doubt === 'duplicate' ? duplicates : unreadable) === 'each';
            return each && choice ? [[String(row), choice]] : [];
          }),
        ),
        leave_out_wrong: leaveOutWrong,
        expected: { ready: result.ready, doubtful: result.doubtful, wrong: result.wrong },
      };
      setDone((await send(importPress(chosen.file, options, signal))).text);
      await client.invalidateQueries();
    });
  const isStale = result !== undefined && isUnchecked(result, meanings);
  const step = done ? 'result' : result ? 'check' : chosen ? 'columns' : 'file';
  return {
    ...{ step, task, target, setTarget, chosen, columns, setColumns, countPaid, setCountPaid },
    ...{ meanings, setMeanings, isStale },
    ...{ result, decisions, setDecisions, done, restart, read, check, backToColumns, takeOpenRows, run },
  } as const;
}
