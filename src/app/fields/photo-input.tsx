import { Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '#app/api/client.ts';
import { isPhotoDigest, photoAnswer, photoPath } from '#contract/photos.ts';
import type { InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { FileButton } from './file-button.tsx';
import { messages } from './texts.en.ts';

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

/** The picture is made small on this device before it is kept (decision 135). */
export function PhotoInput({ field, value, onChange, onBlur, error, help, disabled }: InputProps) {
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File) => {
    setWorking(true);
    setProblem(undefined);
    try {
      const { shrinkPhoto } = await import('./shrink-photo.ts');
      onChange(await shrinkPhoto(file));
      onBlur();
    } catch (reason) {
      setProblem(
        reason instanceof Error && reason.name === 'PhotoError' ? reason.message : messages.photoUnread,
      );
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
