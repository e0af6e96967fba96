import { Button, chakra, Flex, useFieldContext } from '@chakra-ui/react';
import { type DragEvent, type ReactNode, useId, useRef } from 'react';
import { typedText } from '#app/ui/typed-text.tsx';

interface FileButtonProps {
  readonly label: string;
  readonly accept: string;
  /** Name of the chosen file or a placeholder; undefined where the choice is shown otherwise. */
  readonly chosen?: string | undefined;
  readonly disabled?: boolean;
  readonly onFile: (file: File) => void;
  readonly children?: ReactNode;
}

const allowDrop = (event: DragEvent) => event.preventDefault();

/**
 * Takes one file, chosen or dropped. It has its own button, because that of an input is in the language of the browser.
 */
export function FileButton({ label, accept, chosen, disabled, onFile, children }: FileButtonProps) {
  const field = useFieldContext();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const take = (file: File | undefined) => {
    if (file && !disabled) onFile(file);
  };
  return (
    <Flex
      gap="3"
      align="center"
      wrap="wrap"
      onDragOver={allowDrop}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          // The same file can be chosen again after it was corrected.
          currentTarget.value = '';
        }}
      />
      <Button
        id={field?.ids.control ?? id}
        variant="outline"
        colorPalette="neutral"
        aria-labelledby={field && `${field.ids.label} ${id}`}
        aria-describedby={field?.ariaDescribedby}
        disabled={disabled}
        onClick={() => input.current?.click()}
      >
        <span id={field && id}>{label}</span>
      </Button>
      {chosen !== undefined && (
        <chakra.span
          role="status"
          {...typedText(chosen)}
          minWidth="0"
          overflowWrap="anywhere"
          color="fg.muted"
        >
          {chosen}
        </chakra.span>
      )}
      {children}
    </Flex>
  );
}
