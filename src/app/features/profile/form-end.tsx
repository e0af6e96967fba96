import { Button, Flex } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { ApiError } from '#app/api/api-error.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { Callout } from '#app/ui/callout.tsx';
import { messages } from './texts.en.ts';

export function fieldProblems<Name extends string>(
  failure: Error | null,
  names: readonly Name[],
): { readonly name: Name; readonly message: string }[] {
  if (!(failure instanceof ApiError)) return [];
  const { fields = [] } = failure;
  return names.flatMap((name) =>
    fields.filter(({ field }) => field === name).map(({ message }) => ({ name, message })),
  );
}

/** The server's detail, else "Edit failed" (specification, section 8), or the offline message. */
export function failureMessage(failure: Error): string {
  if (!(failure instanceof ApiError)) return messages.editFailed;
  return failure.kind === 'transient' ? failure.message : (failure.detail ?? messages.editFailed);
}

interface FormEndProps {
  readonly problem: string | undefined;
  readonly submitLabel: string;
  readonly isSaving?: boolean;
  readonly onCancel: () => void;
}

export function FormEnd({ problem, submitLabel, isSaving = false, onCancel }: FormEndProps) {
  return (
    <>
      {problem && (
        <Callout tone="refused" icon={<CircleAlert size={18} aria-hidden />}>
          {problem}
        </Callout>
      )}
      <Flex gap="3" justify="flex-end">
        <Button variant="outline" colorPalette="neutral" onClick={onCancel}>
          {appMessages.cancel}
        </Button>
        <Button type="submit" loading={isSaving} loadingText={messages.saving}>
          {submitLabel}
        </Button>
      </Flex>
    </>
  );
}
