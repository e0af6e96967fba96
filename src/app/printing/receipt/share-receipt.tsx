import { Button, Flex } from '@chakra-ui/react';
import MessageCircle from 'lucide-react/icons/message-circle';
import Share2 from 'lucide-react/icons/share-2';
import { type RefObject, useRef, useState } from 'react';
import { dayAt } from '#app/lib/branch-day.ts';
import { whatsAppLink } from '#app/lib/phone-links.ts';
import { messages } from '#app/printing/texts.en.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { paperColors } from '#app/theme/paper-colors.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { isolated } from '#contract/arabic/wording.ts';
import { displayDay } from '#contract/days.ts';
import { inLatinDigits } from '#contract/digits.ts';
import type { Piastres } from '#contract/money.ts';
import { phonesIn } from '#contract/phones.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { resources } from '#contract/resources/registry.ts';
import { studentPhones } from '#contract/resources/student.ts';
import { phonesToCall } from '#contract/student-phones.ts';
import { type PaperLanguage, paperMessages } from './paper-messages.ts';
import type { ReceiptStyle } from './receipt-paper.tsx';
import {
  isCancelled,
  type KnownReceipt,
  languagesOf,
  momentOf,
  moneyIn,
  namesStudents,
  paidBy,
  payersOf,
  purposeOf,
  sumsOf,
  titleOf,
  wordsIn,
} from './shown-receipt.ts';

const WIDTH = 720;
const MARGIN = 40;
const LINE = 38;
const FONT =
  '24px system-ui, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Arabic", "Geeza Pro", Tahoma, sans-serif';
const ISOLATED = /[\u2066-\u2068][^\u2069]*\u2069/g;
const ARABIC = /^\p{Script=Arabic}/u;

/** By its first letter outside of an isolated name, else by one inside. */
export function runsFromRight(line: string): boolean {
  const [letter = ''] = line.replace(ISOLATED, '').match(/\p{L}/u) ?? line.match(/\p{L}/u) ?? [];
  return ARABIC.test(letter);
}

function broken(context: CanvasRenderingContext2D, line: string): string[] {
  const lines: string[] = [];
  let rest = '';
  for (const word of line.split(' ')) {
    const longer = rest === '' ? word : `${rest} ${word}`;
    if (rest === '' || context.measureText(longer).width <= WIDTH - 2 * MARGIN) rest = longer;
    else {
      lines.push(rest);
      rest = word;
    }
  }
  return [...lines, rest];
}

async function logoOf({ logo }: ReceiptStyle): Promise<HTMLImageElement | undefined> {
  if (logo === null) return undefined;
  const image = new Image();
  image.src = logo;
  await image.decode();
  return image;
}

/**
 * The programs that parents use show pictures best.
 * @throws {Error} if this browser cannot draw it
 */
async function receiptPicture(text: string, style: ReceiptStyle): Promise<File> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas');
  const logo = await logoOf(style);
  context.font = FONT;
  const lines = text.split('\n').flatMap((line) => {
    const fromRight = runsFromRight(line);
    return broken(context, line).map((part) => ({ part, fromRight }));
  });
  const top = MARGIN + (logo ? 120 : 0);
  canvas.width = WIDTH;
  canvas.height = top + lines.length * LINE + MARGIN;
  context.fillStyle = paperColors.sheet;
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (logo) {
    const scale = Math.min(1, 96 / logo.naturalHeight, (WIDTH - 2 * MARGIN) / logo.naturalWidth);
    const width = logo.naturalWidth * scale;
    context.drawImage(logo, (WIDTH - width) / 2, MARGIN, width, logo.naturalHeight * scale);
  }
  // Changing the size has reset the font.
  context.font = FONT;
  context.fillStyle = paperColors.ink;
  for (const [index, { part, fromRight }] of lines.entries()) {
    context.direction = fromRight ? 'rtl' : 'ltr';
    context.textAlign = 'start';
    context.fillText(part, fromRight ? WIDTH - MARGIN : MARGIN, top + (index + 0.75) * LINE);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('No picture');
  return new File([blob], 'receipt.png', { type: 'image/png' });
}

/** Numbers in parts, without a letter. */
const BARE_PARTS = /^\p{N}+(?:[^\p{N}\p{L}]+\p{N}+)+$/u;
const LEFT_TO_RIGHT = /\u2066([^\u2066-\u2069]*)\u2069/g;

/** Never broken between its number and its currency. @param amount in piastres */
const whole = (amount: Piastres, language: PaperLanguage) =>
  moneyIn(amount, language).replaceAll(' ', '\u00a0');

/**
 * Names are isolated: a line runs in the direction of its own words, also where it begins with a name of the other
 * language. Numbers are not, so that a parent copies digits alone (decision 148).
 */
function linesIn(receipt: KnownReceipt, language: PaperLanguage): string[] {
  const texts = paperMessages[language];
  const payers = payersOf(receipt);
  const { total, remaining } = sumsOf(receipt);
  const number = receipt.receipt_number ?? '';
  // Beside Arabic 12-345 would read 345-12, on a line of its own it does not.
  const isTurned = BARE_PARTS.test(number);
  const marks = [...(isCancelled(receipt) ? [texts.cancelled] : [])];
  return [
    [titleOf(receipt, language), isTurned ? undefined : number, ...marks].filter(Boolean).join(' · '),
    ...(isTurned ? [number] : []),
    `${texts.date}: ${momentOf(receipt)}`,
    `${texts.receivedFrom}: ${payers.map(isolated).join(texts.and)}`,
    ...receipt.lines.map((line) => {
      const { record, cancelled } = line;
      const amount = paidBy(line);
      const who = namesStudents(receipt) ? nameIn(record, 'student') : undefined;
      const purpose = [who && isolated(who), purposeOf(line, language)].filter(Boolean).join(' · ');
      const paid = amount === undefined ? '' : `: ${whole(amount, language)}`;
      const why = cancelled
        ? ` (${texts.cancelledBecause({ ...cancelled, day: displayDay(dayAt(cancelled.at)) })})`
        : '';
      return `- ${purpose}${paid}${why}`;
    }),
    ...(total === undefined ? [] : [`${texts.total}: ${whole(total, language)}`]),
    ...(total === undefined || total === 0n ? [] : [wordsIn(total, language)]),
    ...(remaining === undefined ? [] : [`${texts.remaining}: ${whole(remaining, language)}`]),
    ...(receipt.taken_by === null ? [] : [`${texts.takenBy}: ${isolated(receipt.taken_by)}`]),
  ];
}

/** In the languages of the branch, each for itself. It leaves the app: its digits are Latin. */
export function receiptText(receipt: KnownReceipt, style: ReceiptStyle): string {
  const parts = inLatinDigits(() =>
    languagesOf(style.receipt_language).map((language) =>
      linesIn(receipt, language).join('\n').replace(LEFT_TO_RIGHT, '$1'),
    ),
  );
  return [receipt.branch ?? style.name, ...parts, style.receipt_footer].filter(Boolean).join('\n\n');
}

interface Guardian {
  readonly phone: string;
  readonly who: string;
}

const { student } = resources;

/** Each number once; the students' own last. A waiting receipt asks the first student. */
function useGuardians({ students: known, lines }: KnownReceipt): readonly Guardian[] {
  const [line] = lines;
  const hasPhones = known.some((one) => studentPhones.some((name) => one[name] !== undefined));
  const id = hasPhones ? undefined : line?.record.student;
  const { record } = useRecord(student, typeof id === 'string' ? id : undefined);
  const people = hasPhones || !record ? known : [{ ...record, name: String(record.name ?? '') }];
  const found = new Map<string, Guardian>();
  for (const name of phonesToCall) {
    const { label, whose } = student.fields[name];
    for (const person of people) {
      const phone: unknown = person[name];
      const who = whose
        ? messages[whose]({ name: person.name })
        : messages.phoneOf({ name: person.name, label });
      for (const { written } of phonesIn(typeof phone === 'string' ? phone : ''))
        if (!found.has(written)) found.set(written, { phone: written, who });
    }
  }
  return [...found.values()];
}

interface ShareReceiptProps {
  readonly receipt: KnownReceipt;
  readonly style: ReceiptStyle;
  /** The button of the share sheet, if the dialog is for sharing: then all ways stand open. */
  readonly first?: RefObject<HTMLButtonElement | null> | undefined;
}

const canShare = () => typeof navigator.share === 'function';

/** The picture if the device can, else the text. */
async function shareData(text: string, style: ReceiptStyle): Promise<ShareData> {
  const picture = await receiptPicture(text, style).catch(() => undefined);
  const files = picture && { text, files: [picture] };
  return files && navigator.canShare?.(files) ? files : { text };
}

/** Nothing is said when the user changes their mind. A press counts for a moment only, which a slow picture can take. */
async function share(data: Promise<ShareData>): Promise<void> {
  await navigator.share(await data).catch((error: unknown) => {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError';
    if (!isCancelled) notify(messages.shareAgain, { kind: 'info' });
  });
}

async function copy(text: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  if (copied) notify(messages.copied);
  else notify(messages.notCopied, { kind: 'error' });
}

const quiet = { variant: 'outline', colorPalette: 'neutral' } as const;

/** The share sheet or a copy of the text, and WhatsApp to each guardian; several share one button that names them. */
export function ShareReceipt({ receipt, style, first }: ShareReceiptProps) {
  const text = receiptText(receipt, style);
  const guardians = useGuardians(receipt);
  const [choosing, setChoosing] = useState(first !== undefined);
  // Made once, at the first press: a further press shares at once.
  const data = useRef<{ readonly text: string; readonly made: Promise<ShareData> }>(undefined);
  const press = () => {
    if (!canShare()) return copy(text);
    if (data.current?.text !== text) data.current = { text, made: shareData(text, style) };
    return share(data.current.made);
  };
  const links = guardians.flatMap(({ phone, who }) => {
    const link = whatsAppLink(phone, text);
    return link ? [{ link, who }] : [];
  });
  return (
    <Flex gap="2" wrap="wrap">
      <Button ref={first} {...(!first && quiet)} onClick={() => void press()}>
        <Share2 size={18} aria-hidden /> {canShare() ? messages.share : messages.copyText}
      </Button>
      {links.length > 1 && (
        <Button {...quiet} aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
          <MessageCircle size={18} aria-hidden /> {messages.whatsApp}
        </Button>
      )}
      {(choosing || links.length === 1) &&
        links.map(({ link, who }) => (
          <Button key={link} asChild {...quiet} maxWidth="full" whiteSpace="normal">
            <a href={link} target="_blank" rel="noreferrer" aria-label={messages.sendTo({ name: who })}>
              {links.length === 1 ? (
                <>
                  <MessageCircle size={18} aria-hidden /> {messages.whatsApp}
                </>
              ) : (
                <TypedText>{who}</TypedText>
              )}
            </a>
          </Button>
        ))}
    </Flex>
  );
}
