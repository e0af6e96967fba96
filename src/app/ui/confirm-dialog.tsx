import { Button, chakra, Dialog, Flex } from '@chakra-ui/react';
import { type ReactNode, useRef } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { DialogFrame } from './dialog-frame.tsx';
import { ErrorLine } from './error-line.tsx';
import { typedText } from './typed-text.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

interface ConfirmDialogProps {
  readonly title: string;
  readonly about?: string;
  readonly text: string;
  readonly label: string;
  readonly pendingLabel?: string;
  readonly isDestructive: boolean;
  readonly isPending: boolean;
  readonly problem: string | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** A question before one press that cannot simply be taken back. The focus begins at Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, about, text, label, pendingLabel = label, isDestructive, isPending, problem } = props;
  const { onConfirm, onClose, children } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRestoreFocus(isPending);
  return (
    <DialogFrame title={title} role="alertdialog" focusFirst={cancel} onClose={onClose}>
      <Dialog.Body>
        {about !== undefined && (
          <chakra.p fontWeight="semibold" {...typedText(about)} marginBlockEnd="2">
            {about}
          </chakra.p>
        )}
        <Dialog.Description>{text}</Dialog.Description>
        {children}
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
          ref={confirm}
          colorPalette={isDestructive ? 'refused' : 'accent'}
          loading={isPending}
          loadingText={pendingLabel}
          onClick={onConfirm}
        >
          {label}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
