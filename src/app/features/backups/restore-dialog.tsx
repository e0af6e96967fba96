import { Button, chakra, Dialog, Field, Flex, Input, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { asOf } from '#app/lib/branch-day.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import type { BackupList, BackupPreview } from '#contract/backups.ts';
import { inDigits } from '#contract/digits.ts';
import { formatMoney, parsePiastres, toWesternDigits } from '#contract/money.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { previewQuery, useRestore } from './backup-queries.ts';
import { messages } from './texts.en.ts';

type Contents = BackupPreview['current'];

const Table = chakra('table', {
  base: {
    width: '100%',
    fontSize: 'sm',
    '& th, & td': {
      paddingBlock: '1.5',
      paddingInlineEnd: '3',
      textAlign: 'start',
      verticalAlign: 'top',
      borderTopWidth: '1px',
      fontWeight: 'normal',
    },
    '& thead th': { borderTopWidth: '0', color: 'fg.muted' },
    '& [data-differs]': { fontWeight: 'semibold' },
  },
});

const monthsText = ({ months: { count, newest } }: Contents) =>
  newest === null ? inDigits(count) : messages.monthsWith({ count, newest });

function paymentText({ newest_payment }: Contents): string {
  if (!newest_payment) return messages.none;
  const at = asOf(newest_payment.recorded_at);
  return messages.payment({ amount: formatMoney(parsePiastres(newest_payment.amount)), at });
}

/** Label, value in the backup, value now. Kinds of records that neither has are left out. */
function linesOf(held: Contents, current: Contents): [string, string, string][] {
  const counted = resourceNames
    .map((name): [string, number, number] => [
      resourceOf(name).plural,
      held.records[name] ?? 0,
      current.records[name] ?? 0,
    ])
    .filter(([, then, now]) => then > 0 || now > 0);
  return [
    [messages.newestPayment, paymentText(held), paymentText(current)],
    [messages.months, monthsText(held), monthsText(current)],
    ...counted.map(([subject, then, now]): [string, string, string] => [
      subject,
      inDigits(then),
      inDigits(now),
    ]),
    [appMessages.users, inDigits(held.users), inDigits(current.users)],
  ];
}

export function PreviewTable({ preview: { held, current } }: { readonly preview: BackupPreview }) {
  if (!held) return <p>{messages.previewUnknown}</p>;
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{messages.subject}</th>
          <th scope="col">{messages.held}</th>
          <th scope="col">{messages.current}</th>
        </tr>
      </thead>
      <tbody>
        {linesOf(held, current).map(([subject, then, now]) => (
          <tr key={subject} data-differs={then === now ? undefined : ''}>
            <th scope="row">{subject}</th>
            <td>{then}</td>
            <td>{now}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface RestoreDialogProps {
  readonly backup: BackupList['results'][number];
  readonly list: BackupList;
  readonly onClose: () => void;
}

export function RestoreDialog({ backup, list, onClose }: RestoreDialogProps) {
  const preview = useQuery(previewQuery(backup.name));
  const restore = useRestore();
  const closeButton = useRef<HTMLButtonElement>(null);
  const [typed, setTyped] = useState('');
  const [opened] = useState(list);
  const { name, made_at: madeAt, proof } = backup;
  const isConfirmed = toWesternDigits(typed.trim()) === toWesternDigits(opened.confirmation.trim());
  const failed = proof?.state === 'failed';
  const offersRestore = preview.data !== undefined && opened.restorable && !failed;

  const submit = () => {
    if (!isConfirmed || restore.isPending) return;
    restore.mutate({ name, madeAt, list: opened }, { onSuccess: onClose });
  };
  const close = () => {
    if (!restore.isPending) onClose();
  };
  return (
    <DialogFrame
      title={messages.previewTitle({ made: asOf(madeAt) })}
      role="alertdialog"
      size="md"
      focusFirst={closeButton}
      onClose={close}
    >
      <chakra.form
        display="contents"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Dialog.Body tabIndex={0}>
          <Flex direction="column" gap="4">
            {preview.isPending && (
              <Skeleton role="status" aria-label={messages.previewLoading} height="14rem" />
            )}
            {preview.error && <ErrorLine message={preview.error.message} />}
            {preview.data && <PreviewTable preview={preview.data} />}
            {preview.data && !opened.restorable && <p>{messages.severalBranches}</p>}
            {failed && <p>{messages.notUsable({ reason: proof.reason ?? '' })}</p>}
            {offersRestore && (
              <>
                <Dialog.Description>{messages.consequence}</Dialog.Description>
                <chakra.p>{messages.whoSignsIn}</chakra.p>
                <Field.Root>
                  <Field.Label>{messages.confirmLabel({ text: opened.confirmation })}</Field.Label>
                  <Input
                    dir="auto"
                    autoComplete="off"
                    value={typed}
                    disabled={restore.isPending}
                    onChange={(event) => setTyped(event.target.value)}
                  />
                </Field.Root>
              </>
            )}
            {restore.isPending && <chakra.output display="block">{messages.restoring}</chakra.output>}
            {restore.error && <ErrorLine message={restore.error.message} />}
          </Flex>
        </Dialog.Body>
        <Dialog.Footer>
          <Button
            ref={closeButton}
            variant="outline"
            colorPalette="neutral"
            disabled={restore.isPending}
            onClick={close}
          >
            {appMessages.close}
          </Button>
          {offersRestore && (
            <Button
              type="submit"
              colorPalette="refused"
              disabled={!isConfirmed}
              loading={restore.isPending}
              loadingText={messages.restore}
            >
              {messages.restore}
            </Button>
          )}
        </Dialog.Footer>
      </chakra.form>
    </DialogFrame>
  );
}
