import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDevice } from '#contract/device.ts';
import { formatDateTime } from '#kit/date-time-format.ts';
import { IconAlertTriangle } from '#kit/icons/icons.ts';
import { currentLanguage } from '#kit/language.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { revokeDevice } from '#portal/api/devices.ts';
import { fullName } from '#portal/api/lookups.ts';
import { useNotify } from '#portal/ui/use-notify.ts';
import { useDeviceTexts } from './device-texts.ts';

/** `keep` cancels an erasure; the device is then only revoked. */
export type Ending = 'revoke' | 'erase' | 'keep';

const DONE = { revoke: 'revoked', erase: 'willErase', keep: 'erasureCancelled' } as const;

/** Shows the unsent data of a device before it is revoked or erased, which cannot be undone. */
export const EndDialog = ({
  device,
  ending,
  onClose,
}: {
  device: UserDevice;
  ending: Ending;
  onClose: () => void;
}) => {
  const { t } = useTranslation('devices');
  const { t: general } = useTranslation('general');
  const notify = useNotify();
  const [isConfirmed, setConfirmed] = useState(false);
  const names = { device: device.name, name: fullName(device.user) };
  const acting = useAction({
    action: () => revokeDevice(device.id, ending === 'erase'),
    changes: [['devices'], ['audit-events']],
    onDone: (_answer, _input, isStillOnPage) => {
      notify(t(DONE[ending], names));
      if (isStillOnPage) onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t(ending)} closeButtonProps={{ 'aria-label': general('close') }}>
      <Stack>
        <Text fw={600}>{t('title', names)}</Text>
        <Text>{t(`${ending}Hint`, names)}</Text>
        <UnsentData device={device} isLost={ending === 'erase'} />
        {ending === 'erase' && (
          <Checkbox
            label={t('understood')}
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        )}
        <Text size="sm" c="dimmed">
          {t('noUndo')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {general('cancel')}
          </Button>
          <Button
            color="red"
            disabled={ending === 'erase' && !isConfirmed}
            loading={acting.isPending}
            onClick={() => acting.mutate()}
          >
            {t(ending)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};

const UnsentData = ({ device, isLost }: { device: UserDevice; isLost: boolean }) => {
  const { t } = useTranslation('devices');
  const what = useDeviceTexts().whatSince(device);
  const { reportedAt } = device;
  const asOf = reportedAt !== null && t('asOf', { moment: formatDateTime(reportedAt, currentLanguage()) });
  const known = what === undefined ? t('nothingKnown') : t('unsentData', { what });
  const text = (
    <>
      <b>{known}</b> {asOf}
    </>
  );
  if (!isLost) return <Text>{text}</Text>;
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('mayBeLost')}>
      {text}
    </Alert>
  );
};
