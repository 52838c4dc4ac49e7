import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Frame } from './Frame.tsx';
import { useFrameWords } from './words.ts';

/** An address that the app does not have. */
export const UnknownAddress = () => {
  const t = useFrameWords();
  return (
    <Frame title={t('unknownAddress')}>
      <Text>{t('unknownAddressHint')}</Text>
      <Link to="/">{t('work')}</Link>
    </Frame>
  );
};
