import { ActionIcon, CopyButton, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './CopyField.module.css';
import { useFrameWords } from './words.ts';

/** A value to be taken elsewhere; it can be selected too, for where browsers refuse to copy. */
export const CopyField = ({
  label,
  value,
  description,
}: {
  label: string;
  value: string;
  description?: string;
}) => (
  <TextInput
    readOnly
    label={label}
    description={description}
    value={value}
    classNames={{ input: classes.value ?? '' }}
    onFocus={(event) => event.currentTarget.select()}
    rightSection={<CopyAct label={label} value={value} />}
  />
);

export const CopyAct = ({ label, value }: { label: string; value: string }) => {
  const t = useFrameWords();
  return (
    <CopyButton value={value} timeout={2_500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('copied') : t('copy', { name: label })}>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={copy}
            aria-label={copied ? t('copied') : t('copy', { name: label })}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
};
