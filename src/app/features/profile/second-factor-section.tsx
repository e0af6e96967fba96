import { Badge, Button, chakra, Dialog, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { asOf } from '#app/lib/branch-day.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { hasPasskeys } from '#app/ui/second-factor/passkeys.ts';
import { type GivenProof, ProvePerson } from '#app/ui/second-factor/prove-person.tsx';
import { RecoveryCodes } from '#app/ui/second-factor/recovery-codes.tsx';
import { ConfirmFactor } from '#app/ui/second-factor/set-up-factor.tsx';
import { messages as factorMessages } from '#app/ui/second-factor/texts.en.ts';
import { Section } from '#app/ui/surface.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { typedText } from '#app/ui/typed-text.tsx';
import type { BegunFactor, FactorKind, OwnFactors, Passkey } from '#contract/second-factor.ts';
import { factorsQuery, type RemovedFactor, useFactorCalls } from './factor-calls.ts';
import { messages } from './texts.en.ts';

type FactorTask =
  | { readonly action: 'add'; readonly kind: FactorKind }
  | ({ readonly action: 'remove' } & RemovedFactor)
  | { readonly action: 'new-codes' };

interface FactorTaskDialogProps {
  readonly task: FactorTask;
  readonly onClose: () => void;
}

function titleOf(task: FactorTask): string {
  if (task.action === 'remove') return messages.factor.removeTitle({ name: task.name });
  if (task.action === 'new-codes') return messages.factor.newCodesTitle;
  return task.kind === 'totp' ? messages.factor.setUpTotp : messages.factor.addPasskey;
}

const aboutOf = ({ action }: FactorTask) =>
  action === 'remove'
    ? messages.factor.removeText
    : action === 'new-codes'
      ? messages.factor.newCodesText
      : undefined;

/** Each begins with the present password and factor (decisions 49 and 160), and ends with the codes where there are new ones. */
function FactorTaskDialog({ task, onClose }: FactorTaskDialogProps) {
  const { begin, confirm, remove, newCodes } = useFactorCalls();
  const [begun, setBegun] = useState<BegunFactor>();
  const [codes, setCodes] = useState<readonly string[]>();
  const send = async (proof: GivenProof) => {
    if (task.action === 'add') return setBegun(await begin.mutateAsync({ kind: task.kind, ...proof }));
    if (task.action === 'new-codes') return setCodes((await newCodes.mutateAsync(proof)).recovery_codes);
    const { action: _, ...removed } = task;
    await remove.mutateAsync({ ...removed, ...proof });
    notify(messages.factor.removed({ name: task.name }));
    onClose();
  };
  const body = () => {
    if (codes) {
      return (
        <Dialog.Body paddingBlockEnd="6">
          <RecoveryCodes codes={codes} onKept={onClose} />
        </Dialog.Body>
      );
    }
    if (begun) {
      return (
        <Dialog.Body paddingBlockEnd="6">
          <ConfirmFactor
            begun={begun}
            confirm={async (body) => {
              const { recovery_codes } = await confirm.mutateAsync(body);
              notify(messages.factor.done);
              if (recovery_codes) setCodes(recovery_codes);
              else onClose();
            }}
            footer={({ label, isSending }) => (
              <Flex gap="3" justify="flex-end">
                <Button variant="outline" colorPalette="neutral" onClick={onClose}>
                  {appMessages.cancel}
                </Button>
                <Button type="submit" loading={isSending} loadingText={label}>
                  {label}
                </Button>
              </Flex>
            )}
          />
        </Dialog.Body>
      );
    }
    return (
      <ProvePerson
        about={aboutOf(task)}
        label={task.action === 'remove' ? messages.factor.remove : factorMessages.check}
        send={send}
        onCancel={onClose}
      />
    );
  };
  return (
    <DialogFrame title={codes ? factorMessages.codesTitle : titleOf(task)} size="md" onClose={onClose}>
      {body()}
    </DialogFrame>
  );
}

const timeOf = (iso: string) => asOf(iso);

export function SecondFactorSection() {
  const { data, error, refetch } = useQuery(factorsQuery);
  const [task, setTask] = useState<FactorTask>();
  const offline = useConnection() === 'offline';
  const body = () => {
    if (data) return <Factors factors={data} disabled={offline} onTask={setTask} />;
    if (offline) return null;
    if (error) return <PageError error={error} onRetry={() => void refetch()} />;
    return <Skeleton role="status" aria-label={messages.factor.loading} height="8rem" />;
  };
  return (
    <Section title={messages.factor.title} about={messages.factor.about}>
      {offline && (
        <chakra.p role="status" mb="3" color="waiting.fg">
          {messages.factor.offline}
        </chakra.p>
      )}
      {body()}
      {task && <FactorTaskDialog task={task} onClose={() => setTask(undefined)} />}
    </Section>
  );
}

interface FactorsProps {
  readonly factors: OwnFactors;
  readonly disabled: boolean;
  readonly onTask: (task: FactorTask) => void;
}

function Factors({ factors, disabled, onTask }: FactorsProps) {
  const { totp, passkeys, recovery_codes, required, kinds } = factors;
  const makesPasskeys = kinds.includes('passkey') && hasPasskeys();
  const hasAny = totp !== null || passkeys.length > 0;
  const button = (task: FactorTask, label: string, about = label) => (
    <Button
      key={about}
      variant="outline"
      colorPalette={task.action === 'remove' ? 'neutral' : 'accent'}
      minHeight="target"
      aria-label={about}
      disabled={disabled}
      onClick={() => onTask(task)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {required && (
        <chakra.p mb="2">
          <Badge whiteSpace="normal">{messages.factor.required}</Badge>
        </chakra.p>
      )}
      <Row
        title={messages.factor.totp}
        facts={totp ? messages.factor.since({ time: timeOf(totp.created_at) }) : messages.factor.notSetUp}
      >
        {button(
          { action: 'add', kind: 'totp' },
          totp ? messages.factor.replace : messages.factor.setUp,
          totp ? messages.factor.replace : messages.factor.setUpTotp,
        )}
        {totp &&
          button(
            { action: 'remove', kind: 'totp', name: messages.factor.totp },
            messages.factor.remove,
            messages.factor.removeOf({ name: messages.factor.totp }),
          )}
      </Row>
      <Row
        title={messages.factor.passkeys}
        facts={
          passkeys.length > 0 ? '' : makesPasskeys ? messages.factor.noPasskeys : messages.factor.passkeysNeed
        }
      >
        {makesPasskeys && button({ action: 'add', kind: 'passkey' }, messages.factor.addPasskey)}
      </Row>
      {passkeys.length > 0 && (
        <chakra.ul listStyleType="none" ps="4">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey}>
              {button(
                { action: 'remove', kind: 'passkey', id: passkey.id, name: passkey.name },
                messages.factor.remove,
                messages.factor.removeOf({ name: passkey.name }),
              )}
            </PasskeyItem>
          ))}
        </chakra.ul>
      )}
      {hasAny && (
        <Row
          title={messages.factor.recoveryCodes}
          facts={messages.factor.codesLeft({ count: recovery_codes })}
        >
          {button({ action: 'new-codes' }, messages.factor.newCodes)}
        </Row>
      )}
    </>
  );
}

interface RowProps {
  readonly title: string;
  readonly facts: string;
  readonly children: ReactNode;
}

function Row({ title, facts, children }: RowProps) {
  return (
    <Flex
      gap="3"
      align="center"
      justify="space-between"
      wrap="wrap"
      py="3"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
    >
      <chakra.div minW="0" flex="1 1 12rem">
        <chakra.h3 fontWeight="medium">{title}</chakra.h3>
        {facts !== '' && (
          <chakra.p fontSize="sm" color="fg.muted">
            {facts}
          </chakra.p>
        )}
      </chakra.div>
      <Flex gap="2" wrap="wrap">
        {children}
      </Flex>
    </Flex>
  );
}

function PasskeyItem({ passkey, children }: { readonly passkey: Passkey; readonly children: ReactNode }) {
  const { name, created_at, last_used_at } = passkey;
  const used = last_used_at === null ? '' : messages.factor.lastUsed({ time: timeOf(last_used_at) });
  return (
    <Flex as="li" gap="3" align="center" justify="space-between" wrap="wrap" py="2">
      <chakra.div minW="0" flex="1 1 12rem">
        <chakra.p overflowWrap="anywhere" {...typedText(name)}>
          {name}
        </chakra.p>
        <chakra.p fontSize="sm" color="fg.muted">
          {[used, messages.factor.since({ time: timeOf(created_at) })].filter(Boolean).join(' ')}
        </chakra.p>
      </chakra.div>
      {children}
    </Flex>
  );
}
