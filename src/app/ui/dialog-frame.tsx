import { Button, Dialog, IconButton, Portal } from '@chakra-ui/react';
import X from 'lucide-react/icons/x';
import type { FormEvent, ReactNode, RefObject } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { Directed } from './directed.tsx';

interface DialogFrameProps {
  readonly title: string;
  readonly size?: 'sm' | 'md' | 'lg';
  /** `alertdialog` for a question; a click outside does not answer it. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly focusFirst?: RefObject<HTMLElement | null>;
  /** Without it, or null, the opener gets the focus. */
  readonly focusAfter?: () => HTMLElement | null;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Mount it while it is open. Escape first closes a menu that is open inside it. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, size = 'sm', role = 'dialog', focusFirst, focusAfter, onClose, children } = props;
  return (
    <Directed>
      <Dialog.Root
        open
        role={role}
        size={size}
        closeOnEscape={false}
        closeOnInteractOutside={false}
        {...(focusFirst && { initialFocusEl: () => focusFirst.current })}
        {...(focusAfter && { finalFocusEl: focusAfter })}
        onOpenChange={({ open }) => {
          if (!open) onClose();
        }}
      >
        <Portal>
          <Dialog.Backdrop />
          <Dialog.Positioner>
            <Dialog.Content
              onKeyDown={(event) => {
                if (event.key !== 'Escape') return;
                event.stopPropagation();
                onClose();
              }}
            >
              <Dialog.Header paddingInlineEnd="16">
                <Dialog.Title>{title}</Dialog.Title>
              </Dialog.Header>
              {children}
              <Dialog.CloseTrigger asChild>
                <IconButton aria-label={appMessages.close} variant="ghost" colorPalette="neutral">
                  <X size={20} aria-hidden />
                </IconButton>
              </Dialog.CloseTrigger>
            </Dialog.Content>
          </Dialog.Positioner>
        </Portal>
      </Dialog.Root>
    </Directed>
  );
}

interface DialogFormProps {
  readonly onSubmit: (event: FormEvent) => unknown;
  readonly submitLabel: string;
  readonly isSubmitting: boolean;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/** @param describedBy id of the element that says why it is disabled */
export function DialogForm(props: DialogFormProps) {
  const { onSubmit, submitLabel, isSubmitting, disabled = false, describedBy, onCancel, children } = props;
  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)}>
      <Dialog.Body>{children}</Dialog.Body>
      <Dialog.Footer>
        <Button variant="outline" colorPalette="neutral" onClick={onCancel}>
          {appMessages.cancel}
        </Button>
        <Button
          type="submit"
          loading={isSubmitting}
          loadingText={submitLabel}
          disabled={disabled}
          aria-describedby={describedBy}
        >
          {submitLabel}
        </Button>
      </Dialog.Footer>
    </form>
  );
}
