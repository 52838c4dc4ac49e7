import { Modal, Stack } from '@mantine/core';
import { CameraView } from './CameraView.tsx';
import { TypeCode } from './TypeCode.tsx';
import { useEvidenceWords } from './words.ts';

/** A dialog as large as the screen that reads a barcode or QR code; it can always be typed instead. */
export const ScanCode = ({ onCode, onClose }: { onCode: (text: string) => void; onClose: () => void }) => {
  const t = useEvidenceWords();
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
        <TypeCode onCode={onCode} />
      </Stack>
    </Modal>
  );
};
