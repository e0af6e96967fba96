import { Button, chakra, Dialog, Flex } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import { ErrorLine } from './error-line.tsx';
import { messages } from './texts.en.ts';
import { useRestoreFocus } from './use-restore-focus.ts';

function adjacentControl(control: string): HTMLElement | undefined {
  const controls = [...document.querySelectorAll<HTMLElement>(`main ${control}`)];
  const index = controls.findIndex((element) => element.matches(':focus'));
  return controls[index + 1] ?? controls[index - 1];
}

/**
 * The row of the opener is gone; the focus goes to the same control of an adjacent row, or to the heading.
 * @param control a selector of these controls
 */
function useFocusFallback(control: string) {
  const [adjacent] = useState(() => adjacentControl(control));
  const rowRemoved = useRef(false);
  return {
    /** Call it before the dialog closes. */
    markRowRemoved: () => {
      rowRemoved.current = true;
    },
    /** Null if the opener still exists and takes the focus. */
    focusAfter: (): HTMLElement | null => {
      if (!rowRemoved.current) return null;
      return adjacent?.isConnected ? adjacent : document.querySelector<HTMLElement>('main h1');
    },
  };
}

export interface DeleteProblem {
  readonly message: string;
  readonly onShown?: () => void;
}

interface ConfirmDeleteProps {
  readonly thing: string;
  readonly title: string;
  /** Undefined if it was deleted. */
  readonly onDelete: () => Promise<DeleteProblem | undefined>;
  /** Told if the dialog is closed during the delete. Without it the dialog stays open until the end. */
  readonly whileDeleting?: string;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Closing the dialog does not stop a delete that is under way, and does not pretend to (fault 60). */
export function ConfirmDelete(props: ConfirmDeleteProps) {
  const { thing: noun, title, onDelete, whileDeleting, onClose, children } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const [deleting, setDeleting] = useState(false);
  const [problem, setProblem] = useState<DeleteProblem>();
  const remove = useRestoreFocus(deleting);
  const { markRowRemoved, focusAfter } = useFocusFallback('[data-destroys]');

  // Effects run in a mounted dialog only: a problem counts as shown once it is on the screen.
  useEffect(() => problem?.onShown?.(), [problem]);

  const mayClose = !deleting || whileDeleting !== undefined;
  const close = () => {
    if (mayClose) onClose();
  };
  const confirm = async () => {
    setDeleting(true);
    setProblem(undefined);
    const found = await onDelete();
    setProblem(found);
    setDeleting(false);
    if (found !== undefined) return;
    markRowRemoved();
    onClose();
  };

  return (
    <DialogFrame
      title={messages.deleteTitle({ thing: noun })}
      role="alertdialog"
      focusFirst={cancel}
      focusAfter={focusAfter}
      onClose={close}
    >
      <Dialog.Body>
        <chakra.p fontWeight="semibold" {...typedText(title)} marginBlockEnd="2">
          {title}
        </chakra.p>
        <Dialog.Description>{messages.deleteConsequence({ thing: noun })}</Dialog.Description>
        {children}
        {deleting && whileDeleting !== undefined && (
          <chakra.p role="status" marginBlockStart="3" fontSize="sm">
            {whileDeleting}
          </chakra.p>
        )}
        {problem !== undefined && (
          <Flex marginBlockStart="3">
            <ErrorLine message={problem.message} />
          </Flex>
        )}
      </Dialog.Body>
      <Dialog.Footer>
        <Button ref={cancel} variant="outline" colorPalette="neutral" disabled={!mayClose} onClick={close}>
          {deleting ? appMessages.close : appMessages.cancel}
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
