import { Button, chakra, Dialog } from '@chakra-ui/react';
import { useState } from 'react';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import type { ShownDebt } from '#app/reads/debts.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { DebtContact } from './debt-contact.tsx';
import { amountOf, debtNotes } from './debt-notes.ts';
import { messages } from './texts.en.ts';

interface RemindDialogProps {
  /** As they were when it opened: no debtor changes place while somebody calls them. */
  readonly debts: readonly ShownDebt[];
  readonly onClose: () => void;
}

export function RemindDialog({ debts, onClose }: RemindDialogProps) {
  const [place, setPlace] = useState(0);
  const [reminded, setReminded] = useState(0);
  const debt = debts[place];
  const goOn = () => setPlace(place + 1);
  return (
    <DialogFrame title={messages.remindTitle} size="md" onClose={onClose}>
      {debt ? (
        <>
          <Dialog.Body>
            <chakra.p role="status" color="fg.muted" fontSize="sm">
              {messages.place({ place: place + 1, count: debts.length })}
            </chakra.p>
            <chakra.h3 fontWeight="semibold" fontSize="lg" marginBlockStart="1">
              <TypedText>{debt.name}</TypedText>{' '}
              <chakra.bdi dir="ltr" color="waiting.fg" whiteSpace="nowrap">
                {amountOf(debt.total)}
              </chakra.bdi>
            </chakra.h3>
            <chakra.ul color="fg.muted" fontSize="sm" marginBlockEnd="2" listStyleType="none">
              {debtNotes(debt).map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </chakra.ul>
            <DebtContact
              key={debt.id}
              debt={debt}
              isKept
              onRemembered={() => {
                setReminded(reminded + 1);
                goOn();
              }}
            />
          </Dialog.Body>
          <Dialog.Footer>
            <Button variant="outline" colorPalette="neutral" onClick={goOn}>
              {messages.skip}
            </Button>
          </Dialog.Footer>
        </>
      ) : (
        <>
          <Dialog.Body>
            <output>{messages.remindersDone({ count: reminded })}</output>
          </Dialog.Body>
          <Dialog.Footer>
            <Button onClick={onClose}>{appMessages.done}</Button>
          </Dialog.Footer>
        </>
      )}
    </DialogFrame>
  );
}
