import { Box, Button, chakra, Flex } from '@chakra-ui/react';
import { useEffect, useRef } from 'react';
import { asOf } from '#app/lib/as-of.ts';
import { messages } from './texts.en.ts';
import type { DraftState } from './use-stored-draft.ts';

/** Returns the sentence about a draft that is offered, or that the form shows. */
function noteText({ offered, resumed }: Pick<DraftState, 'offered' | 'resumed'>): string | undefined {
  const draft = offered ?? resumed;
  if (!draft) return undefined;
  const time = asOf(draft.startedAt, Date.now());
  if (offered) return draft.base ? messages.draftOfChange({ time }) : messages.draftOfNew({ time });
  return draft.base ? messages.resumedChange({ time }) : messages.resumedNew({ time });
}

interface DraftNoteProps {
  readonly draft: DraftState;
  /** True while the form is being saved. */
  readonly disabled: boolean;
}

/** Offers the draft of an earlier visit above the fields, and marks a form that shows one. */
export function DraftNote({ draft, disabled }: DraftNoteProps) {
  const { offered, resumed, resume, startAnew } = draft;
  const text = useRef<HTMLParagraphElement>(null);
  // The pressed button is gone then; the note says what the form shows now.
  useEffect(() => {
    if (resumed) text.current?.focus({ preventScroll: true });
  }, [resumed]);
  const sentence = noteText(draft);
  if (sentence === undefined) return null;
  const title = offered?.title ?? '';
  return (
    <Box gridColumn="1 / -1" background="bg.subtle" borderWidth="1px" borderRadius="md" padding="3">
      <chakra.p ref={text} role="status" tabIndex={-1} outline="none" fontSize="sm">
        {sentence}
        {title !== '' && (
          <chakra.bdi display="block" fontWeight="semibold" overflowWrap="anywhere">
            {title}
          </chakra.bdi>
        )}
      </chakra.p>
      <Flex marginBlockStart="3" gap="2" wrap="wrap">
        {offered && (
          <Button type="button" disabled={disabled} onClick={resume}>
            {messages.continueDraft}
          </Button>
        )}
        <Button
          type="button"
          variant="outline"
          colorPalette="neutral"
          disabled={disabled}
          onClick={startAnew}
        >
          {messages.startAnew}
        </Button>
      </Flex>
    </Box>
  );
}
