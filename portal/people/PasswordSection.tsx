import { Alert, Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedPasswordLink } from '#contract/password-link.ts';
import type { UserDetails } from '#contract/user.ts';
import { LANGUAGES, type Language, nameOfLanguage } from '#i18n/languages.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { fullName } from '#portal/api/lookups.ts';
import { createPasswordLink, editUser, unlockUser, withdrawPasswordLink } from '#portal/api/users.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useMe } from '#portal/session/me.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { CopyField } from '#portal/ui/CopyField.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { useNotify } from '#portal/ui/use-notify.ts';

const CHANGES = [['users']];

/** Whether a person has a password, and buttons to send a link for setting one. */
export const PasswordSection = ({ user }: { user: UserDetails }) => {
  const { t } = useTranslation('people');
  const name = fullName(user);
  const notify = useNotify();
  const me = useMe();
  const formatTimestamp = (timestamp: string) => formatDateTime(timestamp, currentLanguage());
  const [language, setLanguage] = useState<Language>(currentLanguage());
  const purpose = user.hasPassword ? 'reset' : 'invitation';
  const creatingLink = useAction({
    action: (delivery: 'email' | 'link') => createPasswordLink(user.id, { purpose, delivery, language }),
    changes: CHANGES,
    isFailureShown: false,
  });
  const revoking = useAction({
    action: () => withdrawPasswordLink(user.id),
    changes: CHANGES,
    onDone: () => {
      creatingLink.reset();
      notify(t('linkRevoked'));
    },
  });
  const unlocking = useAction({
    action: () => unlockUser(user.id),
    changes: CHANGES,
    onDone: () => notify(t('unlocked', { name })),
  });
  const [isConfirming, setConfirming] = useState(false);
  const removing = useAction({
    action: () => editUser(user.id, { password: null }, user.revision),
    changes: CHANGES,
    onDone: () => notify(t('passwordRemoved', { name })),
  });
  const granting = useAction({
    action: (passwordGrant: boolean) => editUser(user.id, { passwordGrant }, user.revision),
    changes: CHANGES,
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
            {t('locked', { time: formatTimestamp(user.lockedUntil) })}
          </Text>
          <Button variant="default" loading={unlocking.isPending} onClick={() => unlocking.mutate()}>
            {t('unlock')}
          </Button>
        </Group>
      )}
      {user.passwordLink !== null && (
        <Group justify="space-between" gap="xs">
          <Text size="sm">
            {t(user.passwordLink.purpose === 'invitation' ? 'invitationOpen' : 'resetOpen', {
              time: formatTimestamp(user.passwordLink.expiresAt),
            })}
          </Text>
          <Button variant="default" loading={revoking.isPending} onClick={() => revoking.mutate()}>
            {t('revokeLink')}
          </Button>
        </Group>
      )}
      {creatingLink.error && <ProblemNote problem={creatingLink.error} />}
      {creatingLink.data && <CreatedLink link={creatingLink.data} />}
      {user.isActive && (
        <Group gap="xs" align="flex-end">
          <Button loading={creatingLink.isPending} onClick={() => creatingLink.mutate('link')}>
            {purpose === 'invitation' ? t('inviteByLink') : t('resetByLink')}
          </Button>
          {user.emailAddress !== null && (
            <>
              <Button
                variant="default"
                loading={creatingLink.isPending}
                onClick={() => creatingLink.mutate('email')}
              >
                {purpose === 'invitation' ? t('inviteByMail') : t('resetByMail')}
              </Button>
              <Select
                aria-label={t('mailLanguage')}
                allowDeselect={false}
                data={LANGUAGES.map((value) => ({ value, label: nameOfLanguage(value) }))}
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
          onConfirm={() => removing.mutateAsync().catch(() => {})}
          onClose={() => setConfirming(false)}
        />
      )}
      <Switch
        label={t('passwordGrant')}
        description={t('passwordGrantHint')}
        checked={granting.isPending ? granting.variables : user.passwordGrant}
        onChange={(event) => granting.mutate(event.currentTarget.checked)}
      />
    </Stack>
  );
};

const CreatedLink = ({ link: { url, sentTo, expiresAt } }: { link: CreatedPasswordLink }) => {
  const { t } = useTranslation('people');
  const time = formatDateTime(expiresAt, currentLanguage());
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
