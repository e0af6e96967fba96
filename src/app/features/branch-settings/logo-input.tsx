import { Button, chakra, Flex } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { FieldFrame } from '#app/fields/field-frame.tsx';
import { settingsFields } from '#contract/branch-settings.ts';
import { messages } from './messages.ts';
import { shrinkPicture } from './shrink-picture.ts';

const PICTURES = 'image/png,image/jpeg,image/webp';

interface LogoInputProps {
  /** A data URL; '' without a logo. */
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

/** Shows the logo and takes another one from a file of this device. */
export function LogoInput({ value, error, disabled, onChange }: LogoInputProps) {
  const file = useRef<HTMLInputElement>(null);
  const [unreadable, setUnreadable] = useState(false);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const url = await shrinkPicture(chosen);
    setUnreadable(url === undefined);
    if (url !== undefined) onChange(url);
  };
  return (
    <FieldFrame
      field={settingsFields.logo}
      error={unreadable ? messages.notAPicture : error}
      help={messages.logoHelp}
      disabled={disabled}
    >
      <Flex gap="3" align="center" wrap="wrap">
        {value !== '' && (
          <chakra.img
            src={value}
            alt={messages.logoAlt}
            height="14"
            maxWidth="10rem"
            objectFit="contain"
            borderWidth="1px"
            borderRadius="sm"
            padding="1"
          />
        )}
        <input
          ref={file}
          type="file"
          accept={PICTURES}
          hidden
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            currentTarget.value = '';
          }}
        />
        <Button
          variant="outline"
          colorPalette="neutral"
          minHeight="11"
          disabled={disabled}
          onClick={() => file.current?.click()}
        >
          {value === '' ? messages.chooseLogo : messages.otherLogo}
        </Button>
        {value !== '' && (
          <Button
            variant="ghost"
            colorPalette="neutral"
            minHeight="11"
            disabled={disabled}
            onClick={() => onChange('')}
          >
            {messages.removeLogo}
          </Button>
        )}
      </Flex>
    </FieldFrame>
  );
}
