import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { showNotification } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDevice } from '#contract/device.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { formatFullName } from '#kit/full-name.ts';
import { IconAlertTriangle } from '#kit/icons/icons.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { revokeDevice } from '#portal/api/devices.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { useDeviceLabels } from './use-device-labels.ts';

/** `keep` cancels a requested erasure; the device stays revoked. */
export type Revocation = 'revoke' | 'erase' | 'keep';

const CONFIRMATION_KEYS = { revoke: 'revoked', erase: 'willErase', keep: 'erasureCancelled' } as const;

type Props = { device: UserDevice; revocation: Revocation; onClose: () => void };

export const RevokeDialog = ({ device, revocation, onClose }: Props) => {
  const { t } = useTranslation('devices');
  const { t: tGeneral } = useTranslation('general');
  const [isConfirmed, setConfirmed] = useState(false);
  const names = { device: device.name, name: formatFullName(device.user) };
  const revoke = useAction({
    action: () => revokeDevice(device.id, revocation === 'erase'),
    invalidates: [['devices'], ['audit-events']],
    onDone: (_device, _input, isStillOnPage) => {
      showNotification({ message: t(CONFIRMATION_KEYS[revocation], names) });
      if (isStillOnPage) onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t(revocation)}>
      <Stack>
        <Text fw={600}>{t('title', names)}</Text>
        <Text>{t(`${revocation}Hint`, names)}</Text>
        <UnsentData device={device} canBeLost={revocation === 'erase'} />
        {revocation === 'erase' && (
          <Checkbox
            label={t('confirmDataLoss')}
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        )}
        {revocation !== 'keep' && <DimmedText>{t('noUndo')}</DimmedText>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {tGeneral('cancel')}
          </Button>
          <Button
            color="red"
            disabled={revocation === 'erase' && !isConfirmed}
            loading={revoke.isPending}
            onClick={() => revoke.mutate()}
          >
            {t(revocation)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};

const UnsentData = ({ device, canBeLost }: { device: UserDevice; canBeLost: boolean }) => {
  const { t } = useTranslation('devices');
  const unsentText = useDeviceLabels().formatUnsentSince(device);
  const { reportedAt } = device;
  const reportTimeText = reportedAt !== null && t('asOf', { time: formatDateTime(reportedAt) });
  const unsentDataText = (
    <>
      <b>{unsentText === undefined ? t('nothingReported') : t('unsentData', { data: unsentText })}</b>{' '}
      {reportTimeText}
    </>
  );
  if (!canBeLost) return <Text>{unsentDataText}</Text>;
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('mayBeLost')}>
      {unsentDataText}
    </Alert>
  );
};
