import { Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useDevice } from '#inspector/device/device.ts';
import { TouchLink } from '#inspector/page/TouchLink.tsx';
import { discardInspection } from '#inspector/store/discard-inspection.ts';
import type { LocalInspection } from '#inspector/store/local-data.ts';
import { TouchButton } from '#kit/TouchButton.tsx';

export const DiscardButton = ({ inspection }: { inspection: LocalInspection }) => {
  const { t } = useTranslation('status');
  const { store } = useDevice();
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <TouchButton size="md" variant="subtle" color="red" onClick={open}>
        {t('discard')}
      </TouchButton>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('discardTitle')}
        centered
        closeButtonProps={{ 'aria-label': t('cancel'), size: 44 }}
      >
        <Stack>
          <Text role="alert">{t('discardLoses', { title: inspection.title })}</Text>
          <Group justify="flex-end">
            <TouchLink
              size="md"
              variant="default"
              to="/inspections/$inspectionId/report"
              params={{ inspectionId: inspection.id }}
            >
              {t('showReport')}
            </TouchLink>
            <TouchButton size="md" variant="default" onClick={close}>
              {t('cancel')}
            </TouchButton>
            <TouchButton size="md" color="red" onClick={() => void discardInspection(store, inspection.id)}>
              {t('discard')}
            </TouchButton>
          </Group>
        </Stack>
      </Modal>
    </>
  );
};
