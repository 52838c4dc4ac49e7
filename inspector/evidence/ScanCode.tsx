import { Modal, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CameraView } from './CameraView.tsx';
import { EnterCode } from './EnterCode.tsx';

/** A full-screen dialog that scans a barcode or QR code. The code can also be typed. */
export const ScanCode = ({ onCode, onClose }: { onCode: (text: string) => void; onClose: () => void }) => {
  const { t } = useTranslation('evidence');
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen
      title={t('scan')}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('close'), size: 48, iconSize: 24 }}
    >
      <Stack gap="md">
        <CameraView onCode={onCode} />
        <EnterCode onCode={onCode} />
      </Stack>
    </Modal>
  );
};
