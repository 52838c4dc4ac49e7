import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyField } from '#portal/ui/CopyField.tsx';

/** The callback URL to register with a provider. `url` is null if PUBLIC_URL is not set on the server. */
export const CallbackUrl = ({ url }: { url: string | null }) => {
  const { t } = useTranslation('sign-in-providers');
  return url === null ? (
    <Text>{t('callbackUnknown')}</Text>
  ) : (
    <CopyField label={t('callback')} description={t('callbackHint')} value={url} />
  );
};
