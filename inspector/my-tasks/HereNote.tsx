import { Group, Loader, Text } from '@mantine/core';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useDevice } from '#inspector/frame/device.ts';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import { dayText } from '#kit/days.ts';
import { sayMoment, sayTime } from '#kit/moments.ts';
import { currentLanguage } from '#kit/words.ts';
import { sayDistance } from './distance.ts';
import type { Here } from './use-here.ts';
import { useTaskWords } from './words.ts';

/** From where distances are: when that was and how exact, or why nobody knows. */
export const HereNote = ({ here: { here, search } }: { here: Here }) => {
  const t = useTaskWords();
  const { store } = useDevice();
  const language = currentLanguage();
  const isToday = here && dayText(new Date(here.takenAt)) === dayText(new Date(store.now()));
  const accuracy = here?.location.accuracy;
  const said = () => {
    if (search.isOn) return t('lookingForHere');
    if (search.fault === 'denied') return t('hereDenied');
    if (search.fault === 'unavailable') return t('hereUnavailable');
    if (!here) return t('hereUnknown');
    return t(accuracy === undefined ? 'hereSince' : 'hereWithin', {
      moment: (isToday ? sayTime : sayMoment)(here.takenAt, language),
      distance: sayDistance(Math.max(10, accuracy ?? 0), language),
    });
  };
  return (
    <Group gap="sm" justify="space-between">
      <Group gap="xs" wrap="nowrap" flex="1 1 12rem">
        {search.isOn && <Loader size="xs" aria-hidden />}
        <Text size="sm" role="status">
          {said()}
        </Text>
      </Group>
      {search.isOn ? (
        <TouchButton variant="default" onClick={search.cancel}>
          {t('cancel')}
        </TouchButton>
      ) : (
        <TouchButton
          variant={here ? 'default' : 'filled'}
          leftSection={<IconCurrentLocation size={18} aria-hidden />}
          onClick={search.start}
        >
          {t(here ? 'takeHereAnew' : 'takeHere')}
        </TouchButton>
      )}
    </Group>
  );
};
