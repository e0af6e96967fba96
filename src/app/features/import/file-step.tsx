import { Button, chakra, Field, Flex, NativeSelect } from '@chakra-ui/react';
import { useState } from 'react';
import { FileButton } from '#app/fields/file-button.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { importLimits } from '#contract/import-limits.ts';
import { type ImportTarget, importTargets } from '#contract/imports.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { TaskLine } from './task-line.tsx';
import { messages } from './texts.en.ts';
import type { Task } from './use-task.ts';

interface FileStepProps {
  readonly target: ImportTarget;
  readonly onTarget: (target: ImportTarget) => void;
  readonly offline: boolean;
  readonly task: Task;
  readonly onFile: (file: File) => void;
}

function nameOf(target: ImportTarget): string {
  const { plural } = resourceOf(target);
  return target === 'student' ? plural : messages.openingOf({ things: plural });
}

export function FileStep({ target, onTarget, offline, task, onFile }: FileStepProps) {
  const [file, setFile] = useState<File>();
  const tooLarge = file !== undefined && file.size > importLimits.bytes;
  return (
    <Flex
      as="form"
      direction="column"
      gap="5"
      onSubmit={(event) => {
        event.preventDefault();
        if (file && !tooLarge) onFile(file);
      }}
    >
      <Field.Root>
        <Field.Label>{messages.what}</Field.Label>
        <NativeSelect.Root>
          <NativeSelect.Field
            value={target}
            onChange={(event) => {
              const chosen = importTargets.find((name) => name === event.target.value);
              if (chosen) onTarget(chosen);
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
