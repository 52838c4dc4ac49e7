import { Button, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useFrameWords } from './words.ts';

/** A screen that failed, or of which a part was never fetched. What was answered lies on the device. */
export const Failed = ({ error }: ErrorComponentProps) => {
  const t = useFrameWords();
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
