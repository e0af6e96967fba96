import { Button, chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { currentDay } from '#app/lib/branch-day.ts';
import { addPath, DEBTS_SCREEN, editPath } from '#app/lib/paths.ts';
import { callLink, whatsAppLink } from '#app/lib/phone-links.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { ShownDebt } from '#app/reads/debts.ts';
import { useBranchSettings } from '#app/reads/settings-query.ts';
import { useMay } from '#app/reads/use-permissions.ts';
import { saveAndTell } from '#app/resources/save-and-tell.ts';
import { numberInDigits } from '#contract/digits.ts';
import { readPiastres } from '#contract/money.ts';
import { phonesIn } from '#contract/phones.ts';
import { fillReminder } from '#contract/reminders.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { phonesToCall } from '#contract/student-phones.ts';
import { messages } from './texts.en.ts';

function rememberReminder({ id, name }: ShownDebt, channel: string): Promise<boolean> {
  const mutation = {
    id: newMutationId(),
    resource: 'reminder',
    kind: 'create',
    body: { student: id, channel },
    referenced: { student: { id, name } },
  } as const;
  return saveAndTell(mutation, messages.remembered);
}

async function withdrawPromise({ id, name, promise }: ShownDebt): Promise<void> {
  if (!promise) return;
  const { id: recordId, due_day, amount, notes } = promise;
  const mutation = {
    id: newMutationId(),
    resource: 'promise',
    kind: 'update',
    recordId,
    body: { withdrawn_on: currentDay() },
    before: { id: recordId, student: id, student_data: { name }, due_day, amount, notes, withdrawn_on: null },
  } as const;
  await saveAndTell(mutation, messages.withdrawn);
}

export function phonesOf(debt: ShownDebt) {
  const all = phonesToCall.flatMap((name) => {
    const { label, whose } = resources.student.fields[name];
    const whom = whose ? messages[whose] : label;
    return phonesIn(debt[name]).map(({ written }) => ({ whom, phone: written }));
  });
  return all.filter((one, index) => all.findIndex((other) => other.phone === one.phone) === index);
}

const quiet = { variant: 'outline', colorPalette: 'neutral' } as const;

interface DebtContactProps {
  readonly debt: ShownDebt;
  readonly isKept: boolean;
  readonly onRemembered?: () => void;
}

export function DebtContact({ debt, isKept, onRemembered }: DebtContactProps) {
  const [contacted, setContacted] = useState<'call' | 'whatsapp'>();
  const mayWrite = useMay('reminder', 'create') && isKept;
  const { id, name, promise } = debt;
  const settings = useBranchSettings();
  const text = fillReminder(settings.reminder_text, {
    student: name,
    remaining: readPiastres(debt.total) ?? 0n,
    branch: settings.name,
  });
  const phones = phonesOf(debt).map((one) => ({ ...one, whatsApp: whatsAppLink(one.phone, text) }));
  const remember = (channel: string) => {
    setContacted(undefined);
    void rememberReminder(debt, channel).then((isStored) => isStored && onRemembered?.());
  };
  const state = { student: id, fallback: DEBTS_SCREEN };
  return (
    <Flex direction="column" gap="3" width="full" paddingBlock="2" data-no-print>
      {phones.length === 0 && (
        <chakra.p color="fg.muted" fontSize="sm">
          {messages.noPhone}
        </chakra.p>
      )}
      {phones.map(({ whom, phone, whatsApp }) => (
        <Flex key={phone} align="center" gap="2" wrap="wrap">
          <chakra.span flex={{ base: '1 1 5rem', sm: '1 1 10rem' }} fontSize="sm">
            {whom} <bdi dir="ltr">{numberInDigits(phone)}</bdi>
          </chakra.span>
          <Button asChild {...quiet}>
            <a
              href={callLink(phone)}
              aria-label={messages.call({ whom, phone: numberInDigits(phone) })}
              onClick={() => setContacted('call')}
            >
              {messages.callShort}
            </a>
          </Button>
          {whatsApp !== undefined && (
            <Button asChild {...quiet}>
              <a
                href={whatsApp}
                target="_blank"
                rel="noreferrer"
                aria-label={messages.whatsapp({ whom, phone: numberInDigits(phone) })}
                onClick={() => setContacted('whatsapp')}
              >
                {messages.whatsappShort}
              </a>
            </Button>
          )}
        </Flex>
      ))}
      {mayWrite && (
        <Flex gap="2" wrap="wrap">
          <Button {...(contacted === undefined && quiet)} onClick={() => remember(contacted ?? 'in_person')}>
            {contacted === undefined
              ? messages.inPerson
              : contacted === 'call'
                ? messages.rememberCall
                : messages.rememberWhatsapp}
          </Button>
          {onRemembered === undefined && (
            <>
              <Button asChild {...quiet}>
                <Link to={addPath(resourceOf('reminder'))} state={state}>
                  {messages.reminderNote}
                </Link>
              </Button>
              <Button asChild {...quiet}>
                {promise ? (
                  <Link to={editPath(resourceOf('promise'), promise.id)} state={state}>
                    {messages.changePromise}
                  </Link>
                ) : (
                  <Link to={addPath(resourceOf('promise'))} state={state}>
                    {messages.addPromise}
                  </Link>
                )}
              </Button>
              {promise && (
                <Button {...quiet} onClick={() => void withdrawPromise(debt)}>
                  {messages.withdraw}
                </Button>
              )}
            </>
          )}
        </Flex>
      )}
    </Flex>
  );
}
