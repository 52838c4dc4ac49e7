import { Button, CloseButton, Fieldset, Group, Input, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconPlus } from '#kit/icons/icons.ts';
import type { Property } from './custom-properties.ts';

type Props = {
  properties: readonly Property[];
  description: string | undefined;
  onChange: (properties: Property[]) => void;
};

export const PropertiesInput = ({ properties, description, onChange }: Props) => {
  const { t } = useTranslation('tasks');
  const changeProperty = (index: number, changes: Partial<Property>) =>
    onChange(properties.with(index, { ...properties[index]!, ...changes }));
  return (
    <Fieldset legend={t('properties')}>
      {description && <Input.Description mb="xs">{description}</Input.Description>}
      {properties.map(({ key, name, text }, index) => (
        <Group key={key} mb="xs" wrap="nowrap">
          <TextInput
            aria-label={t('propertyName')}
            placeholder={t('propertyName')}
            value={name}
            onChange={(event) => changeProperty(index, { name: event.currentTarget.value })}
          />
          <TextInput
            style={{ flex: 1 }}
            aria-label={t('propertyValue')}
            placeholder={t('propertyValue')}
            value={text}
            onChange={(event) => changeProperty(index, { text: event.currentTarget.value })}
          />
          <CloseButton
            aria-label={t('removeProperty', { name })}
            onClick={() => onChange(properties.toSpliced(index, 1))}
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
