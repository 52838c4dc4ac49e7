import { Alert, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCurrentLocation, IconMapPin, IconX } from '@tabler/icons-react';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import { usePositionSearch } from '#inspector/position/use-position-search.ts';
import type { Location } from '#workbook-engine/answer.ts';
import { sayCoordinates } from './coordinates.ts';
import classes from './LocationInput.module.css';
import { TypeCoordinates } from './TypeCoordinates.tsx';
import { useEvidenceWords } from './words.ts';

const FAULT_WORDS = { denied: 'locationDenied', unavailable: 'locationUnavailable' } as const;

/** Where something is: as the device finds it, or as somebody types it. It stands within a group that bears the question. */
export const LocationInput = ({
  value,
  onChange,
}: {
  value: Location | null;
  onChange: (location: Location | null) => void;
}) => {
  const t = useEvidenceWords();
  const search = usePositionSearch(onChange);
  return (
    <Stack gap="sm">
      {value !== null && <Place place={value} onRemove={() => onChange(null)} />}
      {search.isOn ? (
        <Searching best={search.best} onUse={search.takeBest} onCancel={search.cancel} />
      ) : (
        <TouchButton
          variant={value === null ? 'filled' : 'default'}
          leftSection={<IconCurrentLocation size={24} aria-hidden />}
          onClick={search.start}
        >
          {t(value === null ? 'takeLocation' : 'takeLocationAnew')}
        </TouchButton>
      )}
      {search.fault && (
        <Alert color="orange" role="alert">
          {t(FAULT_WORDS[search.fault])}
        </Alert>
      )}
      <TypeCoordinates
        onCoordinates={(location) => {
          search.cancel();
          onChange(location);
        }}
      />
    </Stack>
  );
};

/** Where it is, and how exactly that is known. */
export const Place = ({ place, onRemove }: { place: Location; onRemove?: () => void }) => {
  const t = useEvidenceWords();
  const { accuracy } = place;
  return (
    <div className={classes.place}>
      <IconMapPin size={24} aria-hidden />
      <div>
        <Text fw={600}>{sayCoordinates(place)}</Text>
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

const Searching = ({
  best,
  onUse,
  onCancel,
}: {
  best: Location | undefined;
  onUse: () => void;
  onCancel: () => void;
}) => {
  const t = useEvidenceWords();
  const said =
    best?.accuracy === undefined
      ? t('searching')
      : t('searchingWithin', { metres: Math.ceil(best.accuracy) });
  return (
    <Stack gap="xs" className={classes.searching}>
      <Group gap="sm" wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text size="sm" role="status">
          {said}
        </Text>
      </Group>
      <div className={classes.acts}>
        {best && <TouchButton onClick={onUse}>{t('useThis')}</TouchButton>}
        <TouchButton variant="default" onClick={onCancel}>
          {t('cancel')}
        </TouchButton>
      </div>
    </Stack>
  );
};
