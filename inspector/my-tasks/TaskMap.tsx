import { CloseButton, Group as Line, Paper, Stack, Text, useComputedColorScheme } from '@mantine/core';
import { IconCurrentLocation, IconFocusCentered } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useDevice } from '#inspector/frame/device.ts';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import type { Stand } from '#inspector/store/stand-of-inspection.ts';
import { canDrawMaps } from '#kit/map/point-map.ts';
import { currentLanguage } from '#kit/words.ts';
import type { Group } from './group-tasks.ts';
import { HereNote } from './HereNote.tsx';
import { MapCanvas, type MyMap } from './MapCanvas.tsx';
import { TaskCard } from './TaskCard.tsx';
import classes from './TaskMap.module.css';
import { taskPoints } from './task-points.ts';
import type { Here } from './use-here.ts';
import { useTaskWords } from './words.ts';

/** Where the tasks are. A tap on a place opens a card with what is to be done there. */
export const TaskMap = ({
  groups,
  stands,
  here,
}: {
  groups: readonly Group[];
  stands: ReadonlyMap<string, Stand>;
  here: Here;
}) => {
  const t = useTaskWords();
  const scheme = useComputedColorScheme();
  const { store } = useDevice();
  const map = useRef<MyMap>(null);
  const [isDrawable] = useState(canDrawMaps);
  const [isHereWanted, setHereWanted] = useState(false);
  const [told, setTold] = useState<readonly string[]>([]);
  const { points, tasks, offMap } = useMemo(() => taskPoints(groups, store.now()), [groups, store]);
  const shown = told.flatMap((id) => tasks.get(id) ?? []);
  const at = here.here?.location;
  if (!isDrawable) return <Text>{t('noWebGl')}</Text>;
  const showMe = () => {
    setHereWanted(true);
    here.takeWhenOld();
    if (at) map.current?.lookAt({ ...at, zoom: 15 });
  };
  return (
    <Stack gap="xs">
      <div className={classes.place}>
        <MapCanvas
          key={scheme + currentLanguage()}
          map={map}
          points={points}
          told={told}
          here={isHereWanted ? at : undefined}
          onPick={setTold}
        />
        {shown.length > 0 && (
          <Paper component="section" withBorder shadow="md" p="xs" className={classes.card!}>
            <Line justify="space-between" wrap="nowrap">
              <Text fw={650} role="status">
                {t('tasksHere', { count: shown.length })}
              </Text>
              <CloseButton size={44} aria-label={t('close')} onClick={() => setTold([])} />
            </Line>
            <Stack gap="xs">
              {shown.map((listed) => (
                <TaskCard
                  key={listed.task.id}
                  listed={listed}
                  stand={listed.inspection && stands.get(listed.inspection.id)}
                />
              ))}
            </Stack>
          </Paper>
        )}
      </div>
      <Line gap="xs">
        <TouchButton
          variant="default"
          leftSection={<IconFocusCentered size={18} aria-hidden />}
          onClick={() => map.current?.showAll(points)}
        >
          {t('showAll')}
        </TouchButton>
        <TouchButton
          variant="default"
          leftSection={<IconCurrentLocation size={18} aria-hidden />}
          onClick={showMe}
        >
          {t('showMe')}
        </TouchButton>
      </Line>
      {isHereWanted && <HereNote here={here} />}
      {offMap > 0 && <Text size="sm">{t('offMap', { count: offMap })}</Text>}
    </Stack>
  );
};
