import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetails } from '#contract/user.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { confirmLinkRequest, rejectLinkRequest } from '#portal/api/users.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';

type LinkRequest = UserDetails['linkRequests'][number];

/** Lists external accounts that tried to sign in as this administrator, to be confirmed or rejected. */
export const LinkRequests = ({ user }: { user: UserDetails }) => {
  const { t } = useTranslation('people');
  const name = formatFullName(user);
  const canManageSignIn = useHasPermission('SignIn.Manage');
  const [decision, setDecision] = useState<{ request: LinkRequest; action: 'confirm' | 'reject' }>();
  const confirm = useAction({
    action: (id: string) => confirmLinkRequest(user.id, id),
    invalidates: [['users']],
    onDone: () => showNotification({ message: t('linkConfirmed', { name }) }),
  });
  const reject = useAction({
    action: (id: string) => rejectLinkRequest(user.id, id),
    invalidates: [['users']],
    onDone: () => showNotification({ message: t('linkRejected') }),
  });
  const actions = { confirm, reject };
  if (user.linkRequests.length === 0) return null;
  const formatAccount = ({ issuer, subject }: LinkRequest) =>
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
              <Text size="sm">{formatAccount(request)}</Text>
              <DimmedText size="xs">
                {t('linkRequestedAt', { time: formatDateTime(request.requestedAt) })}
              </DimmedText>
            </Stack>
            {canManageSignIn && (
              <Group gap="xs">
                <Button variant="default" onClick={() => setDecision({ request, action: 'reject' })}>
                  {t('rejectLink')}
                </Button>
                <Button onClick={() => setDecision({ request, action: 'confirm' })}>
                  {t('confirmLink')}
                </Button>
              </Group>
            )}
          </Group>
        </Card>
      ))}
      {decision && (
        <ConfirmDialog
          question={t(`${decision.action}LinkQuestion`, {
            name,
            account: formatAccount(decision.request),
            provider: decision.request.provider,
          })}
          confirmLabel={t(`${decision.action}Link`)}
          onConfirm={() => actions[decision.action].mutateAsync(decision.request.id).catch(() => {})}
          onClose={() => setDecision(undefined)}
        />
      )}
    </Stack>
  );
};
