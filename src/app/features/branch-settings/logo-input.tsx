import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { FieldFrame } from '#app/fields/field-frame.tsx';
import { FileButton } from '#app/fields/file-button.tsx';
import { settingsFields } from '#contract/branch-settings.ts';
import { isImageData, isOfUsableSize } from '#contract/image-data.ts';
import { messages } from './texts.en.ts';

/** Longest side of a logo in pixels. On paper it is two centimetres high. */
const SIDES = [512, 384, 256, 160] as const;

function readAsDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file cannot be read'));
    reader.readAsDataURL(blob);
  });
}

function drawn(bitmap: ImageBitmap, longest: number): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Undefined if this browser cannot read the file as a picture. */
async function shrinkPicture(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  const original = await readAsDataUrl(file).catch(() => '');
  if (isImageData(original) && isOfUsableSize(original)) return original;
  for (const side of SIDES) {
    const url = drawn(bitmap, side).toDataURL('image/png');
    if (isImageData(url)) return url;
  }
  return undefined;
}

const PICTURES = 'image/png,image/jpeg,image/webp';

interface LogoInputProps {
  /** A data URL; '' without a logo. */
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

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
