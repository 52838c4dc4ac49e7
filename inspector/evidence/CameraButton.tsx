import { Alert, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCamera, IconPhoto } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { downscalePicture, toJpegName, UnreadablePictureError } from './downscale-picture.ts';

type Props = { onPicture: (picture: Blob, name: string) => void | Promise<void>; maxCount?: number };

export const CameraButton = ({ onPicture, maxCount = Number.POSITIVE_INFINITY }: Props) => {
  const { t } = useTranslation('evidence');
  const cameraInput = useRef<HTMLInputElement>(null);
  const galleryInput = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<{ number: number; count: number }>();
  const [addedCount, setAddedCount] = useState(0);
  const [errors, setErrors] = useState<string[]>([]);

  const addPicture = async (file: File): Promise<string | undefined> => {
    try {
      await onPicture(await downscalePicture(file), toJpegName(file.name));
      return undefined;
    } catch (error) {
      return t(error instanceof UnreadablePictureError ? 'unreadable' : 'notSaved', { name: file.name });
    }
  };
  const addSelectedFiles = async ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
    const selectedFiles = [...(input.files ?? [])];
    // Otherwise, selecting the same picture again would not fire `change`.
    input.value = '';
    const files = selectedFiles.slice(0, maxCount);
    const problems: string[] = [];
    setErrors([]);
    setAddedCount(0);
    for (const [index, file] of files.entries()) {
      setProgress({ number: index + 1, count: files.length });
      const problem = await addPicture(file);
      if (problem !== undefined) problems.push(problem);
    }
    setProgress(undefined);
    setAddedCount(files.length - problems.length);
    if (selectedFiles.length > files.length)
      problems.push(t('leftOut', { count: selectedFiles.length - files.length }));
    setErrors(problems);
  };
  const isBusy = progress !== undefined || maxCount < 1;
  return (
    <Stack gap="xs">
      <Group gap="xs" grow preventGrowOverflow={false}>
        <TouchButton
          leftSection={<IconCamera size={24} aria-hidden />}
          disabled={isBusy}
          onClick={() => cameraInput.current?.click()}
        >
          {t('takePicture')}
        </TouchButton>
        <TouchButton
          variant="default"
          leftSection={<IconPhoto size={24} aria-hidden />}
          disabled={isBusy}
          onClick={() => galleryInput.current?.click()}
        >
          {t('selectPictures')}
        </TouchButton>
      </Group>
      <input
        ref={cameraInput}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={addSelectedFiles}
      />
      <input ref={galleryInput} type="file" accept="image/*" multiple hidden onChange={addSelectedFiles} />
      <Text size="sm" c="dimmed" role="status">
        {progress ? t('reducing', progress) : addedCount > 0 && t('added', { count: addedCount })}
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
