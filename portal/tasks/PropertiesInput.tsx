import { Button, CloseButton, Fieldset, Group, Input, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconPlus } from '#kit/icons/icons.ts';
import type { Property } from './custom-properties.ts';

/** Edits custom properties, which prefill the questions with the same names when the inspection starts. */
export const PropertiesInput = ({
  properties,
  description,
  onChange,
}: {
  properties: readonly Property[];
  description: string | undefined;
  onChange: (properties: Property[]) => void;
}) => {
  const { t } = useTranslation('tasks');
  const change = (place: number, changed: Partial<Property>) =>
    onChange(properties.map((property, each) => (each === place ? { ...property, ...changed } : property)));
  return (
    <Fieldset legend={t('properties')}>
      {description && <Input.Description mb="xs">{description}</Input.Description>}
      {properties.map(({ key, name, text }, place) => (
        <Group key={key} mb="xs" wrap="nowrap">
          <TextInput
            aria-label={t('propertyName')}
            placeholder={t('propertyName')}
            value={name}
            onChange={(event) => change(place, { name: event.currentTarget.value })}
          />
          <TextInput
            style={{ flex: 1 }}
            aria-label={t('propertyValue')}
            placeholder={t('propertyValue')}
            value={text}
            onChange={(event) => change(place, { text: event.currentTarget.value })}
          />
          <CloseButton
            aria-label={t('removeProperty', { name })}
            onClick={() => onChange(properties.filter((_, each) => each !== place))}
          />
        </Group>
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={15} aria-hidden />}
        onClick={() =>
          onChange([...properties, { key: crypto.randomUUID(), name: '', text: '', type: 'string' }])
        }
      >
        {t('addProperty')}
      </Button>
    </Fieldset>
  );
};
