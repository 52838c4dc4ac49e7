import { Alert, Button, Drawer, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeviceOfPerson } from '#contract/device.ts';
import { sayMoment } from '#kit/moments.ts';
import { timeAgo } from '#kit/time-ago.ts';
import { currentLanguage } from '#kit/words.ts';
import { listAuditEvents } from '#portal/api/audit.ts';
import { findDevice } from '#portal/api/devices.ts';
import { fullName } from '#portal/api/lookups.ts';
import { useDeviceWords } from '#portal/frame/device-words.ts';
import { Facts } from '#portal/frame/Facts.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { useMay } from '#portal/session/me.ts';
import { DeviceHistory } from './DeviceHistory.tsx';
import { EndDialog, type Ending } from './EndDialog.tsx';
import { personOf } from './ending.ts';
import { useDevicesWords } from './words.ts';

/** While it is looked at, what it does is seen soon: that it has erased itself above all. */
const AGAIN_MS = 10_000;

/** Everything that is known of a device, what became of it, and a way to end it. */
export const DeviceDrawer = ({ id, onClose }: { id: string | undefined; onClose: () => void }) => {
  const t = useDevicesWords();
  const frame = useFrameWords();
  const mayReadAudit = useMay('Audit.Read');
  const found = useQuery({
    queryKey: ['devices', 'one', id],
    queryFn: () => findDevice(id!),
    enabled: id !== undefined,
    refetchInterval: AGAIN_MS,
  });
  const device = found.data;
  // It is another thing to ask for when the device has come, gone or been told to erase itself.
  const stand = device ? String(device.erasureWantedAt) : 'gone';
  const history = useQuery({
    queryKey: ['audit-events', 'device', id, stand],
    queryFn: () => listAuditEvents({ targetType: 'device', targetId: id! }, undefined),
    enabled: id !== undefined && mayReadAudit && found.isSuccess,
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
      // Escape leaves the question first.
      closeOnEscape={!(device && ending)}
      position="right"
      title={title ?? t('device')}
      closeButtonProps={{ 'aria-label': frame('close') }}
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

const Present = ({ device, onEnd }: { device: DeviceOfPerson; onEnd: (ending: Ending) => void }) => {
  const t = useDevicesWords();
  const say = useDeviceWords();
  const language = currentLanguage();
  const at = (moment: string) => sayMoment(moment, language);
  const { erasureWantedAt, lastSeenAt, reportedAt } = device;
  return (
    <>
      {erasureWantedAt !== null && (
        <Alert color="red" title={t('to-be-erased')}>
          {t('erasing', { end: at(device.expiresAt) })}
        </Alert>
      )}
      <Facts
        facts={[
          [t('lastContact'), `${at(lastSeenAt)} (${timeAgo(lastSeenAt, language)})`],
          [t('unsent'), say.whatSince(device) ?? (reportedAt === null ? t('notTold') : t('nothing'))],
          ...(reportedAt === null ? [] : [[t('toldAt'), at(reportedAt)] as const]),
          [t('signedIn'), at(device.createdAt)],
          ...(erasureWantedAt === null ? [[t('expires'), at(device.expiresAt)] as const] : []),
          [t('provider'), device.loginProvider ?? t('password')],
          [t('address'), device.address || '–'],
          [t('agent'), device.agent || '–'],
        ]}
      />
      <Group gap="xs">
        {erasureWantedAt === null ? (
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
