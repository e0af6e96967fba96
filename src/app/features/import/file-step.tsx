import { Button, chakra, Field, Flex, NativeSelect } from '@chakra-ui/react';
import { useState } from 'react';
import { FileButton } from '#app/fields/file-button.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { importLimits } from '#contract/import-limits.ts';
import { type ImportTarget, importTargets } from '#contract/imports.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { TaskLine } from './task.tsx';
import { messages } from './texts.en.ts';
import type { Import } from './use-import.ts';

interface FileStepProps {
  readonly of: Import;
  readonly offline: boolean;
}

function nameOf(target: ImportTarget): string {
  const { plural } = resourceOf(target);
  return target === 'student' ? plural : messages.openingOf({ things: plural });
}

export function FileStep({ of: { target, setTarget, task, read }, offline }: FileStepProps) {
  const [file, setFile] = useState<File>();
  const tooLarge = file !== undefined && file.size > importLimits.bytes;
  return (
    <Flex
      as="form"
      direction="column"
      gap="5"
      onSubmit={(event) => {
        event.preventDefault();
        if (file && !tooLarge) void read(file);
      }}
    >
      <Field.Root>
        <Field.Label>{messages.contents}</Field.Label>
        <NativeSelect.Root>
          <NativeSelect.Field
            value={target}
            onChange={(event) => {
              const chosen = importTargets.find((name) => name === event.target.value);
              if (chosen) setTarget(chosen);
            }}
          >
            {importTargets.map((name) => (
              <option key={name} value={name}>
                {nameOf(name)}
              </option>
            ))}
          </NativeSelect.Field>
          <NativeSelect.Indicator />
        </NativeSelect.Root>
      </Field.Root>
      <Field.Root invalid={tooLarge}>
        <Field.Label>{messages.file}</Field.Label>
        <FileButton
          label={file ? messages.anotherFile : messages.chooseFile}
          accept=".csv,.xlsx,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          chosen={file?.name ?? messages.noFileYet}
          onFile={setFile}
        />
        <Field.HelperText>
          {tooLarge ? <FieldError>{messages.fileTooLarge}</FieldError> : messages.fileHint}
        </Field.HelperText>
      </Field.Root>
      <TaskLine task={task} doing={messages.reading} />
      <chakra.div>
        <Button type="submit" disabled={!file || tooLarge || offline || task.running}>
          {messages.readFile}
        </Button>
      </chakra.div>
    </Flex>
  );
}
