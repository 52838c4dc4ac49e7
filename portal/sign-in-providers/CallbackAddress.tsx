import { Text } from '@mantine/core';
import { CopyField } from '#portal/frame/CopyField.tsx';
import { useSignInWords } from './words.ts';

/** The address to register with a provider; null: unknown to a server without PUBLIC_URL. */
export const CallbackAddress = ({ url }: { url: string | null }) => {
  const t = useSignInWords();
  return url === null ? (
    <Text>{t('callbackUnknown')}</Text>
  ) : (
    <CopyField label={t('callback')} description={t('callbackHint')} value={url} />
  );
};
