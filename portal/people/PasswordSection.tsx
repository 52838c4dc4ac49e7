import { Alert, Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import type { MailLanguage, PasswordLinkMade } from '#contract/password-link.ts';
import type { WholeUser } from '#contract/user.ts';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage, LANGUAGES } from '#kit/words.ts';
import { fullName } from '#portal/api/lookups.ts';
import { editUser, makePasswordLink, takeBackPasswordLink, unlockUser } from '#portal/api/users.ts';
import { AskDialog } from '#portal/frame/AskDialog.tsx';
import { CopyField } from '#portal/frame/CopyField.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { useSay } from '#portal/frame/use-say.ts';
import { useMe } from '#portal/session/me.ts';
import { usePeopleWords } from './words.ts';

const CHANGES = [['users']];

/** Whether somebody has a password, and the link by which one is chosen: nobody else ever knows it. */
export const PasswordSection = ({ user }: { user: WholeUser }) => {
  const t = usePeopleWords();
  const name = fullName(user);
  const say = useSay();
  const me = useMe();
  const at = (moment: string) => sayMoment(moment, currentLanguage());
  const [language, setLanguage] = useState<MailLanguage>(currentLanguage());
  const purpose = user.hasPassword ? 'reset' : 'invitation';
  const linking = useAct({
    act: (by: 'mail' | 'link') => makePasswordLink(user.id, { purpose, by, language }),
    changes: CHANGES,
    isFailureShown: false,
  });
  const takingBack = useAct({
    act: () => takeBackPasswordLink(user.id),
    changes: CHANGES,
    onDone: () => {
      linking.reset();
      say(t('linkTakenBack'));
    },
  });
  const unlocking = useAct({
    act: () => unlockUser(user.id),
    changes: CHANGES,
    onDone: () => say(t('unlocked', { name })),
  });
  const [isRemoving, setRemoving] = useState(false);
  const removing = useAct({
    act: () => editUser(user.id, { password: null }, user.revision),
    changes: CHANGES,
    onDone: () => say(t('passwordRemoved', { name })),
  });
  const granting = useAct({
    act: (passwordGrant: boolean) => editUser(user.id, { passwordGrant }, user.revision),
    changes: CHANGES,
  });
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{user.hasPassword ? t('hasPassword') : t('hasNoPassword')}</Text>
        {user.hasPassword && user.id !== me.id && (
          <Button variant="default" onClick={() => setRemoving(true)}>
            {t('removePassword')}
          </Button>
        )}
      </Group>
      {user.waitsUntil !== null && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="var(--ronda-warn)">
            {t('waits', { moment: at(user.waitsUntil) })}
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
              moment: at(user.passwordLink.expiresAt),
            })}
          </Text>
          <Button variant="default" loading={takingBack.isPending} onClick={() => takingBack.mutate()}>
            {t('takeBack')}
          </Button>
        </Group>
      )}
      {linking.error && <ProblemNote problem={linking.error} />}
      {linking.data && <LinkMade link={linking.data} />}
      {user.isActive && (
        <Group gap="xs" align="flex-end">
          <Button loading={linking.isPending} onClick={() => linking.mutate('link')}>
            {purpose === 'invitation' ? t('inviteByLink') : t('resetByLink')}
          </Button>
          {user.emailAddress !== null && (
            <>
              <Button variant="default" loading={linking.isPending} onClick={() => linking.mutate('mail')}>
                {purpose === 'invitation' ? t('inviteByMail') : t('resetByMail')}
              </Button>
              <Select
                aria-label={t('mailLanguage')}
                allowDeselect={false}
                data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
                value={language}
                onChange={(value) => value && setLanguage(value as MailLanguage)}
                w={140}
              />
            </>
          )}
        </Group>
      )}
      {user.emailAddress === null && (
        <Text size="xs" c="dimmed">
          {t('noEmail')}
        </Text>
      )}
      {isRemoving && (
        <AskDialog
          question={t('removePasswordAsk', { name })}
          answer={t('removePassword')}
          onYes={() => removing.mutateAsync().catch(() => {})}
          onClose={() => setRemoving(false)}
        />
      )}
      <Switch
        label={t('grant')}
        description={t('grantHint')}
        checked={granting.isPending ? granting.variables : user.passwordGrant}
        onChange={(event) => granting.mutate(event.currentTarget.checked)}
      />
    </Stack>
  );
};

const LinkMade = ({ link: { url, sentTo, expiresAt } }: { link: PasswordLinkMade }) => {
  const t = usePeopleWords();
  const moment = sayMoment(expiresAt, currentLanguage());
  return (
    <Alert role="status" color="brand" variant="light">
      {url === null ? (
        <Text size="sm">{t('mailed', { address: sentTo, moment })}</Text>
      ) : (
        <CopyField label={t('linkMade')} description={t('linkMadeHint', { moment })} value={url} />
      )}
    </Alert>
  );
};
