import { Button, Flex } from '@chakra-ui/react';
import MessageCircle from 'lucide-react/icons/message-circle';
import Share2 from 'lucide-react/icons/share-2';
import { type RefObject, useState } from 'react';
import { whatsAppLink } from '#app/lib/phone-links.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { messages } from '../messages.ts';
import type { ReceiptStyle } from './receipt-paper.tsx';
import { receiptPicture } from './receipt-picture.ts';
import { receiptText } from './receipt-text.ts';
import type { KnownReceipt } from './shown-receipt.ts';
import { useGuardians } from './use-guardians.ts';

interface ShareReceiptProps {
  readonly receipt: KnownReceipt;
  readonly style: ReceiptStyle;
  /** The button of the share sheet, where sharing is what the dialog is for: then all ways stand open. */
  readonly first?: RefObject<HTMLButtonElement | null> | undefined;
}

const canShare = () => typeof navigator.share === 'function';

/** Shares the picture where the device can, else the text. Nothing is said when the user changes their mind. */
async function share(receipt: KnownReceipt, style: ReceiptStyle): Promise<void> {
  const text = receiptText(receipt, style);
  const picture = await receiptPicture(text, style).catch(() => undefined);
  const files = picture && { text, files: [picture] };
  const data = files && navigator.canShare?.(files) ? files : { text };
  await navigator.share(data).catch(() => undefined);
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

/**
 * Renders the ways to give a receipt without paper: the share sheet or a copy of the text, and WhatsApp to each guardian, of several by one
 * button that names them.
 */
export function ShareReceipt({ receipt, style, first }: ShareReceiptProps) {
  const text = receiptText(receipt, style);
  const guardians = useGuardians(receipt);
  const [choosing, setChoosing] = useState(first !== undefined);
  const links = guardians.flatMap(({ phone, who }) => {
    const link = whatsAppLink(phone, text);
    return link ? [{ link, who }] : [];
  });
  return (
    <Flex gap="2" wrap="wrap">
      <Button
        ref={first}
        {...(!first && quiet)}
        onClick={() => void (canShare() ? share(receipt, style) : copy(text))}
      >
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
                <bdi>{who}</bdi>
              )}
            </a>
          </Button>
        ))}
    </Flex>
  );
}
