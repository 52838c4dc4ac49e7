import { ActionIcon, Anchor, Drawer, Group, Modal, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDevice } from '#inspector/device/device.ts';
import { useSyncStatuses } from '#inspector/device/use-sync-statuses.ts';
import { IconUserCircle } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { Preferences } from './Preferences.tsx';

/** The account menu: the signed-in person, language, appearance and sign-out. */
export const AccountMenu = () => {
  const { t } = useTranslation('account');
  const { owner } = useDevice();
  const { basepath } = useRouter().options;
  const name = `${owner.name} ${owner.surname}`;
  const [opened, setOpened] = useState<'menu' | 'signOut' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <ActionIcon
        size={44}
        variant="subtle"
        color="gray"
        aria-label={t('menu', { name })}
        aria-haspopup="dialog"
        onClick={() => setOpened('menu')}
      >
        <IconUserCircle aria-hidden />
      </ActionIcon>
      <Drawer
        opened={opened === 'menu'}
        onClose={close}
        position="bottom"
        size="auto"
        styles={{ content: { height: 'auto' } }}
        title={t('account', { name })}
        closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
        returnFocus={opened === null}
        transitionProps={{ duration: 0 }}
      >
        <Stack>
          <Preferences />
          <TouchButton size="md" variant="default" mt="md" onClick={() => setOpened('signOut')}>
            {t('signOut')}
          </TouchButton>
          <Anchor href={`${basepath}/third-party-notices.txt`} target="_blank" py="sm" ta="center">
            {t('licences')}
          </Anchor>
        </Stack>
      </Drawer>
      <SignOutDialog isOpen={opened === 'signOut'} onClose={close} />
    </>
  );
};

/** Signing out removes the data from the device. Warns if some of it has not been sent. */
const SignOutDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => {
  const { t } = useTranslation('account');
  const { signOut } = useDevice();
  const unsent = useSyncStatuses()?.size ?? 0;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('signOutTitle')}
      centered
      closeButtonProps={{ 'aria-label': t('cancel'), size: 44 }}
    >
      <Stack>
        {unsent > 0 && (
          <Text role="alert" fw={650}>
            {t('signOutLoses', { count: unsent })}
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
