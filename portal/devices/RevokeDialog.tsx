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

/** `keep` cancels a requested erasure, while the device stays revoked. */
export type Revocation = 'revoke' | 'erase' | 'keep';

const CONFIRMATIONS = { revoke: 'revoked', erase: 'willErase', keep: 'erasureCancelled' } as const;

export const RevokeDialog = ({
  device,
  revocation,
  onClose,
}: {
  device: UserDevice;
  revocation: Revocation;
  onClose: () => void;
}) => {
  const { t } = useTranslation('devices');
  const { t: general } = useTranslation('general');
  const [isConfirmed, setConfirmed] = useState(false);
  const names = { device: device.name, name: formatFullName(device.user) };
  const revoke = useAction({
    action: () => revokeDevice(device.id, revocation === 'erase'),
    invalidates: [['devices'], ['audit-events']],
    onDone: (_device, _input, isStillOnPage) => {
      showNotification({ message: t(CONFIRMATIONS[revocation], names) });
      if (isStillOnPage) onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t(revocation)}>
      <Stack>
        <Text fw={600}>{t('title', names)}</Text>
        <Text>{t(`${revocation}Hint`, names)}</Text>
        <UnsentData device={device} isLost={revocation === 'erase'} />
        {revocation === 'erase' && (
          <Checkbox
            label={t('understood')}
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        )}
        {revocation !== 'keep' && <DimmedText>{t('noUndo')}</DimmedText>}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {general('cancel')}
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

const UnsentData = ({ device, isLost }: { device: UserDevice; isLost: boolean }) => {
  const { t } = useTranslation('devices');
  const unsent = useDeviceLabels().formatUnsentSince(device);
  const { reportedAt } = device;
  const asOf = reportedAt !== null && t('asOf', { time: formatDateTime(reportedAt) });
  const text = (
    <>
      <b>{unsent === undefined ? t('nothingReported') : t('unsentData', { data: unsent })}</b> {asOf}
    </>
  );
  if (!isLost) return <Text>{text}</Text>;
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('mayBeLost')}>
      {text}
    </Alert>
  );
};
