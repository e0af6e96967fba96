import { Button, chakra, Flex } from '@chakra-ui/react';
import { dismissWaitingFile, saveWaitingFile } from '#app/lib/save-file.ts';
import { keepAboveSaveBar } from '#app/ui/save-bar-room.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { messages } from './texts.en.ts';

/** On iPads a file is handed to the share sheet, which opens only right after a tap. */
export function FileReady({ file }: { readonly file: File }) {
  return (
    <chakra.section
      ref={keepAboveSaveBar}
      aria-label={messages.fileReady}
      position="fixed"
      insetInlineStart={{ base: 'screenStart', md: 'auto' }}
      insetInlineEnd="screenEnd"
      bottom="calc(1rem + max(var(--bottom-bar, 0px), var(--save-bar, 0px)) + env(safe-area-inset-bottom))"
      zIndex="bar"
      padding="4"
      maxWidth="form"
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
      boxShadow="raised"
    >
      <chakra.p role="status" fontWeight="medium">
        {messages.fileReady}
      </chakra.p>
      <chakra.p color="fg.muted" overflowWrap="anywhere">
        <TypedText>{file.name}</TypedText>
      </chakra.p>
      <Flex marginBlockStart="3" gap="2">
        <Button onClick={() => void saveWaitingFile(file)}>{messages.fileSave}</Button>
        <Button variant="ghost" colorPalette="neutral" onClick={dismissWaitingFile}>
          {messages.fileLeave}
        </Button>
      </Flex>
    </chakra.section>
  );
}
