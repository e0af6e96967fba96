import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { FieldFrame } from '#app/fields/field-frame.tsx';
import { FileButton } from '#app/fields/file-button.tsx';
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
  const [unreadable, setUnreadable] = useState(false);
  const take = async (chosen: File) => {
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
      {value !== '' && (
        <chakra.img
          src={value}
          alt={messages.logoAlt}
          height="14"
          maxWidth="10rem"
          objectFit="contain"
          alignSelf="flex-start"
          borderWidth="1px"
          borderRadius="sm"
          padding="1"
        />
      )}
      <FileButton
        label={value === '' ? messages.chooseLogo : messages.otherLogo}
        accept={PICTURES}
        disabled={disabled}
        onFile={(file) => void take(file)}
      >
        {value !== '' && (
          <Button variant="ghost" colorPalette="neutral" disabled={disabled} onClick={() => onChange('')}>
            {messages.removeLogo}
          </Button>
        )}
      </FileButton>
    </FieldFrame>
  );
}
