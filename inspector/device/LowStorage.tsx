import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOW_STORAGE_BYTES, readStorageSpace } from '#inspector/store/storage-space.ts';

export const LowStorage = ({ refreshKey }: { refreshKey: unknown }) => {
  const { t } = useTranslation('general');
  const [freeBytes, setFreeBytes] = useState(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rechecks storage when the key changes
  useEffect(() => void readStorageSpace().then((space) => setFreeBytes(space.freeBytes)), [refreshKey]);
  return (
    <div role="alert">
      {freeBytes < LOW_STORAGE_BYTES && (
        <Text fw={650}>{t('lowStorage', { left: Math.floor(freeBytes / 2 ** 20) })}</Text>
      )}
    </div>
  );
};
