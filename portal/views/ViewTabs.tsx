import { Button, Group, Menu, UnstyledButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '#contract/saved-view.ts';
import { IconBookmarkPlus, IconDots } from '#kit/icons/icons.ts';
import { useAction } from '#portal/actions/use-action.ts';
import { deleteView, editView, listViews, saveView, type ViewKind } from '#portal/api/views.ts';
import { SaveViewDialog } from './SaveViewDialog.tsx';
import classes from './ViewTabs.module.css';
import { hasSameFilters, isSameView, type Search, toViewQuery } from './view-query.ts';

type Props = {
  kind: ViewKind;
  defaultViews: readonly { name: string; search: Search }[];
  search: Search;
  onShow: (search: Search) => void;
};

export const ViewTabs = ({ kind, defaultViews, search, onShow }: Props) => {
  const { t } = useTranslation('general');
  const queryClient = useQueryClient();
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const queryKey = ['views', kind];
  const savedViews = useQuery({ queryKey, queryFn: () => listViews(kind) }).data?.views ?? [];
  const views = [
    ...defaultViews.map(({ name, search: query }) => ({ key: name, name, query })),
    ...savedViews.map(({ id, name, query }) => ({ key: id, name, query })),
  ];
  const exactMatch = views.find(({ query }) => isSameView(query, search));
  // A view stays selected when its columns change, but can then be saved as a new one.
  const currentKey = (exactMatch ?? views.find(({ query }) => hasSameFilters(query, search)))?.key;
  const currentView = savedViews.find(({ id }) => id === currentKey);

  const remove = useAction({
    action: deleteView,
    invalidates: [queryKey],
    undo: (_, { name, query, teamId }: SavedView) => ({
      label: t('viewDeleted', { name }),
      run: () => saveView({ kind, name, query, teamId }),
    }),
  });
  const editedView = dialog === 'edit' ? currentView : undefined;
  return (
    <Group component="nav" gap={4} mb="sm" aria-label={t('views')}>
      {views.map(({ key, name, query }) => (
        <UnstyledButton
          key={key}
          className={classes.tab}
          aria-current={key === currentKey ? 'true' : undefined}
          onClick={() => onShow(query)}
        >
          {name}
        </UnstyledButton>
      ))}
      {currentView?.isOwn && (
        <Menu position="bottom-start">
          <Menu.Target>
            <UnstyledButton className={classes.tab} aria-label={t('viewActions', { name: currentView.name })}>
              <IconDots size={16} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setDialog('edit')}>{t('viewEdit')}</Menu.Item>
            <Menu.Item color="red" onClick={() => remove.mutate(currentView)}>
              {t('viewDelete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {!exactMatch && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconBookmarkPlus size={16} aria-hidden />}
          onClick={() => setDialog('new')}
        >
          {t('viewSave')}
        </Button>
      )}
      {dialog && (
        <SaveViewDialog
          view={editedView}
          onSave={async ({ name, teamId }) => {
            if (editedView) await editView(editedView, { name, teamId, query: toViewQuery(search) });
            else await saveView({ kind, name, teamId, query: toViewQuery(search) });
            await queryClient.invalidateQueries({ queryKey });
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </Group>
  );
};
