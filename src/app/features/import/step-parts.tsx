import { Button, chakra, Flex, Spinner } from '@chakra-ui/react';
import { type ComponentProps, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#app/api/api-error.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';

export function Choice({ children, ...input }: ComponentProps<typeof chakra.input>) {
  return (
    <chakra.label
      display="flex"
      gap="2"
      alignItems="center"
      minHeight="target"
      paddingInline="3"
      marginInlineStart="-3"
    >
      <chakra.input accentColor="accent.solid" width="5" height="5" flexShrink="0" {...input} />
      {children}
    </chakra.label>
  );
}

export interface Task {
  readonly running: boolean;
  readonly error: string | undefined;
  readonly run: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  readonly cancel: () => void;
}

function sentenceOf(error: unknown): string {
  const sentences =
    error instanceof ApiError ? [...error.fields.map(({ message }) => message)].join(' ') : '';
  return sentences || (error instanceof Error ? error.message : String(error));
}

export function useTask(): Task {
  const [state, setState] = useState<{ running: boolean; error?: string }>({ running: false });
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const run = useCallback<Task['run']>(async (work) => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = controller;
    setState({ running: true });
    try {
      await work(controller.signal);
      if (!controller.signal.aborted) setState({ running: false });
    } catch (error) {
      if (!controller.signal.aborted) setState({ running: false, error: sentenceOf(error) });
    }
  }, []);
  const cancel = useCallback(() => {
    stop.current?.abort();
    setState({ running: false });
  }, []);
  return { running: state.running, error: state.error, run, cancel };
}

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
