import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconCurrentLocation, IconMapPin, IconX } from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import type { Location } from '#workbook-engine/answer.ts';
import { CoordinatesInput } from './CoordinatesInput.tsx';
import { formatCoordinates } from './coordinates.ts';
import classes from './LocationInput.module.css';

const PROBLEM_MESSAGES = { denied: 'locationDenied', unavailable: 'locationUnavailable' } as const;

/** `bestLocation` is the most accurate location so far. */
export type LocationSearch = {
  isActive: boolean;
  bestLocation?: Location;
  problem?: keyof typeof PROBLEM_MESSAGES;
  start: () => void;
  acceptBestLocation: () => void;
  cancel: () => void;
};

export const LocationInput = ({
  value,
  search,
  onChange,
}: {
  value: Location | null;
  search: LocationSearch;
  onChange: (location: Location | null) => void;
}) => {
  const { t } = useTranslation('questions');
  return (
    <Stack gap="sm">
      {value !== null && <LocationSummary location={value} onRemove={() => onChange(null)} />}
      {search.isActive ? (
        <SearchStatus search={search} />
      ) : (
        <TouchButton
          variant={value === null ? 'filled' : 'default'}
          leftSection={<IconCurrentLocation size={24} aria-hidden />}
          onClick={search.start}
        >
          {t(value === null ? 'findLocation' : 'findLocationAgain')}
        </TouchButton>
      )}
      {search.problem && (
        <Alert color="orange" role="alert">
          {t(PROBLEM_MESSAGES[search.problem])}
        </Alert>
      )}
      <CoordinatesInput
        onCoordinates={(location) => {
          search.cancel();
          onChange(location);
        }}
      />
    </Stack>
  );
};

export const LocationSummary = ({ location, onRemove }: { location: Location; onRemove?: () => void }) => {
  const { t } = useTranslation('questions');
  const { accuracy } = location;
  return (
    <div className={classes.summary}>
      <IconMapPin size={24} aria-hidden />
      <div>
        <Text fw={600}>{formatCoordinates(location)}</Text>
        <Text size="sm" c="dimmed">
          {accuracy === undefined ? t('typed') : t('within', { metres: Math.ceil(accuracy) })}
        </Text>
      </div>
      {onRemove && (
        <TouchButton variant="subtle" aria-label={t('removeLocation')} onClick={onRemove}>
          <IconX size={24} aria-hidden />
        </TouchButton>
      )}
    </div>
  );
};

const SearchStatus = ({
  search: { bestLocation, acceptBestLocation, cancel },
}: {
  search: LocationSearch;
}) => {
  const { t } = useTranslation('questions');
  const message =
    bestLocation?.accuracy === undefined
      ? t('locating')
      : t('locatingWithin', { metres: Math.ceil(bestLocation.accuracy) });
  return (
    <Stack gap="xs" className={classes.searching}>
      <Group gap="sm" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text size="sm" role="status">
          {message}
        </Text>
      </Group>
      <div className={classes.actions}>
        {bestLocation && <TouchButton onClick={acceptBestLocation}>{t('useThis')}</TouchButton>}
        <TouchButton variant="default" onClick={cancel}>
          {t('cancel')}
        </TouchButton>
      </div>
    </Stack>
  );
};
