import { Box, Button, chakra, Field, Flex, NativeSelect, Skeleton } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import FileUp from 'lucide-react/icons/file-up';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { useCall } from '#app/calls/online-call.ts';
import { FileButton } from '#app/fields/file-button.tsx';
import { asOf } from '#app/lib/branch-day.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { Permitted } from '#app/resources/permitted-screen.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { inDigits } from '#contract/digits.ts';
import { type ImportRow, type ImportTarget, importLimits, importTargets } from '#contract/imports.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { importsQuery, undoImportCall, undoImportPress } from './import-calls.ts';
import { TaskLine } from './step-parts.tsx';
import { messages } from './texts.en.ts';
import { type Import, useImport } from './use-import.ts';

interface FileStepProps {
  readonly of: Import;
  readonly offline: boolean;
}

function nameOf(target: ImportTarget): string {
  const { plural } = resourceOf(target);
  return target === 'student' ? plural : messages.openingOf({ things: plural });
}

function FileStep({ of: { target, setTarget, task, read }, offline }: FileStepProps) {
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

interface UndoDialogProps {
  readonly row: ImportRow;
  readonly onClose: () => void;
}

function UndoDialog({ row, onClose }: UndoDialogProps) {
  const client = useQueryClient();
  const send = useCall(undoImportCall);
  const undo = useMutation({
    mutationFn: () => send(undoImportPress(row)),
    onSuccess: async ({ text }) => {
      notify(text);
      onClose();
      await client.invalidateQueries();
    },
  });
  return (
    <ConfirmDialog
      title={messages.undoTitle}
      about={row.file}
      text={messages.undoAbout({ count: row.rows })}
      label={messages.undo}
      pendingLabel={messages.undoing}
      isDestructive
      isPending={undo.isPending}
      problem={undo.error?.message}
      onConfirm={() => undo.mutate()}
      onClose={onClose}
    />
  );
}

const thingsOf = (target: string) => (isResourceName(target) ? resourceOf(target).plural : target);

function PastImports({ offline }: { readonly offline: boolean }) {
  const { data, error, refetch } = useQuery(importsQuery());
  const [undoing, setUndoing] = useState<ImportRow>();
  const body = () => {
    if (!data && error) return <PageError error={error} onRetry={() => void refetch()} />;
    if (!data) return <Skeleton height="3rem" />;
    if (data.results.length === 0) return <chakra.p color="fg.muted">{messages.noPast}</chakra.p>;
    return (
      <chakra.ul display="flex" flexDirection="column" gap="2" listStyleType="none">
        {data.results.map((row) => (
          <Flex as="li" key={row.id} gap="3" align="center" wrap="wrap" borderTopWidth="1px" paddingBlock="2">
            <chakra.div flex="1" minWidth="12rem">
              <chakra.p dir="auto">
                {messages.pastRow({ things: thingsOf(row.target), rows: row.rows, file: row.file })}
              </chakra.p>
              <chakra.p color="fg.muted" fontSize="sm" dir="auto">
                {messages.pastBy({ name: row.user_name, time: asOf(row.created_at) })}
              </chakra.p>
            </chakra.div>
            {row.undone_at ? (
              <chakra.span color="fg.muted">{messages.undone}</chakra.span>
            ) : (
              <Button
                variant="outline"
                colorPalette="neutral"
                disabled={offline}
                aria-label={messages.undoLabel({ file: row.file })}
                onClick={() => setUndoing(row)}
              >
                {messages.undo}
              </Button>
            )}
          </Flex>
        ))}
      </chakra.ul>
    );
  };
  return (
    <chakra.section marginBlockStart="10" aria-labelledby="past-imports">
      <chakra.h2 id="past-imports" fontWeight="semibold" marginBlockEnd="3">
        {messages.past}
      </chakra.h2>
      {body()}
      {undoing && <UndoDialog row={undoing} onClose={() => setUndoing(undefined)} />}
    </chakra.section>
  );
}

function Steps({ current }: { readonly current: string }) {
  const steps = [
    { name: 'file', label: messages.fileStep },
    { name: 'columns', label: messages.columnsStep },
    { name: 'check', label: messages.checkStep },
    { name: 'result', label: messages.resultStep },
  ];
  return (
    <chakra.ol aria-label={messages.steps} display="flex" flexWrap="wrap" columnGap="5" marginBlockEnd="5">
      {steps.map(({ name, label }, index) => (
        <chakra.li
          key={name}
          listStyleType="none"
          aria-current={name === current ? 'step' : undefined}
          fontWeight={name === current ? 'semibold' : 'normal'}
          color={name === current ? 'fg' : 'fg.muted'}
        >
          {inDigits(`${index + 1}.`)} {label}
        </chakra.li>
      ))}
    </chakra.ol>
  );
}

function ImportSteps({ offline }: { readonly offline: boolean }) {
  const one = useImport();
  const { step, target, chosen, result, done } = one;
  const body = () => {
    if (done !== undefined)
      return (
        <Flex direction="column" gap="5" role="status">
          <chakra.p fontSize="lg" dir="auto">
            {done}
          </chakra.p>
          <Flex gap="3" wrap="wrap">
            <Button asChild>
              <Link to={resourceOf(target).screens.list}>{messages.openList}</Link>
            </Button>
            <Button variant="outline" colorPalette="neutral" onClick={one.restart}>
              {messages.importAnother}
            </Button>
          </Flex>
        </Flex>
      );
    if (chosen && result) return <CheckStep of={one} {...{ result, offline }} />;
    if (chosen) return <ColumnsStep of={one} {...{ chosen, offline }} />;
    return <FileStep of={one} offline={offline} />;
  };
  return (
    <>
      <Steps current={step} />
      {body()}
      <PastImports offline={offline} />
    </>
  );
}

export function ImportPage() {
  return (
    <Permitted needs="imports.manage">
      <OfferedImport />
    </Permitted>
  );
}

function OfferedImport() {
  const branch = useBranch();
  const offline = useConnection() !== 'online';
  const body = () => {
    if (branch && !branch.imports)
      return <EmptyState icon={FileUp} title={messages.notOffered} about={messages.notOfferedAbout} />;
    return <ImportSteps offline={offline} />;
  };
  return (
    <Box width="full" maxW="56rem">
      <PageHeading title={appMessages.import} about={messages.about} back="/students" />
      <OfflineNote shown={offline} updatedAt={0} text={messages.needsConnection} />
      {body()}
    </Box>
  );
}
