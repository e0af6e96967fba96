import { Button, chakra, Field, Flex, Input } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { blockerText, updateBlocker, updateNow, useUpdateReady } from '#app/lib/app-update.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import {
  discard,
  markAsDone,
  replaceAndSend,
  retryNow,
  sendLostAgain,
} from '#app/outbox/recovery/actions.ts';
import { editTarget } from '#app/sync-center/edit-target.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { EntryActions } from './discarding.tsx';
import type { ResolutionAction } from './problem.ts';
import { messages } from './texts.en.ts';

interface ReasonFormProps {
  readonly title: string;
  readonly onReason: (reason: string) => void;
  readonly onCancel: () => void;
}

/** The receipt keeps the reason (decision 55). */
function ReasonForm({ title, onReason, onCancel }: ReasonFormProps) {
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const reason = typed.trim();
    if (reason === '') setMissing(true);
    else onReason(reason);
  };
  return (
    <chakra.form noValidate mt="3" aria-label={messages.reasonOf({ title })} onSubmit={submit}>
      <Field.Root required invalid={missing}>
        <Field.Label>{appMessages.reason}</Field.Label>
        <Input
          dir="auto"
          maxLength={255}
          autoFocus
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setMissing(false);
          }}
        />
        <Field.ErrorText>{messages.writeReason}</Field.ErrorText>
      </Field.Root>
      <Flex mt="3" gap="2" wrap="wrap">
        <Button type="submit" colorPalette="refused">
          {messages.deleteWithReason}
        </Button>
        <Button variant="outline" colorPalette="neutral" onClick={onCancel}>
          {appMessages.cancel}
        </Button>
      </Flex>
    </chakra.form>
  );
}

/** A no-break space follows "L.E.", so that an amount is not wrapped. */
export function keepAmountsTogether(text: string): string {
  return text.replaceAll('L.E. ', 'L.E.\u00a0');
}

interface ResolutionActionsProps {
  readonly entry: OutboxEntry;
  readonly title: string;
  readonly actions: readonly ResolutionAction[];
  readonly recommendsDiscard: boolean;
  readonly onHandled: () => void;
}

/** The first is primary, "Discard" comes last. */
export function ResolutionActions({
  entry,
  title,
  actions,
  recommendsDiscard,
  onHandled,
}: ResolutionActionsProps) {
  const navigate = useNavigate();
  const updateReady = useUpdateReady();
  const [asksReason, setAsksReason] = useState(false);

  const update = async () => {
    const blocker = await (updateReady ? updateNow() : updateBlocker());
    if (blocker) notify(blockerText(blocker, messages.unsavedBlocksUpdate), { kind: 'info' });
    else if (!updateReady) location.reload();
  };
  const perform = async (action: ResolutionAction): Promise<void> => {
    if (action.kind === 'edit') {
      const target = editTarget(entry);
      if (target) void navigate(target.path, { state: target.state });
      return;
    }
    if (action.kind === 'open') return void navigate(action.path);
    if (action.kind === 'update-app') return update();
    if (action.kind === 'give-reason') return setAsksReason(true);
    if (action.kind === 'ask-manager') {
      const { sendWithApproval } = await import('#app/outbox/sender/approval.ts');
      if (await sendWithApproval(entry.id)) notify(messages.doneToast({ title }));
      return;
    }
    onHandled();
    if (action.kind === 'send-again') void retryNow(entry.id);
    if (action.kind === 'send-all-lost') await sendLostAgain();
    if (action.kind === 'replace') await replaceAndSend(entry.id, action.replacement);
    if (action.kind === 'keep-theirs') {
      await discard(entry.id, { reason: 'theirs' });
      notify(messages.doneToast({ title }));
    }
    if (action.kind === 'mark-as-done') {
      await markAsDone(entry.id);
      notify(messages.doneToast({ title }));
    }
  };
  const attempt = (work: Promise<void>) => {
    work.catch((error: unknown) =>
      notify(error instanceof Error ? error.message : messages.actionFailed, { kind: 'error' }),
    );
  };
  const deleteWith = (reason: string) => {
    onHandled();
    attempt(replaceAndSend(entry.id, { kind: 'delete', body: { reason } }));
  };

  if (asksReason)
    return <ReasonForm title={title} onReason={deleteWith} onCancel={() => setAsksReason(false)} />;

  return (
    <EntryActions entry={entry} title={title} recommendsDiscard={recommendsDiscard} onDiscarded={onHandled}>
      {actions.map((action, index) => {
        const label = labelOf(action);
        const primary = index === 0 && !recommendsDiscard;
        return (
          <Button
            key={`${action.kind} ${label}`}
            variant={primary ? 'solid' : 'outline'}
            colorPalette={primary ? 'accent' : 'neutral'}
            whiteSpace="normal"
            flexShrink={1}
            py="2"
            aria-label={messages.actionOf({ action: label, title })}
            onClick={() => attempt(perform(action))}
          >
            {keepAmountsTogether(label)}
          </Button>
        );
      })}
    </EntryActions>
  );
}

function labelOf(action: ResolutionAction): string {
  if (action.kind === 'edit') return appMessages.edit;
  return action.label ?? messages.sendAgain;
}
