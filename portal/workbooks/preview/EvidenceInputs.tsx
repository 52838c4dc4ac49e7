import { Button, Group, Input, NumberInput, Text } from '@mantine/core';
import type { Location } from '#workbook-engine/answer.ts';
import type { FieldInputProps } from './field-input-props.ts';
import { usePreviewWords } from './words.ts';

/** Where the preview is: no device is asked. */
const SOMEWHERE: Location = { latitude: 52.3731, longitude: 4.8926, accuracy: 8 };

/** Pictures; the preview counts them, and takes none. */
export const Photos = ({ field, value, frame, onAnswer }: FieldInputProps) => {
  const t = usePreviewWords();
  const photos = Array.isArray(value) ? (value as string[]) : [];
  const most = field.maxCount ?? 100;
  return (
    <Input.Wrapper {...frame} labelElement="div">
      <Group mt={6} gap="xs">
        <Button
          size="xs"
          variant="default"
          disabled={photos.length >= most}
          onClick={() => onAnswer([...photos, crypto.randomUUID()])}
        >
          {t('addPhoto')}
        </Button>
        {photos.length > 0 && (
          <>
            <Text size="sm">{t('photos', { count: photos.length })}</Text>
            <Button
              size="xs"
              variant="subtle"
              onClick={() => onAnswer(photos.length === 1 ? null : photos.slice(0, -1))}
            >
              {t('remove')}
            </Button>
          </>
        )}
      </Group>
    </Input.Wrapper>
  );
};

/** A signature or a file: whether there is one is all that the preview knows. */
export const OneUpload = ({
  value,
  frame,
  onAnswer,
  add,
  added,
}: FieldInputProps & { add: string; added: string }) => {
  const t = usePreviewWords();
  const isThere = typeof value === 'string';
  return (
    <Input.Wrapper {...frame} labelElement="div">
      <Group mt={6} gap="xs">
        {isThere && <Text size="sm">{added}</Text>}
        <Button
          size="xs"
          variant={isThere ? 'subtle' : 'default'}
          onClick={() => onAnswer(isThere ? null : crypto.randomUUID())}
        >
          {isThere ? t('remove') : add}
        </Button>
      </Group>
    </Input.Wrapper>
  );
};

/** A position. */
export const Place = ({ value, frame, onAnswer }: FieldInputProps) => {
  const t = usePreviewWords();
  const place = typeof value === 'object' && value !== null ? (value as Location) : null;
  const change = (part: 'latitude' | 'longitude') => (said: string | number) => {
    if (typeof said === 'number') onAnswer({ ...(place ?? SOMEWHERE), [part]: said });
  };
  return (
    <Input.Wrapper {...frame} labelElement="div">
      <Group mt={6} gap="xs" align="end">
        <Button
          size="xs"
          variant={place ? 'subtle' : 'default'}
          onClick={() => onAnswer(place ? null : SOMEWHERE)}
        >
          {place ? t('remove') : t('here')}
        </Button>
        {place &&
          (['latitude', 'longitude'] as const).map((part) => (
            <NumberInput
              key={part}
              size="xs"
              w={110}
              label={t(part)}
              value={place[part]}
              onChange={change(part)}
              hideControls
            />
          ))}
      </Group>
    </Input.Wrapper>
  );
};
