import { Button, chakra, Dialog, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { messages as appMessages } from '#app/lib/messages.ts';
import { useFocusFallback } from '#app/lib/use-focus-fallback.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { ErrorLine } from './error-line.tsx';
import { messages } from './messages.ts';
import { useRestoreFocus } from './use-restore-focus.ts';

interface ConfirmDeleteProps {
  /** The kind of record, capitalised: "Course". */
  readonly thing: string;
  /** The name of the record. */
  readonly title: string;
  /** Deletes the record; resolves to an error message, or undefined. */
  readonly onDelete: () => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** Asks for confirmation before a delete and names the record (specification, section 2; decision 27). */
export function ConfirmDelete({ thing: noun, title, onDelete, onClose }: ConfirmDeleteProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  const [deleting, setDeleting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const remove = useRestoreFocus(deleting);
  const { markRowRemoved, focusAfter } = useFocusFallback('[data-destroys]');

  const confirm = async () => {
    setDeleting(true);
    setProblem(undefined);
    const message = await onDelete();
    setProblem(message);
    setDeleting(false);
    if (message !== undefined) return;
    markRowRemoved();
    onClose();
  };

  return (
    <DialogFrame
      title={messages.deleteTitle({ thing: noun })}
      role="alertdialog"
      focusFirst={cancel}
      focusAfter={focusAfter}
      onClose={onClose}
    >
      <Dialog.Body>
        <chakra.p fontWeight="semibold" dir="auto" marginBlockEnd="2">
          {title}
        </chakra.p>
        <Dialog.Description>{messages.deleteConsequence({ thing: noun })}</Dialog.Description>
        {problem !== undefined && (
          <Flex marginBlockStart="3">
            <ErrorLine message={problem} />
          </Flex>
        )}
      </Dialog.Body>
      <Dialog.Footer>
        <Button ref={cancel} variant="outline" colorPalette="neutral" onClick={onClose}>
          {appMessages.cancel}
        </Button>
        <Button
          ref={remove}
          colorPalette="refused"
          loading={deleting}
          loadingText={messages.deleting}
          onClick={confirm}
        >
          {appMessages.delete}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
