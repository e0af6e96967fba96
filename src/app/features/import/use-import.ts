import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall, useOutcome } from '#app/calls/use-call.ts';
import { saveFile } from '#app/lib/save-file.ts';
import type { ImportCheck, ImportColumns, ImportTarget } from '#contract/imports.ts';
import type { Decisions } from './check-step.tsx';
import {
  checkFile,
  downloadRows,
  type ImportOptions,
  importCall,
  importPress,
  readColumns,
} from './import-calls.ts';
import { messages } from './messages.ts';
import { useTask } from './use-task.ts';

const UNDECIDED: Decisions = { duplicates: undefined, rows: {}, leaveOutWrong: false };

/** Holds a file with what was found in it; each step needs what the one before has found. */
interface Chosen {
  readonly file: File;
  readonly found: ImportColumns;
}

function optionsOf(
  target: ImportTarget,
  columns: Readonly<Record<string, number>>,
  countPaid: boolean,
): ImportOptions {
  return { target, columns, count_paid: countPaid };
}

/** Keeps the state of an import from its file to its result. */
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
  const read = (file: File) =>
    task.run(async (signal) => {
      const found = await readColumns(file, target, signal);
      setChosen({ file, found });
      setColumns(found.guess);
    });
  const check = () =>
    task.run(async (signal) => {
      if (!chosen) return;
      setResult(await checkFile(chosen.file, optionsOf(target, columns, countPaid), signal));
      setDecisions(UNDECIDED);
    });
  const backToColumns = () => {
    task.cancel();
    setResult(undefined);
  };
  const takeOpenRows = () =>
    task.run(async (signal) => {
      if (!chosen) return;
      const rows = await downloadRows(chosen.file, optionsOf(target, columns, countPaid), signal);
      saveFile(rows, messages.correctFile({ name: chosen.file.name }));
    });
  const run = () =>
    task.run(async (signal) => {
      if (!chosen || !result) return;
      const { duplicates, rows, leaveOutWrong } = decisions;
      const options = {
        ...optionsOf(target, columns, countPaid),
        ...(duplicates === 'each' ? { rows } : { duplicates }),
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
