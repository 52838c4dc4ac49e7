import { Anchor, Group, Modal, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevice } from '#inspector/device/device.ts';
import { useSyncStatuses } from '#inspector/device/use-sync-statuses.ts';
import { BottomDrawer } from '#kit/BottomDrawer.tsx';
import { IconButton } from '#kit/IconButton.tsx';
import { IconUserCircle } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { Preferences } from './Preferences.tsx';

export const AccountMenu = () => {
  const { t } = useTranslation('account');
  const { owner } = useDevice();
  const { basepath } = useRouter().options;
  const name = `${owner.name} ${owner.surname}`;
  const [openDialog, setOpenDialog] = useState<'menu' | 'signOut' | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <>
      <IconButton
        Icon={IconUserCircle}
        label={t('menu', { name })}
        size={44}
        variant="subtle"
        color="gray"
        aria-haspopup="dialog"
        onClick={() => setOpenDialog('menu')}
      />
      <BottomDrawer
        isOpen={openDialog === 'menu'}
        onClose={close}
        title={t('account', { name })}
        closeLabel={t('close')}
        returnFocus={openDialog === null}
      >
        <Stack>
          <Preferences />
          <TouchButton size="md" variant="default" mt="md" onClick={() => setOpenDialog('signOut')}>
            {t('signOut')}
          </TouchButton>
          <Anchor href={`${basepath}/third-party-notices.txt`} target="_blank" py="sm" ta="center">
            {t('licences')}
          </Anchor>
        </Stack>
      </BottomDrawer>
      <SignOutDialog isOpen={openDialog === 'signOut'} onClose={close} />
    </>
  );
};

const SignOutDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useTranslation('account');
  const { signOut } = useDevice();
  const unsentCount = useSyncStatuses()?.size ?? 0;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('signOutTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('cancel'), size: 44 }}
    >
      <Stack>
        {unsentCount > 0 && (
          <Text role="alert" fw={650}>
            {t('signOutLoses', { count: unsentCount })}
          </Text>
        )}
        <Text>{t('signOutHint')}</Text>
        <Group justify="flex-end">
          <TouchButton size="md" variant="default" onClick={onClose}>
            {t('cancel')}
          </TouchButton>
          <TouchButton size="md" color="red" onClick={() => void signOut()}>
            {t('signOut')}
          </TouchButton>
        </Group>
      </Stack>
    </Modal>
  );
};
