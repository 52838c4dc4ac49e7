import { Alert, Text, useComputedColorScheme } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#kit/current-language.ts';
import { IconBuildingBridge2, IconFocusCentered, IconLassoPolygon, IconSelectAll } from '#kit/icons/icons.ts';
import { getWeek } from '#kit/locale.ts';
import { canDrawMaps } from '#kit/map/point-map.ts';
import { listItemPoints, listTaskPoints } from '#portal/api/tasks.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { QueryProblem } from '#portal/problems/QueryProblem.tsx';
import { useHasPermission } from '#portal/session/me.ts';
import { addToSelection, clearSelection, selectTasks } from '#portal/tasks/selection.ts';
import { TaskFilters } from '#portal/tasks/TaskFilters.tsx';
import { toApiQuery } from '#portal/tasks/task-search.ts';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import { Page } from '#portal/ui/Page.tsx';
import { useIsLeaving } from '#portal/ui/use-is-leaving.ts';
import { formatBounds } from './format-bounds.ts';
import { InViewList } from './InViewList.tsx';
import { Lasso } from './Lasso.tsx';
import { Legend } from './Legend.tsx';
import type { Point } from './lasso.ts';
import classes from './Map.module.css';
import { MapButton } from './MapButton.tsx';
import { MapCanvas } from './MapCanvas.tsx';
import {
  formatView,
  type MapSearch,
  type MapSearchChange,
  parseMapSearch,
  toTaskFilters,
} from './map-search.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { TaskCard } from './TaskCard.tsx';
import type { TaskMap } from './task-map.ts';

const route = getRouteApi('/map');
const EMPTY_LIST: readonly never[] = [];

export const MapPage = () => {
  const { t } = useTranslation('map');
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  const search = route.useSearch();
  const scheme = useComputedColorScheme();
  const canReadItems = useHasPermission('Workbooks.Read');
  const map = useRef<TaskMap>(null);
  const [isDrawable] = useState(canDrawMaps);
  const [isLassoOn, setLassoOn] = useState(false);
  const [bounds, setBounds] = useState<string>();
  const filters = toTaskFilters(search);
  const query = toApiQuery(filters, new Date(), getWeek(currentLanguage()));
  const openTaskIds = useMemo(() => search.task ?? EMPTY_LIST, [search.task]);
  const areItemsShown = search.isItemsShown === true && canReadItems;

  const tasks = useQuery({
    queryKey: ['tasks', 'points', query],
    queryFn: () => listTaskPoints(query),
    placeholderData: keepPreviousData,
    meta: { isLive: true },
  });
  const items = useQuery({ queryKey: ['items', 'points'], queryFn: listItemPoints, enabled: areItemsShown });
  const points = tasks.data?.points;
  const count = useMemo(() => new Set(points?.map(([id]) => id)).size, [points]);

  const changeSearch = (changes: MapSearchChange) =>
    void navigate({
      to: '/map',
      search: (previous) => parseMapSearch({ ...previous, ...changes } as MapSearch),
      replace: true,
    });
  const selectWithin = (corners: readonly Point[], isAdding: boolean) => {
    setLassoOn(false);
    (isAdding ? addToSelection : selectTasks)(map.current?.findIdsWithin(corners) ?? []);
  };
  const selectInView = () => map.current && selectTasks(map.current.findIdsInView());
  const showTask = (id: string) => {
    changeSearch({ task: [id] });
    map.current?.centreOnTask(id);
  };
  const handleEscape = () => {
    if (isLassoOn) setLassoOn(false);
    else if (openTaskIds.length > 0) changeSearch({ task: undefined });
    else clearSelection();
  };
  useShortcut({ keys: 'l', label: t('lasso'), run: () => setLassoOn((isOn) => !isOn) });
  useShortcut({ keys: 'z', label: t('zoomToAll'), run: () => map.current?.showAll() });
  useShortcut({ keys: 'mod+a', label: t('selectInView'), run: () => selectInView() });
  useShortcut({ keys: 'Escape', label: t('clearSelection'), run: handleEscape });

  return (
    <Page
      title={t('map')}
      isFullHeight
      actions={
        <>
          <Text size="sm" c="dimmed" role="status" visibleFrom="sm">
            {points && t('count', { count })}
          </Text>
          {isDrawable && (
            <>
              <MapButton
                icon={IconFocusCentered}
                label={t('zoomToAll')}
                onClick={() => map.current?.showAll()}
              />
              <MapButton icon={IconSelectAll} label={t('selectInView')} onClick={selectInView} />
              <MapButton
                icon={IconLassoPolygon}
                label={t('lasso')}
                title={t('lassoHint')}
                isOn={isLassoOn}
                onClick={() => setLassoOn(!isLassoOn)}
              />
              {canReadItems && (
                <MapButton
                  icon={IconBuildingBridge2}
                  label={t('items')}
                  isOn={areItemsShown}
                  onClick={() => changeSearch({ isItemsShown: areItemsShown ? undefined : true })}
                />
              )}
            </>
          )}
        </>
      }
    >
      <TaskFilters
        search={filters}
        onChange={({ sort: _, ...filterChanges }) => changeSearch(filterChanges)}
      />
      <QueryProblem query={tasks} />
      {(tasks.data?.isTruncated || (areItemsShown && items.data?.isTruncated)) && (
        <Alert color="yellow" mb="xs" p="xs" role="status">
          {t('truncated')}
        </Alert>
      )}
      <div className={classes.panes}>
        <section className={classes.mapSide} aria-label={t('map')}>
          {isDrawable ? (
            <Lasso isOn={isLassoOn} onDrawn={selectWithin}>
              <MapCanvas
                key={scheme + currentLanguage()}
                map={map}
                points={points}
                items={areItemsShown ? (items.data?.points ?? EMPTY_LIST) : EMPTY_LIST}
                view={search.at}
                openTaskIds={openTaskIds}
                onMove={(view, visibleBounds) => {
                  setBounds(formatBounds(visibleBounds));
                  if (!isLeaving()) changeSearch({ at: formatView(view) });
                }}
                onPick={(ids) => changeSearch({ task: ids })}
              />
            </Lasso>
          ) : (
            <div className={classes.note}>
              <EmptyState title={t('noWebGl')}>{t('noWebGlHint')}</EmptyState>
            </div>
          )}
          {isDrawable && points?.length === 0 && (
            <div className={classes.note}>
              <EmptyState title={t('noLocations')}>{t('noLocationsHint')}</EmptyState>
            </div>
          )}
          {openTaskIds.length > 0 && (
            <TaskCard ids={openTaskIds} onClose={() => changeSearch({ task: undefined })} />
          )}
        </section>
        <SelectionBar filters={filters} />
        <InViewList
          query={{ ...query, sort: 'dueDate', ...(bounds !== undefined && { bounds }) }}
          openTaskIds={openTaskIds}
          onOpen={({ id }) => showTask(id)}
        />
      </div>
      {isDrawable && <Legend areItemsShown={areItemsShown} />}
    </Page>
  );
};
