import { Button, Group, Stack, Text } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetails } from '#contract/user.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { editUser, signOutUser, unlinkIdentities } from '#portal/api/users.ts';
import { DeviceNotes } from '#portal/devices/DeviceNotes.tsx';
import { useDevices } from '#portal/devices/use-devices.ts';
import { useHasPermission, useMe } from '#portal/session/me.ts';
import { AnchorLink } from '#portal/ui/AnchorLink.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { Section } from '#portal/ui/Section.tsx';
import { LinkRequests } from './LinkRequests.tsx';
import { PasswordSection } from './PasswordSection.tsx';

export const SignInTab = ({ user }: { user: UserDetails }) => {
  const { t } = useTranslation('people');
  const name = formatFullName(user);
  const me = useMe();
  const canManageSignIn = useHasPermission('SignIn.Manage');
  const [confirmation, setConfirmation] = useState<'unlink' | 'sign-out'>();
  const toggleActive = useAction({
    action: (isActive: boolean) => editUser(user.id, { isActive }, user.revision),
    invalidates: [['users']],
    undo: ({ revision }, isActive) => ({
      label: isActive ? t('wasActivated', { name }) : t('wasDeactivated', { name }),
      run: () => editUser(user.id, { isActive: !isActive }, revision),
    }),
  });
  const unlink = useAction({ action: () => unlinkIdentities(user.id), invalidates: [['users']] });
  const signOut = useAction({
    action: () => signOutUser(user.id),
    invalidates: [['users']],
    onDone: () => showNotification({ message: t('signedOut', { name }) }),
  });
  const devices = useDevices()[user.id];
  const isOwnAccount = user.id === me.id;
  return (
    <Stack gap="xl" maw="44rem">
      <Section title={t('status')}>
        <Group justify="space-between" gap="xs">
          <Text size="sm">{user.isActive ? t('canSignIn') : t('cannotSignIn')}</Text>
          {!isOwnAccount && (
            <Button
              variant="default"
              loading={toggleActive.isPending}
              onClick={() => toggleActive.mutate(!user.isActive)}
            >
              {user.isActive ? t('deactivate') : t('activate')}
            </Button>
          )}
        </Group>
        {user.isActive && !isOwnAccount && <DimmedText size="xs">{t('deactivateHint')}</DimmedText>}
      </Section>
      {!user.isService && (
        <Section title={t('password')}>
          <PasswordSection user={user} />
        </Section>
      )}
      {!user.isService && (
        <Section title={t('identities')}>
          <LinkRequests user={user} />
          {user.externalIdentities.length + user.confirmedProviders.length === 0 ? (
            <DimmedText>{t('noIdentities')}</DimmedText>
          ) : (
            <Group justify="space-between" align="flex-start" gap="xs">
              <Stack gap={4}>
                {user.externalIdentities.map(({ issuer, linkedAt }) => (
                  <Text key={issuer} size="sm">
                    {issuer}{' '}
                    <DimmedText span size="xs">
                      {t('linkedAt', { time: formatDateTime(linkedAt) })}
                    </DimmedText>
                  </Text>
                ))}
                {user.confirmedProviders.map(({ name: provider, confirmedAt }) => (
                  <Text key={provider} size="sm">
                    {provider}{' '}
                    <DimmedText span size="xs">
                      {t('confirmedAt', { time: formatDateTime(confirmedAt) })}
                    </DimmedText>
                  </Text>
                ))}
              </Stack>
              {canManageSignIn && (
                <Button variant="default" onClick={() => setConfirmation('unlink')}>
                  {t('unlink')}
                </Button>
              )}
            </Group>
          )}
        </Section>
      )}
      {!user.isService && (
        <Section title={t('devices')}>
          {devices ? (
            <>
              <DeviceNotes devices={devices} />
              <AnchorLink to="/devices" search={{ userId: user.id }}>
                {t('toDevices')}
              </AnchorLink>
            </>
          ) : (
            <DimmedText>{t('noDevices')}</DimmedText>
          )}
        </Section>
      )}
      <Section title={t('sessions')}>
        <Group justify="space-between" gap="xs">
          <Text size="sm" maw="28rem">
            {t('sessionsHint')}
          </Text>
          <Button variant="default" onClick={() => setConfirmation('sign-out')}>
            {t('signOut')}
          </Button>
        </Group>
      </Section>
      {confirmation === 'unlink' && (
        <ConfirmDialog
          question={`${t('unlinkTitle', { name })} ${t('unlinkHint')}`}
          confirmLabel={t('unlink')}
          onConfirm={() => unlink.mutateAsync().catch(() => {})}
          onClose={() => setConfirmation(undefined)}
        />
      )}
      {confirmation === 'sign-out' && (
        <ConfirmDialog
          question={`${t('signOutTitle', { name })} ${t('signOutConfirm')}`}
          confirmLabel={t('signOut')}
          onConfirm={() => signOut.mutateAsync().catch(() => {})}
          onClose={() => setConfirmation(undefined)}
        />
      )}
    </Stack>
  );
};
