import { Button, Dialog } from '@chakra-ui/react';
import Printer from 'lucide-react/icons/printer';
import { type ReactNode, useRef } from 'react';
import { currentDay, effectiveDayOf } from '#app/lib/branch-day.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useBranchSettings } from '#app/reads/settings-query.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { displayDay } from '#contract/days.ts';
import type { Draft } from '#contract/define-resource.ts';
import { InLanguages, PaperHeader } from '../paper/paper-header.tsx';
import { Preview } from '../paper/preview.tsx';
import { PrintRoot } from '../paper/print-root.tsx';
import type { PaperLanguage } from '../receipt/paper-messages.ts';
import { languagesOf } from '../receipt/shown-receipt.ts';
import { sheetMessages } from './sheet-messages.ts';

/** '' while it is not known. */
export const dayOf = (record: Draft): string => displayDay(effectiveDayOf(record));

export type SheetLabel = (of: (texts: (typeof sheetMessages)[PaperLanguage]) => string) => ReactNode;

interface SheetProps {
  readonly title: string;
  readonly heading: Parameters<SheetLabel>[0];
  readonly size: 'a4' | 'a5';
  readonly onClose: () => void;
  readonly children: (label: SheetLabel, languages: readonly PaperLanguage[]) => ReactNode;
}

/** With the head of the branch and the day of printing; prints in place. */
export function Sheet({ title, heading, size, onClose, children }: SheetProps) {
  const print = useRef<HTMLButtonElement>(null);
  const branch = useBranchSettings();
  const languages = languagesOf(branch.receipt_language);
  const [first = 'en'] = languages;
  const label: SheetLabel = (of) => (
    <InLanguages languages={languages} text={(language) => of(sheetMessages[language])} />
  );
  const paper = (
    <article className="paper" data-paper={size} lang={first} dir={first === 'ar' ? 'rtl' : 'ltr'}>
      <PaperHeader branch={branch} languages={languages} />
      <div className="title">
        <span>{label(heading)}</span>
        <small>
          {label((texts) => texts.printedOn)} <bdi dir="ltr">{displayDay(currentDay())}</bdi>
        </small>
      </div>
      {children(label, languages)}
    </article>
  );
  return (
    <DialogFrame title={title} size="lg" focusFirst={print} onClose={onClose}>
      <Dialog.Body>
        <Preview>{paper}</Preview>
        <PrintRoot size={size}>{paper}</PrintRoot>
      </Dialog.Body>
      <Dialog.Footer justifyContent="flex-start">
        <Button ref={print} onClick={() => window.print()}>
          <Printer size={18} aria-hidden /> {appMessages.print}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}
