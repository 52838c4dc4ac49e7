import { Alert, Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedPasswordLink } from '#contract/password-link.ts';
import type { UserDetails } from '#contract/user.ts';
import { getLanguageName, LANGUAGES, type Language } from '#i18n/languages.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { createPasswordLink, editUser, revokePasswordLink, unlockUser } from '#portal/api/users.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useMe } from '#portal/session/me.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { CopyField } from '#portal/ui/CopyField.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';

export const PasswordSection = ({ user }: { user: UserDetails }) => {
  const { t } = useTranslation('people');
  const name = formatFullName(user);
  const me = useMe();
  const [language, setLanguage] = useState<Language>(currentLanguage());
  const purpose = user.hasPassword ? 'reset' : 'invitation';
  const createLink = useAction({
    action: (delivery: 'email' | 'link') => createPasswordLink(user.id, { purpose, delivery, language }),
    invalidates: [['users']],
    isFailureShown: false,
  });
  const revokeLink = useAction({
    action: () => revokePasswordLink(user.id),
    invalidates: [['users']],
    onDone: () => {
      createLink.reset();
      showNotification({ message: t('linkRevoked') });
    },
  });
  const unlockAccount = useAction({
    action: () => unlockUser(user.id),
    invalidates: [['users']],
    onDone: () => showNotification({ message: t('unlocked', { name }) }),
  });
  const [isConfirming, setConfirming] = useState(false);
  const removePassword = useAction({
    action: () => editUser(user.id, { password: null }, user.revision),
    invalidates: [['users']],
    onDone: () => showNotification({ message: t('passwordRemoved', { name }) }),
  });
  const changePasswordGrant = useAction({
    action: (passwordGrant: boolean) => editUser(user.id, { passwordGrant }, user.revision),
    invalidates: [['users']],
  });
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{user.hasPassword ? t('hasPassword') : t('hasNoPassword')}</Text>
        {user.hasPassword && user.id !== me.id && (
          <Button variant="default" onClick={() => setConfirming(true)}>
            {t('removePassword')}
          </Button>
        )}
      </Group>
      {user.lockedUntil !== null && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="var(--ronda-warn)">
            {t('locked', { time: formatDateTime(user.lockedUntil) })}
          </Text>
          <Button variant="default" loading={unlockAccount.isPending} onClick={() => unlockAccount.mutate()}>
            {t('unlock')}
          </Button>
        </Group>
      )}
      {user.passwordLink !== null && (
        <Group justify="space-between" gap="xs">
          <Text size="sm">
            {t(user.passwordLink.purpose === 'invitation' ? 'invitationOpen' : 'resetOpen', {
              time: formatDateTime(user.passwordLink.expiresAt),
            })}
          </Text>
          <Button variant="default" loading={revokeLink.isPending} onClick={() => revokeLink.mutate()}>
            {t('revokeLink')}
          </Button>
        </Group>
      )}
      {createLink.error && <ProblemNote problem={createLink.error} />}
      {createLink.data && <CreatedLink link={createLink.data} />}
      {user.isActive && (
        <Group gap="xs" align="flex-end">
          <Button loading={createLink.isPending} onClick={() => createLink.mutate('link')}>
            {purpose === 'invitation' ? t('inviteByLink') : t('resetByLink')}
          </Button>
          {user.emailAddress !== null && (
            <>
              <Button
                variant="default"
                loading={createLink.isPending}
                onClick={() => createLink.mutate('email')}
              >
                {purpose === 'invitation' ? t('inviteByMail') : t('resetByMail')}
              </Button>
              <Select
                aria-label={t('mailLanguage')}
                allowDeselect={false}
                data={LANGUAGES.map((value) => ({ value, label: getLanguageName(value) }))}
                value={language}
                onChange={(value) => value && setLanguage(value as Language)}
                w={140}
              />
            </>
          )}
        </Group>
      )}
      {user.emailAddress === null && <DimmedText size="xs">{t('noEmail')}</DimmedText>}
      {isConfirming && (
        <ConfirmDialog
          question={t('removePasswordQuestion', { name })}
          confirmLabel={t('removePassword')}
          onConfirm={() => removePassword.mutateAsync().catch(() => {})}
          onClose={() => setConfirming(false)}
        />
      )}
      <Switch
        label={t('passwordGrant')}
        description={t('passwordGrantHint')}
        checked={changePasswordGrant.isPending ? changePasswordGrant.variables : user.passwordGrant}
        onChange={(event) => changePasswordGrant.mutate(event.currentTarget.checked)}
      />
    </Stack>
  );
};

const CreatedLink = ({ link: { url, sentTo, expiresAt } }: { link: CreatedPasswordLink }) => {
  const { t } = useTranslation('people');
  const time = formatDateTime(expiresAt);
  return (
    <Alert role="status" color="brand" variant="light">
      {url === null ? (
        <Text size="sm">{t('mailed', { address: sentTo, time })}</Text>
      ) : (
        <CopyField label={t('linkCreated')} description={t('linkCreatedHint', { time })} value={url} />
      )}
    </Alert>
  );
};
