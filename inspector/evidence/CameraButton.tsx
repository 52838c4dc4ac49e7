import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import { nameAsJpeg, reducePicture, UnreadablePicture } from './reduce-picture.ts';
import { useEvidenceWords } from './words.ts';

type Progress = { number: number; count: number };

/**
 * Pictures of the camera or the gallery, reduced for sending. They are given one after the other: the next waits until the
 * one before is kept. `most` is how many may be added.
 */
export const CameraButton = ({
  onPicture,
  most = Number.POSITIVE_INFINITY,
}: {
  onPicture: (picture: Blob, name: string) => void | Promise<void>;
  most?: number;
}) => {
  const t = useEvidenceWords();
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<Progress>();
  const [added, setAdded] = useState(0);
  const [faults, setFaults] = useState<string[]>([]);

  const add = async (file: File): Promise<string | undefined> => {
    try {
      await onPicture(await reducePicture(file), nameAsJpeg(file.name));
      return undefined;
    } catch (error) {
      return t(error instanceof UnreadablePicture ? 'unreadable' : 'notKept', { name: file.name });
    }
  };
  const take = async ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
    const chosen = [...(input.files ?? [])];
    // So that the same picture can be chosen again.
    input.value = '';
    const files = chosen.slice(0, most);
    const found: string[] = [];
    setFaults([]);
    setAdded(0);
    for (const [index, file] of files.entries()) {
      setProgress({ number: index + 1, count: files.length });
      const fault = await add(file);
      if (fault !== undefined) found.push(fault);
    }
    setProgress(undefined);
    setAdded(files.length - found.length);
    if (chosen.length > files.length) found.push(t('leftOut', { count: chosen.length - files.length }));
    setFaults(found);
  };
  const isBusy = progress !== undefined || most < 1;
  return (
    <Stack gap="xs">
      <Group gap="xs" grow preventGrowOverflow={false}>
        <TouchButton
          leftSection={<IconCamera size={24} aria-hidden />}
          disabled={isBusy}
          onClick={() => camera.current?.click()}
        >
          {t('takePicture')}
        </TouchButton>
        <TouchButton
          variant="default"
          leftSection={<IconPhoto size={24} aria-hidden />}
          disabled={isBusy}
          onClick={() => gallery.current?.click()}
        >
          {t('choosePictures')}
        </TouchButton>
      </Group>
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={take} />
      <input ref={gallery} type="file" accept="image/*" multiple hidden onChange={take} />
      <Text size="sm" c="dimmed" role="status">
        {progress ? t('reducing', progress) : added > 0 && t('added', { count: added })}
      </Text>
      {faults.length > 0 && (
        <Alert color="red" role="alert">
          {faults.map((fault) => (
            <Text key={fault} size="sm">
              {fault}
            </Text>
          ))}
        </Alert>
      )}
    </Stack>
  );
};
