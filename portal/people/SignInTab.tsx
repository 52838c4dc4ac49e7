import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { WholeUser } from '#contract/user.ts';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { fullName } from '#portal/api/lookups.ts';
import { editUser, forgetIdentities, signOutUser } from '#portal/api/users.ts';
import { AnchorLink } from '#portal/frame/AnchorLink.tsx';
import { AskDialog } from '#portal/frame/AskDialog.tsx';
import { DeviceNotes } from '#portal/frame/DeviceNotes.tsx';
import { useUndo } from '#portal/frame/undo.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { useDevices } from '#portal/frame/use-devices.ts';
import { useSay } from '#portal/frame/use-say.ts';
import { useMay, useMe } from '#portal/session/me.ts';
import { LinkRequests } from './LinkRequests.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { usePeopleWords } from './words.ts';

const CHANGES = [['users']];

/** How somebody comes in, and whether. */
export const SignInTab = ({ user }: { user: WholeUser }) => {
  const t = usePeopleWords();
  const name = fullName(user);
  const me = useMe();
  const say = useSay();
  const maySignIn = useMay('SignIn.Manage');
  const undoable = useUndo();
  const [asked, setAsked] = useState<'forget' | 'sign-out'>();
  const switching = useAct({
    act: (isActive: boolean) => editUser(user.id, { isActive }, user.revision),
    changes: CHANGES,
    onDone: ({ revision }, isActive) =>
      undoable(isActive ? t('wasActivated', { name }) : t('wasDeactivated', { name }), () =>
        switchingBack.mutateAsync({ isActive: !isActive, revision }),
      ),
  });
  const switchingBack = useAct({
    act: ({ isActive, revision }: { isActive: boolean; revision: number }) =>
      editUser(user.id, { isActive }, revision),
    changes: CHANGES,
    isFailureShown: false,
  });
  const forgetting = useAct({ act: () => forgetIdentities(user.id), changes: CHANGES });
  const signingOut = useAct({
    act: () => signOutUser(user.id),
    changes: CHANGES,
    onDone: () => say(t('signedOut', { name })),
  });
  const devices = useDevices()[user.id];
  const isMyself = user.id === me.id;
  return (
    <Stack gap="xl" maw="44rem">
      <Section title={t('status')}>
        <Group justify="space-between" gap="xs">
          <Text size="sm">{user.isActive ? t('mayEnter') : t('mayNotEnter')}</Text>
          {!isMyself && (
            <Button
              variant="default"
              loading={switching.isPending}
              onClick={() => switching.mutate(!user.isActive)}
            >
              {user.isActive ? t('deactivate') : t('activate')}
            </Button>
          )}
        </Group>
        {user.isActive && !isMyself && (
          <Text size="xs" c="dimmed">
            {t('deactivateHint')}
          </Text>
        )}
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
            <Text size="sm" c="dimmed">
              {t('noIdentities')}
            </Text>
          ) : (
            <Group justify="space-between" align="flex-start" gap="xs">
              <Stack gap={4}>
                {user.externalIdentities.map(({ issuer, linkedAt }) => (
                  <Text key={issuer} size="sm">
                    {issuer}{' '}
                    <Text span size="xs" c="dimmed">
                      {t('linkedAt', { moment: sayMoment(linkedAt, currentLanguage()) })}
                    </Text>
                  </Text>
                ))}
                {user.confirmedProviders.map(({ name: provider, confirmedAt }) => (
                  <Text key={provider} size="sm">
                    {provider}{' '}
                    <Text span size="xs" c="dimmed">
                      {t('confirmedAt', { moment: sayMoment(confirmedAt, currentLanguage()) })}
                    </Text>
                  </Text>
                ))}
              </Stack>
              {maySignIn && (
                <Button variant="default" onClick={() => setAsked('forget')}>
                  {t('forget')}
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
            <Text size="sm" c="dimmed">
              {t('noDevices')}
            </Text>
          )}
        </Section>
      )}
      <Section title={t('sessions')}>
        <Group justify="space-between" gap="xs">
          <Text size="sm" maw="28rem">
            {t('sessionsHint')}
          </Text>
          <Button variant="default" onClick={() => setAsked('sign-out')}>
            {t('signOut')}
          </Button>
        </Group>
      </Section>
      {asked === 'forget' && (
        <AskDialog
          question={`${t('forgetTitle', { name })} ${t('forgetHint')}`}
          answer={t('forget')}
          onYes={() => forgetting.mutateAsync().catch(() => {})}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'sign-out' && (
        <AskDialog
          question={`${t('signOutTitle', { name })} ${t('signOutConfirm')}`}
          answer={t('signOut')}
          onYes={() => signingOut.mutateAsync().catch(() => {})}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Stack>
  );
};

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack component="section" gap="xs" aria-label={title}>
    <Title order={2}>{title}</Title>
    {children}
  </Stack>
);
