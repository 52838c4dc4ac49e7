import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { FullScreenModal } from '#kit/FullScreenModal.tsx';
import { InputWithButton } from '#kit/InputWithButton.tsx';
import { CameraView } from './CameraView.tsx';

export const CodeScanner = ({ onCode, onClose }: { onCode: (text: string) => void; onClose: () => void }) => {
  const { t } = useTranslation('evidence');
  return (
    <FullScreenModal onClose={onClose} title={t('scan')} closeLabel={t('close')}>
      <Stack gap="md">
        <CameraView onCode={onCode} />
        <InputWithButton
          label={t('typeCode')}
          maxLength={workbookLimits.text}
          autoCapitalize="off"
          spellCheck={false}
          buttonLabel={t('useCode')}
          onSubmit={onCode}
        />
      </Stack>
    </FullScreenModal>
  );
};
