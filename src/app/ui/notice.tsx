import { chakra, Flex, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useDocumentTitle } from '#app/lib/document-title.ts';

interface NoticeProps {
  readonly title: string;
  readonly description?: ReactNode;
  /** The next actions. */
  readonly children?: ReactNode;
}

/** Renders a page that is only a message and the next actions. */
export function Notice({ title, description, children }: NoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDocumentTitle(title);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <Flex
      direction="column"
      align="center"
      justify="center"
      textAlign="center"
      gap="3"
      flex="1"
      minH="60dvh"
      px="4"
    >
      <img src="/logo.svg" width={48} height={48} alt="" />
      <chakra.h1
        ref={heading}
        tabIndex={-1}
        mt="2"
        fontSize="xl"
        fontWeight="semibold"
        lineHeight="tight"
        outline="none"
      >
        {title}
      </chakra.h1>
      {description && (
        <Text maxW="28rem" color="fg.muted" overflowWrap="anywhere">
          {description}
        </Text>
      )}
      <Flex mt="3" gap="3" wrap="wrap" justify="center">
        {children}
      </Flex>
    </Flex>
  );
}
