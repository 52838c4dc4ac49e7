import { CopyButton, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCheck, IconCopy } from '#kit/icons/icons.ts';
import classes from './CopyField.module.css';
import { IconButton } from './IconButton.tsx';

type Props = { label: string; value: string; description?: ReactNode };

/** Focusing the field selects the text: some browsers block clipboard access. */
export const CopyField = ({ label, value, description }: Props) => (
  <TextInput
    readOnly
    label={label}
    description={description}
    value={value}
    classNames={{ input: classes.value ?? '' }}
    onFocus={(event) => event.currentTarget.select()}
    rightSection={<CopyIconButton label={label} value={value} />}
  />
);

export const CopyIconButton = ({ label, value }: { label: string; value: string }) => {
  const { t } = useTranslation('general');
  return (
    <CopyButton value={value} timeout={2_500}>
      {({ copied, copy }) => (
        <IconButton
          icon={copied ? IconCheck : IconCopy}
          label={copied ? t('copied') : t('copy', { name: label })}
          onClick={copy}
        />
      )}
    </CopyButton>
  );
};
