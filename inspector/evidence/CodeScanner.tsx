import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FullScreenModal } from '#kit/FullScreenModal.tsx';
import { CameraView } from './CameraView.tsx';
import { CodeEntry } from './CodeEntry.tsx';

/** A full-screen dialog for scanning or typing a barcode or QR code. */
export const CodeScanner = ({ onCode, onClose }: { onCode: (text: string) => void; onClose: () => void }) => {
  const { t } = useTranslation('evidence');
  return (
    <FullScreenModal onClose={onClose} title={t('scan')} closeLabel={t('close')}>
      <Stack gap="md">
        <CameraView onCode={onCode} />
        <CodeEntry onCode={onCode} />
      </Stack>
    </FullScreenModal>
  );
};
