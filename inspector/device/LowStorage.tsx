import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOW_STORAGE_BYTES, readStorageSpace } from '#inspector/store/storage-space.ts';

/** Warns when storage is low. Checks again whenever `after` changes. */
export const LowStorage = ({ after }: { after: unknown }) => {
  const { t } = useTranslation('general');
  const [left, setLeft] = useState(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change may have used storage
  useEffect(() => void readStorageSpace().then((room) => setLeft(room.left)), [after]);
  return (
    <div role="alert">
      {left < LOW_STORAGE_BYTES && (
        <Text fw={650}>{t('lowStorage', { left: Math.floor(left / 2 ** 20) })}</Text>
      )}
    </div>
  );
};
