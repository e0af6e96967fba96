import { Button, chakra, Flex } from '@chakra-ui/react';
import { notify } from '#app/ui/toast/notify.ts';
import { Introduction } from './factor-answer.tsx';
import { messages } from './texts.en.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      notify(messages.copied);
    } catch {
      notify(messages.notCopied, { kind: 'error' });
    }
  };
  return (
    <Flex direction="column" gap="4">
      <Introduction>{messages.codesAbout}</Introduction>
      <chakra.ul
        aria-label={messages.codesTitle}
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
        gap="2"
        padding="4"
        borderRadius="md"
        background="bg.subtle"
        listStyleType="none"
        dir="ltr"
        fontFamily="monospace"
      >
        {codes.map((code) => (
          <li key={code} translate="no">
            {code}
          </li>
        ))}
      </chakra.ul>
      <Flex gap="3" wrap="wrap" justify="flex-end">
        <Button variant="outline" colorPalette="neutral" onClick={() => void copy()}>
          {messages.copyCodes}
        </Button>
        <Button onClick={onKept}>{messages.codesKept}</Button>
      </Flex>
    </Flex>
  );
}
