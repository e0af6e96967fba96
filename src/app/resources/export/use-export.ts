import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { download } from '#app/api/transfer.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { localDay } from '#contract/days.ts';
import { type ExportFormat, exportFileName, exportPath } from '#contract/exports.ts';
import { messages } from './messages.ts';

/** Milliseconds between two updates of the progress. */
const PROGRESS_MS = 250;

interface ExportState {
  readonly running: boolean;
  /** Bytes that have arrived. */
  readonly bytes: number;
  readonly error?: string | undefined;
}

const IDLE: ExportState = { running: false, bytes: 0 };

/** Exports a list as a file and saves it. What runs is cancelled when the component unmounts. */
export function useExport(path: string, query: Readonly<Record<string, string>>, onDone: () => void) {
  const client = useQueryClient();
  const [state, setState] = useState(IDLE);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const run = useCallback(
    async (format: ExportFormat) => {
      const controller = new AbortController();
      stop.current = controller;
      setState({ ...IDLE, running: true });
      let shown = 0;
      const onProgress = (bytes: number) => {
        if (performance.now() - shown < PROGRESS_MS) return;
        shown = performance.now();
        setState({ running: true, bytes });
      };
      const lang = document.documentElement.dir === 'rtl' ? 'ar' : 'en';
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const asked = new URLSearchParams({ ...query, format, lang, ...(timeZone && { time_zone: timeZone }) });
      const address = `${exportPath(path)}?${asked}`;
      try {
        const file = await download({ path: address, signal: controller.signal }, onProgress);
        const branch = client.getQueryData(branchQuery().queryKey)?.name ?? '';
        const name = exportFileName(path, branch, localDay(new Date()), format);
        saveFile(file, name);
        notify(messages.saved({ name }));
        onDone();
      } catch (error) {
        if (controller.signal.aborted) return;
        setState({ ...IDLE, error: error instanceof Error ? error.message : String(error) });
      }
    },
    [client, path, query, onDone],
  );
  const cancel = useCallback(() => {
    stop.current?.abort();
    setState(IDLE);
  }, []);
  return { ...state, run, cancel };
}
