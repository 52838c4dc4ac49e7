import { Alert, Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDevice } from '#contract/device.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { currentLanguage } from '#kit/language.ts';
import { timeAgo } from '#kit/time-ago.ts';
import { listAuditEvents } from '#portal/api/audit.ts';
import { findDevice } from '#portal/api/devices.ts';
import { fullName } from '#portal/api/lookups.ts';
import { ProblemNote } from '#portal/problems/ProblemNote.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { DescriptionList } from '#portal/ui/DescriptionList.tsx';
import { DeviceHistory } from './DeviceHistory.tsx';
import { useDeviceTexts } from './device-texts.ts';
import { EndDialog, type Ending } from './EndDialog.tsx';
import { personOf } from './ending.ts';

/** While the details are open they refresh often, above all to show that the device has erased its data. */
const AGAIN_MS = 10_000;

/** The details and history of a device, with actions to revoke or erase it. */
export const DeviceDrawer = ({ id, onClose }: { id: string | undefined; onClose: () => void }) => {
  const { t } = useTranslation('devices');
  const { t: general } = useTranslation('general');
  const canReadAudit = useHasPermission('Audit.Read');
  const found = useQuery({
    queryKey: ['devices', 'one', id],
    queryFn: () => findDevice(id!),
    enabled: id !== undefined,
    refetchInterval: AGAIN_MS,
  });
  const device = found.data;
  // A separate query when the device was added, signed out or ordered to erase its data.
  const stand = device ? String(device.erasureRequestedAt) : 'gone';
  const history = useQuery({
    queryKey: ['audit-events', 'device', id, stand],
    queryFn: () => listAuditEvents({ targetType: 'device', targetId: id! }, undefined),
    enabled: id !== undefined && canReadAudit && found.isSuccess,
    staleTime: 0,
  });
  const last = history.data?.events[0];
  const title = device
    ? t('title', { device: device.name, name: fullName(device.user) })
    : last && t('title', { device: last.targetName, name: personOf(last) });
  const [ending, setEnding] = useState<Ending>();
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      // Escape closes the question first.
      closeOnEscape={!(device && ending)}
      position="right"
      title={title ?? t('device')}
      closeButtonProps={{ 'aria-label': general('close') }}
    >
      {id !== undefined && (
        <Stack gap="lg">
          {found.error && <ProblemNote problem={found.error} />}
          {found.isPending && <Skeleton height={160} />}
          {device && <Present device={device} onEnd={setEnding} />}
          {device && ending && (
            <EndDialog device={device} ending={ending} onClose={() => setEnding(undefined)} />
          )}
          {device === null && <Text size="sm">{t(history.data && !last ? 'unknown' : 'gone')}</Text>}
          {history.error && <ProblemNote problem={history.error} />}
          {history.data && last && <DeviceHistory events={history.data.events} />}
        </Stack>
      )}
    </Drawer>
  );
};

const Present = ({ device, onEnd }: { device: UserDevice; onEnd: (ending: Ending) => void }) => {
  const { t } = useTranslation('devices');
  const say = useDeviceTexts();
  const language = currentLanguage();
  const at = (moment: string) => formatDateTime(moment, language);
  const { erasureRequestedAt, lastSeenAt, reportedAt } = device;
  return (
    <>
      {erasureRequestedAt !== null && (
        <Alert color="red" title={t('to-be-erased')}>
          {t('erasing', { end: at(device.expiresAt) })}
        </Alert>
      )}
      <DescriptionList
        entries={[
          [t('lastContact'), `${at(lastSeenAt)} (${timeAgo(lastSeenAt, language)})`],
          [t('unsent'), say.whatSince(device) ?? (reportedAt === null ? t('notReported') : t('nothing'))],
          ...(reportedAt === null ? [] : [[t('reportedAt'), at(reportedAt)] as const]),
          [t('signedIn'), at(device.createdAt)],
          ...(erasureRequestedAt === null ? [[t('expires'), at(device.expiresAt)] as const] : []),
          [t('provider'), device.loginProvider ?? t('password')],
          [t('address'), device.ipAddress || '–'],
          [t('agent'), device.userAgent || '–'],
        ]}
      />
      <Group gap="xs">
        {erasureRequestedAt === null ? (
          <>
            <Button variant="default" onClick={() => onEnd('revoke')}>
              {t('revoke')}
            </Button>
            <Button variant="light" color="red" onClick={() => onEnd('erase')}>
              {t('erase')}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => onEnd('keep')}>
            {t('keep')}
          </Button>
        )}
      </Group>
    </>
  );
};
