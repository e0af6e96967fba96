import { Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#app/api/client.ts';
import { paperColors } from '#app/theme/paper-colors.ts';
import { isPhotoDigest, MOST_PHOTO_BYTES, photoAnswer, photoPath } from '#contract/photos.ts';
import type { InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { FileButton } from './file-button.tsx';
import { messages } from './texts.en.ts';

/** Longest sides in pixels, then qualities, from the best: the first that fits is kept. */
const SIDES = [1600, 1200, 900, 640];
const QUALITIES = [0.8, 0.6, 0.4];

class PhotoError extends Error {}

function toJpeg(picture: ImageBitmap, longest: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // A JPEG has no transparency.
  context.fillStyle = paperColors.sheet;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

function toDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new PhotoError(messages.photoUnread));
    reader.readAsDataURL(blob);
  });
}

/**
 * Returns a JPEG of at most 200 KB as a data URL, whatever size the picture has (decision 135).
 * @throws {Error} with a sentence to show
 */
async function shrinkPhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (!picture) throw new PhotoError(messages.photoUnread);
  try {
    for (const side of SIDES)
      for (const quality of QUALITIES) {
        const jpeg = await toJpeg(picture, side, quality);
        if (jpeg && jpeg.size <= MOST_PHOTO_BYTES) return await toDataUrl(jpeg);
      }
  } finally {
    picture.close();
  }
  throw new PhotoError(messages.photoUnread);
}

/** A photo never changes under its digest. */
function usePhoto(value: string) {
  const isStored = isPhotoDigest(value);
  const { data, error } = useQuery({
    queryKey: ['photo', value],
    queryFn: ({ signal }) => request({ method: 'GET', path: photoPath(value), answer: photoAnswer, signal }),
    enabled: isStored,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isStored ? { shown: data?.photo, error } : { shown: value, error: null };
}

function Preview({ value, label }: { readonly value: string; readonly label: string }) {
  const { shown, error } = usePhoto(value);
  const [large, setLarge] = useState(false);
  if (error) return <chakra.p color="fg.muted">{messages.photoNotHere}</chakra.p>;
  if (shown === undefined) return <Skeleton role="status" aria-label={messages.loading} height="10rem" />;
  return (
    <chakra.button
      type="button"
      aria-expanded={large}
      aria-label={large ? messages.smallPhoto : messages.largePhoto}
      onClick={() => setLarge(!large)}
      minWidth="target"
      minHeight="target"
      maxWidth="full"
    >
      <chakra.img
        src={shown}
        alt={label}
        maxWidth="full"
        maxHeight={large ? 'none' : '10rem'}
        borderRadius="md"
      />
    </chakra.button>
  );
}

export function PhotoInput({ field, value, onChange, onBlur, error, help, disabled }: InputProps) {
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File) => {
    setWorking(true);
    setProblem(undefined);
    try {
      onChange(await shrinkPhoto(file));
      onBlur();
    } catch (reason) {
      setProblem(reason instanceof PhotoError ? reason.message : messages.photoUnread);
    } finally {
      setWorking(false);
    }
  };
  const isDisabled = working || disabled === true;
  return (
    <FieldFrame field={field} error={error ?? problem} help={help} disabled={disabled ?? false}>
      <Flex direction="column" gap="2" align="start" width="full">
        {value !== '' && <Preview key={value} value={value} label={field.label} />}
        <FileButton
          label={value === '' ? messages.takePhoto : messages.otherPhoto}
          accept="image/*"
          disabled={isDisabled}
          onFile={(file) => void take(file)}
        >
          {value !== '' && (
            <Button
              variant="ghost"
              colorPalette="neutral"
              disabled={isDisabled}
              onClick={() => {
                onChange('');
                onBlur();
              }}
            >
              {messages.removePhoto}
            </Button>
          )}
        </FileButton>
      </Flex>
    </FieldFrame>
  );
}
