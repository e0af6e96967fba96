import { Button, Flex } from '@chakra-ui/react';
import MessageCircle from 'lucide-react/icons/message-circle';
import Share2 from 'lucide-react/icons/share-2';
import { whatsAppLink } from '#app/lib/whatsapp.ts';
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

/** Renders the ways to give a receipt without paper: the share sheet or a copy of the text, and WhatsApp to each guardian. */
export function ShareReceipt({ receipt, style }: ShareReceiptProps) {
  const text = receiptText(receipt, style);
  const guardians = useGuardians(receipt);
  return (
    <Flex gap="2" wrap="wrap">
      <Button
        variant="outline"
        colorPalette="neutral"
        onClick={() => void (canShare() ? share(receipt, style) : copy(text))}
      >
        <Share2 size={18} aria-hidden /> {canShare() ? messages.share : messages.copyText}
      </Button>
      {guardians.map(({ phone, who }) => {
        const link = whatsAppLink(phone, text);
        return (
          link && (
            <Button key={phone} asChild variant="outline" colorPalette="neutral" maxWidth="full">
              <a href={link} target="_blank" rel="noreferrer" aria-label={messages.sendTo({ name: who })}>
                <MessageCircle size={18} aria-hidden /> <bdi>{who}</bdi>
              </a>
            </Button>
          )
        );
      })}
    </Flex>
  );
}
