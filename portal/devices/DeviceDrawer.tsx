import { Alert, Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDevice } from '#contract/device.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { formatTimeAgo } from '#kit/time-ago.ts';
import { listAuditEvents } from '#portal/api/audit.ts';
import { findDevice } from '#portal/api/devices.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { DescriptionList } from '#portal/ui/DescriptionList.tsx';
import { DeviceHistory } from './DeviceHistory.tsx';
import { readOwnerName } from './device-events.ts';
import { type Revocation, RevokeDialog } from './RevokeDialog.tsx';
import { useDeviceLabels } from './use-device-labels.ts';

/** Short, so that the drawer soon shows that the device has erased its data. */
const REFETCH_INTERVAL_MS = 10_000;

export const DeviceDrawer = ({ id, onClose }: { id: string | undefined; onClose: () => void }) => {
  const { t } = useTranslation('devices');
  const canReadAudit = useHasPermission('Audit.Read');
  const deviceQuery = useQuery({
    queryKey: ['devices', 'one', id],
    queryFn: () => findDevice(id!),
    enabled: id !== undefined,
    refetchInterval: REFETCH_INTERVAL_MS,
  });
  const device = deviceQuery.data;
  // Part of the query key: revoking the device or requesting an erasure must refetch the history.
  const deviceStatus = device ? String(device.erasureRequestedAt) : 'gone';
  const history = useQuery({
    queryKey: ['audit-events', 'device', id, deviceStatus],
    queryFn: () => listAuditEvents({ targetType: 'device', targetId: id! }, undefined),
    enabled: id !== undefined && canReadAudit && deviceQuery.isSuccess,
    staleTime: 0,
  });
  const lastEvent = history.data?.events[0];
  const title = device
    ? t('title', { device: device.name, name: formatFullName(device.user) })
    : lastEvent && t('title', { device: lastEvent.targetName, name: readOwnerName(lastEvent) });
  const [revocation, setRevocation] = useState<Revocation>();
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      // If the dialog is open, Escape closes only the dialog.
      closeOnEscape={!(device && revocation)}
      position="right"
      title={title ?? t('device')}
    >
      {id !== undefined && (
        <Stack gap="lg">
          {deviceQuery.error && <ProblemNote problem={deviceQuery.error} />}
          {deviceQuery.isPending && <Skeleton height={160} />}
          {device && <DeviceDetails device={device} onRevoke={setRevocation} />}
          {device && revocation && (
            <RevokeDialog device={device} revocation={revocation} onClose={() => setRevocation(undefined)} />
          )}
          {device === null && <Text size="sm">{t(history.data && !lastEvent ? 'unknown' : 'gone')}</Text>}
          {history.error && <ProblemNote problem={history.error} />}
          {history.data && lastEvent && <DeviceHistory events={history.data.events} />}
        </Stack>
      )}
    </Drawer>
  );
};

type DeviceDetailsProps = { device: UserDevice; onRevoke: (revocation: Revocation) => void };

const DeviceDetails = ({ device, onRevoke }: DeviceDetailsProps) => {
  const { t } = useTranslation('devices');
  const { formatUnsentSince } = useDeviceLabels();
  const { erasureRequestedAt, lastSeenAt, reportedAt } = device;
  return (
    <>
      {erasureRequestedAt !== null && (
        <Alert color="red" title={t('to-be-erased')}>
          {t('erasing', { end: formatDateTime(device.expiresAt) })}
        </Alert>
      )}
      <DescriptionList
        entries={[
          [t('lastContact'), `${formatDateTime(lastSeenAt)} (${formatTimeAgo(lastSeenAt)})`],
          [t('unsent'), formatUnsentSince(device) ?? (reportedAt === null ? t('notReported') : t('nothing'))],
          [t('reportedAt'), reportedAt && formatDateTime(reportedAt)],
          [t('signedIn'), formatDateTime(device.createdAt)],
          [t('expires'), erasureRequestedAt === null && formatDateTime(device.expiresAt)],
          [t('provider'), device.loginProvider ?? t('password')],
          [t('address'), device.ipAddress || '–'],
          [t('agent'), device.userAgent || '–'],
        ]}
      />
      <Group gap="xs">
        {erasureRequestedAt === null ? (
          <>
            <Button variant="default" onClick={() => onRevoke('revoke')}>
              {t('revoke')}
            </Button>
            <Button variant="light" color="red" onClick={() => onRevoke('erase')}>
              {t('erase')}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => onRevoke('keep')}>
            {t('keep')}
          </Button>
        )}
      </Group>
    </>
  );
};
