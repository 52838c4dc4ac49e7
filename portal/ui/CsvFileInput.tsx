import { FileInput, type FileInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconUpload } from '#kit/icons/icons.ts';

export const CsvFileInput = (props: FileInputProps<false>) => {
  const { t } = useTranslation('general');
  return (
    <FileInput
      data-autofocus
      clearable
      accept=".csv,text/csv"
      placeholder={t('selectFile')}
      leftSection={<IconUpload size={16} aria-hidden />}
      {...props}
    />
  );
};
