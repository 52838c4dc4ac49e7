import { Button, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export const ErrorPage = ({ error }: ErrorComponentProps) => {
  const { t } = useTranslation('general');
  return (
    <Stack component="main" p="md">
      <Title order={1} size="h3">
        {t('failed')}
      </Title>
      <Text role="alert">{t('failedHint')}</Text>
      <Text ff="monospace" size="sm">
        {String(error)}
      </Text>
      <Button mih={44} onClick={() => location.reload()}>
        {t('tryAgain')}
      </Button>
    </Stack>
  );
};
