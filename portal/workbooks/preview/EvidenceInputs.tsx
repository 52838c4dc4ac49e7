import { Button, Group, Input, NumberInput, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Location } from '#workbook-engine/answer.ts';
import type { FieldInputProps } from './field-input-props.ts';

/** A sample location: the preview does not use the location of the device. */
const SAMPLE_LOCATION: Location = { latitude: 52.3731, longitude: 4.8926, accuracy: 8 };

/** Photos. The preview only counts them. */
export const Photos = ({ field, value, frame, onAnswer }: FieldInputProps) => {
  const { t } = useTranslation('preview');
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

/** A signature or a file. The preview only records whether there is one. */
export const OneUpload = ({
  value,
  frame,
  onAnswer,
  add,
  added,
}: FieldInputProps & { add: string; added: string }) => {
  const { t } = useTranslation('preview');
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

/** A location. */
export const Place = ({ value, frame, onAnswer }: FieldInputProps) => {
  const { t } = useTranslation('preview');
  const place = typeof value === 'object' && value !== null ? (value as Location) : null;
  const change = (part: 'latitude' | 'longitude') => (input: string | number) => {
    if (typeof input === 'number') onAnswer({ ...(place ?? SAMPLE_LOCATION), [part]: input });
  };
  return (
    <Input.Wrapper {...frame} labelElement="div">
      <Group mt={6} gap="xs" align="end">
        <Button
          size="xs"
          variant={place ? 'subtle' : 'default'}
          onClick={() => onAnswer(place ? null : SAMPLE_LOCATION)}
        >
          {place ? t('remove') : t('addLocation')}
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
