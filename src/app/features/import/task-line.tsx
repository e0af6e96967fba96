import { Button, Flex, Spinner } from '@chakra-ui/react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import type { Task } from './use-task.ts';

export function TaskLine({ task, doing }: { readonly task: Task; readonly doing: string }) {
  const { running, error, cancel } = task;
  if (!running && error === undefined) return null;
  if (!running) return <ErrorLine message={error} />;
  return (
    <Flex align="center" gap="3" role="status">
      <Spinner size="sm" aria-hidden /> {doing}
      <Button size="sm" variant="outline" colorPalette="neutral" onClick={cancel}>
        {appMessages.cancel}
      </Button>
    </Flex>
  );
}
