import { Button, Flex } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { Callout } from '#app/ui/callout.tsx';
import { messages } from './texts.en.ts';

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
