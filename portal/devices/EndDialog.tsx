import { Alert, Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeviceOfPerson } from '#contract/device.ts';
import { sayMoment } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { revokeDevice } from '#portal/api/devices.ts';
import { fullName } from '#portal/api/lookups.ts';
import { useDeviceWords } from '#portal/frame/device-words.ts';
import { useAct } from '#portal/frame/use-act.ts';
import { useSay } from '#portal/frame/use-say.ts';
import { useFrameWords } from '#portal/frame/words.ts';
import { useDevicesWords } from './words.ts';

/** `keep`: one that was to be erased is revoked only. */
export type Ending = 'revoke' | 'erase' | 'keep';

const DONE = { revoke: 'revoked', erase: 'willErase', keep: 'isKept' } as const;

/** Tells what waits on a device before it is ended: nobody can take it back. */
export const EndDialog = ({
  device,
  ending,
  onClose,
}: {
  device: DeviceOfPerson;
  ending: Ending;
  onClose: () => void;
}) => {
  const t = useDevicesWords();
  const frame = useFrameWords();
  const say = useSay();
  const [isUnderstood, setUnderstood] = useState(false);
  const names = { device: device.name, name: fullName(device.user) };
  const acting = useAct({
    act: () => revokeDevice(device.id, ending === 'erase'),
    changes: [['devices'], ['audit-events']],
    onDone: (_answer, _input, isStillHere) => {
      say(t(DONE[ending], names));
      if (isStillHere) onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t(ending)} closeButtonProps={{ 'aria-label': frame('close') }}>
      <Stack>
        <Text fw={600}>{t('title', names)}</Text>
        <Text>{t(`${ending}Hint`, names)}</Text>
        <Waiting device={device} isLost={ending === 'erase'} />
        {ending === 'erase' && (
          <Checkbox
            label={t('understood')}
            checked={isUnderstood}
            onChange={(event) => setUnderstood(event.currentTarget.checked)}
          />
        )}
        <Text size="sm" c="dimmed">
          {t('noUndo')}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {frame('keepIt')}
          </Button>
          <Button
            color="red"
            disabled={ending === 'erase' && !isUnderstood}
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

const Waiting = ({ device, isLost }: { device: DeviceOfPerson; isLost: boolean }) => {
  const t = useDevicesWords();
  const what = useDeviceWords().whatSince(device);
  const { reportedAt } = device;
  const asOf = reportedAt !== null && t('asOf', { moment: sayMoment(reportedAt, currentLanguage()) });
  const known = what === undefined ? t('nothingKnown') : t('waiting', { what });
  const told = (
    <>
      <b>{known}</b> {asOf}
    </>
  );
  if (!isLost) return <Text>{told}</Text>;
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} title={t('mayBeLost')}>
      {told}
    </Alert>
  );
};
