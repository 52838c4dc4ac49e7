import { Group, Loader, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDevice } from '#inspector/device/device.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatDateTime, formatTime } from '#kit/date-time-format.ts';
import { formatIsoDate } from '#kit/days.ts';
import { IconCurrentLocation } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import { formatDistance } from './distance.ts';
import type { DevicePosition } from './use-device-position.ts';

export const PositionNote = ({ position: { lastPosition, search } }: { position: DevicePosition }) => {
  const { t } = useTranslation('my-tasks');
  const { store } = useDevice();
  const language = currentLanguage();
  const isToday =
    lastPosition && formatIsoDate(new Date(lastPosition.takenAt)) === formatIsoDate(new Date(store.now()));
  const accuracy = lastPosition?.location.accuracy;
  const describePosition = () => {
    if (search.isActive) return t('locating');
    if (search.problem === 'denied') return t('locationDenied');
    if (search.problem === 'unavailable') return t('locationUnavailable');
    if (!lastPosition) return t('locationUnknown');
    return t(accuracy === undefined ? 'locationSince' : 'locationWithin', {
      time: (isToday ? formatTime : formatDateTime)(lastPosition.takenAt, language),
      distance: formatDistance(Math.max(10, accuracy ?? 0), language),
    });
  };
  return (
    <Group gap="sm" justify="space-between">
      <Group gap="xs" wrap="nowrap" flex="1 1 12rem">
        {search.isActive && <Loader size="xs" aria-hidden />}
        <Text size="sm" role="status">
          {describePosition()}
        </Text>
      </Group>
      {search.isActive ? (
        <TouchButton variant="default" onClick={search.cancel}>
          {t('cancel')}
        </TouchButton>
      ) : (
        <TouchButton
          variant={lastPosition ? 'default' : 'filled'}
          leftSection={<IconCurrentLocation size={18} aria-hidden />}
          onClick={search.start}
        >
          {t(lastPosition ? 'updateLocation' : 'findLocation')}
        </TouchButton>
      )}
    </Group>
  );
};
