import { Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '#app/calls/online-call.ts';
import { asOf } from '#app/lib/as-of.ts';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import type { ImportRow } from '#contract/imports.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { importsQuery, undoImportCall, undoImportPress } from './import-calls.ts';
import { messages } from './texts.en.ts';

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

export function PastImports({ offline }: { readonly offline: boolean }) {
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
