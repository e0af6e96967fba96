import { Button, Spinner } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface SubmitButtonProps {
  readonly isSubmitting: boolean;
  readonly submitting: string;
  readonly children: ReactNode;
}

/** Chakra's `loading` would compute its styles at run time. */
export function SubmitButton({ isSubmitting, submitting, children }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      size="lg"
      width="full"
      disabled={isSubmitting}
      data-loading={isSubmitting ? '' : undefined}
    >
      {isSubmitting && <Spinner size="inherit" borderWidth="0.125em" />}
      {isSubmitting ? submitting : children}
    </Button>
  );
}
