import { Button, Dialog } from '@chakra-ui/react';
import { messages as appMessages } from '#app/lib/texts.en.ts';

interface DialogFormFooterProps {
  readonly submitLabel: string;
  readonly isSubmitting: boolean;
  readonly disabled?: boolean;
  /** Id of the element that says why it is disabled. */
  readonly describedBy?: string | undefined;
  readonly onCancel: () => void;
}

export function DialogFormFooter(props: DialogFormFooterProps) {
  const { submitLabel, isSubmitting, disabled = false, describedBy, onCancel } = props;
  return (
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
  );
}
