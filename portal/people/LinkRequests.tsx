import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { WholeUser } from '#contract/user.ts';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { fullName } from '#portal/api/lookups.ts';
import { confirmLinkRequest, rejectLinkRequest } from '#portal/api/users.ts';
import { AskDialog } from '#portal/frame/AskDialog.tsx';
import { useAct } from '#portal/frame/use-act.ts';
import { useSay } from '#portal/frame/use-say.ts';
import { useMay } from '#portal/session/me.ts';
import { usePeopleWords } from './words.ts';

const CHANGES = [['users']];

type LinkRequest = WholeUser['linkRequests'][number];

/** Accounts at providers that asked to sign in as this administrator, to be confirmed or rejected. */
export const LinkRequests = ({ user }: { user: WholeUser }) => {
  const t = usePeopleWords();
  const say = useSay();
  const name = fullName(user);
  const maySignIn = useMay('SignIn.Manage');
  const [asked, setAsked] = useState<{ request: LinkRequest; act: 'confirm' | 'reject' }>();
  const confirming = useAct({
    act: (id: string) => confirmLinkRequest(user.id, id),
    changes: CHANGES,
    onDone: () => say(t('linkConfirmed', { name })),
  });
  const rejecting = useAct({
    act: (id: string) => rejectLinkRequest(user.id, id),
    changes: CHANGES,
    onDone: () => say(t('linkRejected')),
  });
  const acts = { confirm: confirming, reject: rejecting };
  if (user.linkRequests.length === 0) return null;
  const accountOf = ({ issuer, subject }: LinkRequest) =>
    issuer === null || subject === null
      ? t('linkUserName', { userName: user.userName })
      : t('linkSubject', { issuer, subject });
  return (
    <Stack gap="xs">
      <Text size="sm">{t('linkRequestsHint')}</Text>
      {user.linkRequests.map((request) => (
        <Card key={request.id} withBorder padding="sm" component="article" aria-label={request.provider}>
          <Group justify="space-between" align="flex-start" gap="xs">
            <Stack gap={2} style={{ flex: '1 1 16rem', overflowWrap: 'anywhere' }}>
              <Text size="sm" fw={600}>
                {request.provider}
              </Text>
              <Text size="sm">{accountOf(request)}</Text>
              <Text size="xs" c="dimmed">
                {t('linkRequestedAt', { moment: sayMoment(request.requestedAt, currentLanguage()) })}
              </Text>
            </Stack>
            {maySignIn && (
              <Group gap="xs">
                <Button variant="default" onClick={() => setAsked({ request, act: 'reject' })}>
                  {t('rejectLink')}
                </Button>
                <Button onClick={() => setAsked({ request, act: 'confirm' })}>{t('confirmLink')}</Button>
              </Group>
            )}
          </Group>
        </Card>
      ))}
      {asked && (
        <AskDialog
          question={t(`${asked.act}LinkQuestion`, {
            name,
            account: accountOf(asked.request),
            provider: asked.request.provider,
          })}
          answer={t(`${asked.act}Link`)}
          onYes={() => acts[asked.act].mutateAsync(asked.request.id).catch(() => {})}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Stack>
  );
};
