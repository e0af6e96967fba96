import { Badge, Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { asOf } from '#app/lib/as-of.ts';
import { PageError } from '#app/ui/page-error.tsx';
import { hasPasskeys } from '#app/ui/second-factor/passkeys.ts';
import { Section } from '#app/ui/section.tsx';
import { typedText } from '#app/ui/typed-text.tsx';
import type { OwnFactors, Passkey } from '#contract/second-factor.ts';
import { factorsQuery } from './factor-calls.ts';
import { type FactorTask, FactorTaskDialog } from './factor-dialogs.tsx';
import { messages } from './factor-texts.en.ts';

const timeOf = (iso: string) => asOf(iso);

/** Decision 160. */
export function SecondFactorSection() {
  const { data, error, refetch } = useQuery(factorsQuery);
  const [task, setTask] = useState<FactorTask>();
  const offline = useConnection() === 'offline';
  const body = () => {
    if (data) return <Factors factors={data} disabled={offline} onTask={setTask} />;
    if (offline) return null;
    if (error) return <PageError error={error} onRetry={() => void refetch()} />;
    return <Skeleton role="status" aria-label={messages.loading} height="8rem" />;
  };
  return (
    <Section title={messages.title} about={messages.about}>
      {offline && (
        <chakra.p role="status" mb="3" color="waiting.fg">
          {messages.offline}
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
          <Badge whiteSpace="normal">{messages.required}</Badge>
        </chakra.p>
      )}
      <Row
        title={messages.totp}
        facts={totp ? messages.since({ time: timeOf(totp.created_at) }) : messages.notSetUp}
      >
        {button(
          { action: 'add', kind: 'totp' },
          totp ? messages.replace : messages.setUp,
          totp ? messages.replace : messages.setUpTotp,
        )}
        {totp &&
          button(
            { action: 'remove', kind: 'totp', name: messages.totp },
            messages.remove,
            messages.removeOf({ name: messages.totp }),
          )}
      </Row>
      <Row
        title={messages.passkeys}
        facts={passkeys.length > 0 ? '' : makesPasskeys ? messages.noPasskeys : messages.passkeysNeed}
      >
        {makesPasskeys && button({ action: 'add', kind: 'passkey' }, messages.addPasskey)}
      </Row>
      {passkeys.length > 0 && (
        <chakra.ul listStyleType="none" ps="4">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey}>
              {button(
                { action: 'remove', kind: 'passkey', id: passkey.id, name: passkey.name },
                messages.remove,
                messages.removeOf({ name: passkey.name }),
              )}
            </PasskeyItem>
          ))}
        </chakra.ul>
      )}
      {hasAny && (
        <Row title={messages.recoveryCodes} facts={messages.codesLeft({ count: recovery_codes })}>
          {button({ action: 'new-codes' }, messages.newCodes)}
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
  const used = last_used_at === null ? '' : messages.lastUsed({ time: timeOf(last_used_at) });
  return (
    <Flex as="li" gap="3" align="center" justify="space-between" wrap="wrap" py="2">
      <chakra.div minW="0" flex="1 1 12rem">
        <chakra.p overflowWrap="anywhere" {...typedText(name)}>
          {name}
        </chakra.p>
        <chakra.p fontSize="sm" color="fg.muted">
          {[used, messages.since({ time: timeOf(created_at) })].filter(Boolean).join(' ')}
        </chakra.p>
      </chakra.div>
      {children}
    </Flex>
  );
}
