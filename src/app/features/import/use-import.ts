import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCall, useOutcome } from '#app/calls/use-call.ts';
import { saveFile } from '#app/lib/save-file.ts';
import type { ImportCheck, ImportColumns, ImportTarget, RowChoice } from '#contract/imports.ts';
import {
  checkFile,
  downloadRows,
  type ImportOptions,
  importCall,
  importPress,
  readColumns,
} from './import-calls.ts';
import { useTask } from './task.tsx';
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

export type Import = ReturnType<typeof useImport>;

export function useImport() {
  const client = useQueryClient();
  const task = useTask();
  const [target, setTarget] = useState<ImportTarget>('student');
  const [chosen, setChosen] = useState<Chosen>();
  const [columns, setColumns] = useState<Record<string, number>>({});
  const [countPaid, setCountPaid] = useState(false);
  const [result, setResult] = useState<ImportCheck>();
  const [decisions, setDecisions] = useState(UNDECIDED);
  const [done, setDone] = useState<string>();
  const send = useCall(importCall);
  useOutcome(importCall, '', ({ text }) => setDone(text));

  const restart = () => {
    task.cancel();
    setChosen(undefined);
    setResult(undefined);
    setDone(undefined);
  };
  const before = useRef<ChosenHeadings>(undefined);
  const optionsOf = ({ found }: Chosen): ImportOptions => ({
    ...{ target, columns, count_paid: countPaid },
    ...(found.heading_row !== undefined && { heading_row: found.heading_row }),
  });
  const read = (file: File, headingRow?: number) =>
    task.run(async (signal) => {
      const found = await readColumns(file, target, headingRow, signal);
      const known = columnsBefore(before.current, target, found);
      setChosen({ file, found, remembered: known !== undefined });
      setColumns(known ?? found.guess);
    });
  const check = () =>
    task.run(async (signal) => {
      if (!chosen) return;
      before.current = { target, headings: headingsOf(chosen.found, columns) };
      setResult(await checkFile(chosen.file, optionsOf(chosen), signal));
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
  const step = done ? 'result' : result ? 'check' : chosen ? 'columns' : 'file';
  return {
    ...{ step, task, target, setTarget, chosen, columns, setColumns, countPaid, setCountPaid },
    ...{ result, decisions, setDecisions, done, restart, read, check, backToColumns, takeOpenRows, run },
  } as const;
}
