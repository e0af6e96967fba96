import { Button, chakra, Dialog, Flex, Link, Spinner } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import { useEffect, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { download } from '#app/api/transfer.ts';
import { currentDay } from '#app/lib/branch-day.ts';
import { sizeText } from '#app/lib/byte-size.ts';
import { IMPORT_PATH } from '#app/lib/paths.ts';
import { saveFile } from '#app/lib/save-file.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { type ExportFormat, exportFileName, exportPath } from '#contract/exports.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './opened-texts.en.ts';

const PROGRESS_MS = 250;

interface ExportState {
  readonly running: boolean;
  readonly bytes: number;
  readonly error?: string | undefined;
}

const IDLE: ExportState = { running: false, bytes: 0 };

function useExport(path: string, query: Readonly<Record<string, string>>, onDone: () => void) {
  const client = useQueryClient();
  const [state, setState] = useState(IDLE);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const run = async (format: ExportFormat) => {
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
    const asked = new URLSearchParams({ ...query, format, lang });
    const address = `${exportPath(path)}?${asked}`;
    try {
      const file = await download({ path: address, signal: controller.signal }, onProgress);
      const branch = client.getQueryData(branchQuery().queryKey)?.name ?? '';
      const name = exportFileName(path, branch, currentDay(), format);
      if (await saveFile(file, name)) notify(messages.export.saved({ name }));
      onDone();
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ ...IDLE, error: error instanceof Error ? error.message : String(error) });
    }
  };
  const cancel = () => {
    stop.current?.abort();
    setState(IDLE);
  };
  return { ...state, run, cancel };
}

interface ExportDialogProps {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

export function ExportDialog({ path, query, onClose }: ExportDialogProps) {
  const online = useConnection() === 'online';
  const may = usePermissions();
  const first = useRef<HTMLButtonElement>(null);
  const { running, bytes, error, run, cancel } = useExport(path, query, onClose);
  return (
    <DialogFrame title={messages.export.title} focusFirst={first} onClose={onClose}>
      <Dialog.Body>
        {running ? (
          <Flex align="center" gap="3" role="status">
            <Spinner size="sm" aria-hidden />
            <span>
              {bytes === 0 ? messages.export.preparing : messages.export.receiving({ size: sizeText(bytes) })}
            </span>
          </Flex>
        ) : (
          <>
            <Dialog.Description>{messages.export.about}</Dialog.Description>
            {path === resourceOf('student').path && may('imports.manage') && (
              <Link asChild minHeight="target" marginBlockStart="3">
                <RouterLink to={IMPORT_PATH}>{messages.export.importInstead}</RouterLink>
              </Link>
            )}
            {!online && (
              <chakra.div marginBlockStart="3">
                <OfflineNote updatedAt={0} text={messages.export.offline} />
              </chakra.div>
            )}
            {error !== undefined && (
              <chakra.div marginBlockStart="3">
                <ErrorLine message={error} />
              </chakra.div>
            )}
          </>
        )}
      </Dialog.Body>
      <Dialog.Footer>
        {running ? (
          <Button variant="outline" colorPalette="neutral" onClick={cancel}>
            {appMessages.cancel}
          </Button>
        ) : (
          <>
            <Button ref={first} disabled={!online} onClick={() => void run('csv')}>
              <FileText size={18} aria-hidden /> {messages.export.csv}
            </Button>
            <Button disabled={!online} onClick={() => void run('xlsx')}>
              <FileSpreadsheet size={18} aria-hidden /> {messages.export.xlsx}
            </Button>
          </>
        )}
      </Dialog.Footer>
    </DialogFrame>
  );
}
