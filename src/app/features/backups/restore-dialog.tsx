import { Button, chakra, Dialog, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { asOf } from '#app/lib/as-of.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { Field, TextInput } from '#app/ui/field.tsx';
import type { BackupList } from '#contract/backups.ts';
import { toWesternDigits } from '#contract/money.ts';
import { previewQuery, useRestore } from './backup-queries.ts';
import { messages } from './messages.ts';
import { PreviewTable } from './preview-table.tsx';

interface RestoreDialogProps {
  readonly backup: BackupList['results'][number];
  readonly list: BackupList;
  readonly onClose: () => void;
}

/** Shows what a backup holds, and restores it once the manager has typed the name of the branch (decision 58). */
export function RestoreDialog({ backup, list, onClose }: RestoreDialogProps) {
  const preview = useQuery(previewQuery(backup.name));
  const restore = useRestore();
  const closeButton = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState('');
  const [opened] = useState(list);
  const { name, made_at: madeAt, proof } = backup;
  const isConfirmed = toWesternDigits(typed.trim()) === toWesternDigits(opened.confirmation.trim());
  const failed = proof?.state === 'failed';
  const offersRestore = preview.data !== undefined && opened.restorable && !failed;

  const submit = () => {
    if (!isConfirmed || restore.isPending) return;
    restore.mutate({ name, madeAt, list: opened }, { onSuccess: onClose });
  };
  const close = () => {
    if (!restore.isPending) onClose();
  };
  return (
    <DialogFrame
      title={messages.previewTitle({ made: asOf(Date.parse(madeAt), Date.now()) })}
      role="alertdialog"
      size="md"
      focusFirst={closeButton}
      onClose={close}
    >
      <chakra.form
        display="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Dialog.Body tabIndex={0}>
          <Flex direction="column" gap="4">
            {preview.isPending && (
              <Skeleton role="status" aria-label={messages.previewLoading} height="14rem" />
            )}
            {preview.error && <ErrorLine message={preview.error.message} />}
            {preview.data && <PreviewTable preview={preview.data} />}
            {preview.data && !opened.restorable && <p>{messages.severalBranches}</p>}
            {failed && <p>{messages.notUsable({ reason: proof.reason ?? '' })}</p>}
            {offersRestore && (
              <>
                <Dialog.Description>{messages.consequence}</Dialog.Description>
                <chakra.p>{messages.whoSignsIn}</chakra.p>
                <Field.Root>
                  <Field.Label>{messages.confirmLabel({ text: opened.confirmation })}</Field.Label>
                  <TextInput
                    dir="auto"
                    autoComplete="off"
                    value={typed}
                    disabled={restore.isPending}
                    onChange={(event) => setTyped(event.target.value)}
                  />
                </Field.Root>
              </>
            )}
            {restore.isPending && <chakra.output display="block">{messages.restoring}</chakra.output>}
            {restore.error && <ErrorLine message={restore.error.message} />}
          </Flex>
        </Dialog.Body>
        <Dialog.Footer>
          <Button
            ref={closeButton}
            variant="outline"
            colorPalette="neutral"
            disabled={restore.isPending}
            onClick={close}
          >
            {appMessages.close}
          </Button>
          {offersRestore && (
            <Button
              type="submit"
              colorPalette="refused"
              disabled={!isConfirmed}
              loading={restore.isPending}
              loadingText={messages.restore}
            >
              {messages.restore}
            </Button>
          )}
        </Dialog.Footer>
      </chakra.form>
    </DialogFrame>
  );
}
