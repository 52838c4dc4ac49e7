import { Text } from '@mantine/core';
import { Frame } from './Frame.tsx';
import { useFrameWords } from './words.ts';

/** An old address leads to what is not kept here any more, or is on another device. */
export const MissingInspection = () => {
  const t = useFrameWords();
  return (
    <Frame title={t('inspection')} isInside>
      <Text fw={650}>{t('goneInspection')}</Text>
      <Text c="dimmed">{t('goneInspectionHint')}</Text>
    </Frame>
  );
};
