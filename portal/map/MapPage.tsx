import { Alert, Text, useComputedColorScheme } from '@mantine/core';
import { IconBuildingBridge2, IconFocusCentered, IconLassoPolygon, IconSelectAll } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { canDrawMaps } from '#kit/map/point-map.ts';
import { currentLanguage } from '#kit/words.ts';
import { listItemPoints, listTaskPoints } from '#portal/api/points.ts';
import { EmptyState } from '#portal/frame/EmptyState.tsx';
import { Page } from '#portal/frame/Page.tsx';
import { ProblemNote } from '#portal/frame/ProblemNote.tsx';
import { addToSelection, clearSelection, selectTasks } from '#portal/frame/selection.ts';
import { useShortcut } from '#portal/frame/shortcuts.tsx';
import { TaskFilters } from '#portal/frame/TaskFilters.tsx';
import { queryOf } from '#portal/frame/task-search.ts';
import { useIsLeaving } from '#portal/frame/use-is-leaving.ts';
import { useMay } from '#portal/session/me.ts';
import { Act } from './Act.tsx';
import { formatBounds } from './format-bounds.ts';
import { InViewList } from './InViewList.tsx';
import { Lasso } from './Lasso.tsx';
import { Legend } from './Legend.tsx';
import type { Spot } from './lasso.ts';
import classes from './Map.module.css';
import { MapCanvas } from './MapCanvas.tsx';
import { filtersOf, formatView, type MapSearch, type MapSearchChange, parseMapSearch } from './map-search.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { TaskCard } from './TaskCard.tsx';
import type { TaskMap } from './task-map.ts';
import { useMapWords } from './words.ts';

const route = getRouteApi('/map');
const NOTHING: readonly never[] = [];

/** Where the tasks are: on a map, and in a list of what is in view. */
export const MapPage = () => {
  const t = useMapWords();
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const search = route.useSearch();
  const scheme = useComputedColorScheme();
  const mayReadItems = useMay('Workbooks.Read');
  const map = useRef<TaskMap>(null);
  const [isDrawable] = useState(canDrawMaps);
  const [isLassoOn, setLassoOn] = useState(false);
  const [bounds, setBounds] = useState<string>();
  const filters = filtersOf(search);
  const query = queryOf(filters, new Date());
  const told = useMemo(() => search.task ?? NOTHING, [search.task]);
  const isItemsShown = search.isItemsShown === true && mayReadItems;

  const tasks = useQuery({
    queryKey: ['tasks', 'points', query],
    queryFn: () => listTaskPoints(query),
    placeholderData: keepPreviousData,
    meta: { isLive: true },
  });
  const items = useQuery({ queryKey: ['items', 'points'], queryFn: listItemPoints, enabled: isItemsShown });
  const points = tasks.data?.points;
  const count = useMemo(() => new Set(points?.map(([id]) => id)).size, [points]);

  const change = (changed: MapSearchChange) =>
    void navigate({
      to: '/map',
      search: (now) => parseMapSearch({ ...now, ...changed } as MapSearch),
      replace: true,
    });
  const chooseWithin = (corners: readonly Spot[], isMore: boolean) => {
    setLassoOn(false);
    const ids = map.current?.idsWithin(corners) ?? [];
    if (isMore) addToSelection(ids);
    else selectTasks(ids);
  };
  const chooseInView = () => map.current && selectTasks(map.current.idsInView());
  const tell = (id: string) => {
    change({ task: [id] });
    map.current?.goTo(id);
  };
  const leave = () => {
    if (isLassoOn) setLassoOn(false);
    else if (told.length > 0) change({ task: undefined });
    else clearSelection();
  };
  useShortcut({ keys: 'l', label: t('lasso'), run: () => setLassoOn((isOn) => !isOn) });
  useShortcut({ keys: 'z', label: t('zoomToAll'), run: () => map.current?.showAll() });
  useShortcut({ keys: 'mod+a', label: t('chooseInView'), run: () => chooseInView() });
  useShortcut({ keys: 'Escape', label: t('clearSelection'), run: leave });

  return (
    <Page
      title={t('map')}
      fills
      actions={
        <>
          <Text size="sm" c="dimmed" role="status" visibleFrom="sm">
            {points && t('count', { count })}
          </Text>
          {isDrawable && (
            <>
              <Act icon={IconFocusCentered} label={t('zoomToAll')} onClick={() => map.current?.showAll()} />
              <Act icon={IconSelectAll} label={t('chooseInView')} onClick={chooseInView} />
              <Act
                icon={IconLassoPolygon}
                label={t('lasso')}
                title={t('lassoHint')}
                isOn={isLassoOn}
                onClick={() => setLassoOn(!isLassoOn)}
              />
              {mayReadItems && (
                <Act
                  icon={IconBuildingBridge2}
                  label={t('items')}
                  isOn={isItemsShown}
                  onClick={() => change({ isItemsShown: isItemsShown ? undefined : true })}
                />
              )}
            </>
          )}
        </>
      }
    >
      <TaskFilters search={filters} onChange={({ sort: _, ...changed }) => change(changed)} />
      {tasks.isError && <ProblemNote problem={tasks.error} onRetry={() => void tasks.refetch()} />}
      {(tasks.data?.isCut || (isItemsShown && items.data?.isCut)) && (
        <Alert color="yellow" mb="xs" p="xs" role="status">
          {t('isCut')}
        </Alert>
      )}
      <div className={classes.halves}>
        <section className={classes.mapSide} aria-label={t('map')}>
          {isDrawable ? (
            <Lasso isOn={isLassoOn} onDrawn={chooseWithin}>
              <MapCanvas
                key={scheme + currentLanguage()}
                map={map}
                points={points}
                items={isItemsShown ? (items.data?.points ?? NOTHING) : NOTHING}
                at={search.at}
                told={told}
                onMove={(view, seen) => {
                  setBounds(formatBounds(seen));
                  if (!isLeaving()) change({ at: formatView(view) });
                }}
                onPick={(ids) => change({ task: ids })}
              />
            </Lasso>
          ) : (
            <div className={classes.note}>
              <EmptyState title={t('noWebGl')}>{t('noWebGlHint')}</EmptyState>
            </div>
          )}
          {isDrawable && points?.length === 0 && (
            <div className={classes.note}>
              <EmptyState title={t('noPlaces')}>{t('noPlacesHint')}</EmptyState>
            </div>
          )}
          {told.length > 0 && <TaskCard ids={told} onClose={() => change({ task: undefined })} />}
        </section>
        <SelectionBar filters={filters} />
        <InViewList
          query={{ ...query, sort: 'dueDate', ...(bounds !== undefined && { bounds }) }}
          told={told}
          onTell={({ id }) => tell(id)}
        />
      </div>
      {isDrawable && <Legend isItemsShown={isItemsShown} />}
    </Page>
  );
};
