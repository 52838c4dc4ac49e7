import { Alert, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCamera, IconPhoto } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { downscalePicture, toJpegName, UnreadablePictureError } from './downscale-picture.ts';

type Progress = { number: number; count: number };

/** Adds up to `max` pictures from the camera or the gallery. Each one is downscaled and saved before the next. */
export const CameraButton = ({
  onPicture,
  max = Number.POSITIVE_INFINITY,
}: {
  onPicture: (picture: Blob, name: string) => void | Promise<void>;
  max?: number;
}) => {
  const { t } = useTranslation('evidence');
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<Progress>();
  const [added, setAdded] = useState(0);
  const [errors, setErrors] = useState<string[]>([]);

  const add = async (file: File): Promise<string | undefined> => {
    try {
      await onPicture(await downscalePicture(file), toJpegName(file.name));
      return undefined;
    } catch (error) {
      return t(error instanceof UnreadablePictureError ? 'unreadable' : 'notSaved', { name: file.name });
    }
  };
  const addSelected = async ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
    const selected = [...(input.files ?? [])];
    // Allows the same picture to be selected again.
    input.value = '';
    const files = selected.slice(0, max);
    const problems: string[] = [];
    setErrors([]);
    setAdded(0);
    for (const [index, file] of files.entries()) {
      setProgress({ number: index + 1, count: files.length });
      const problem = await add(file);
      if (problem !== undefined) problems.push(problem);
    }
    setProgress(undefined);
    setAdded(files.length - problems.length);
    if (selected.length > files.length)
      problems.push(t('leftOut', { count: selected.length - files.length }));
    setErrors(problems);
  };
  const isBusy = progress !== undefined || max < 1;
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
          {t('selectPictures')}
        </TouchButton>
      </Group>
      <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={addSelected} />
      <input ref={gallery} type="file" accept="image/*" multiple hidden onChange={addSelected} />
      <Text size="sm" c="dimmed" role="status">
        {progress ? t('reducing', progress) : added > 0 && t('added', { count: added })}
      </Text>
      {errors.length > 0 && (
        <Alert color="red" role="alert">
          {errors.map((problem) => (
            <Text key={problem} size="sm">
              {problem}
            </Text>
          ))}
        </Alert>
      )}
    </Stack>
  );
};
