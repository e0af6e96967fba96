import { Button, chakra, Dialog, Flex, Link, Spinner } from '@chakra-ui/react';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileText from 'lucide-react/icons/file-text';
import { useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import { IMPORT_PATH } from '#app/lib/paths.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { resourceOf } from '#contract/resources/registry.ts';
import { messages } from './messages.ts';
import { useExport } from './use-export.ts';

interface ExportDialogProps {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

const KILOBYTE = 1000;

/** Formats a number of bytes: "340 KB", "1.2 MB". */
function sizeOf(bytes: number): string {
  const kilobytes = bytes / KILOBYTE;
  return kilobytes < KILOBYTE ? `${Math.ceil(kilobytes)} KB` : `${(kilobytes / KILOBYTE).toFixed(1)} MB`;
}

/** Exports a list: asks for the format, shows the progress, can be cancelled (decision 56). */
export function ExportDialog({ path, query, onClose }: ExportDialogProps) {
  const online = useConnection() === 'online';
  const may = usePermissions();
  const first = useRef<HTMLButtonElement>(null);
  const { running, bytes, error, run, cancel } = useExport(path, query, onClose);
  return (
    <DialogFrame title={messages.title} focusFirst={first} onClose={onClose}>
      <Dialog.Body>
        {running ? (
          <Flex align="center" gap="3" role="status">
            <Spinner size="sm" aria-hidden />
            <span>{bytes === 0 ? messages.preparing : messages.receiving({ size: sizeOf(bytes) })}</span>
          </Flex>
        ) : (
          <>
            <Dialog.Description>{messages.about}</Dialog.Description>
            {path === resourceOf('student').path && may('imports.manage') && (
              <Link asChild minHeight="target" marginBlockStart="3">
                <RouterLink to={IMPORT_PATH}>{messages.importInstead}</RouterLink>
              </Link>
            )}
            {!online && (
              <chakra.div marginBlockStart="3">
                <OfflineNote updatedAt={0} text={messages.offline} />
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
              <FileText size={18} aria-hidden /> {messages.csv}
            </Button>
            <Button disabled={!online} onClick={() => void run('xlsx')}>
              <FileSpreadsheet size={18} aria-hidden /> {messages.xlsx}
            </Button>
          </>
        )}
      </Dialog.Footer>
    </DialogFrame>
  );
}
