import { ActionIcon, AppShell, Burger, Button, Group, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  IconKeyboard,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconSearch,
} from '#kit/icons/icons.ts';
import { readPreference, storePreference } from '#kit/preferences.ts';
import { UndoShortcut } from '#portal/actions/undo.tsx';
import { UnsavedFormsGuard } from '#portal/forms/UnsavedFormsGuard.tsx';
import { ShortcutOverview } from '#portal/keyboard/ShortcutOverview.tsx';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { CHANGES_PERMISSION, followChanges } from '#portal/live-updates/live-updates.ts';
import { useHasPermission, useMe } from '#portal/session/me.ts';
import { IconButton } from '#portal/ui/IconButton.tsx';
import { useIsPhone } from '#portal/ui/use-is-phone.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Navigation } from './Navigation.tsx';
import { PageShortcuts } from './PageShortcuts.tsx';
import { listPages } from './pages.ts';
import { NoPermissionsScreen } from './Screens.tsx';
import { SearchDialog } from './SearchDialog.tsx';
import classes from './Shell.module.css';
import { SignedOutDialog } from './SignedOutDialog.tsx';

const COLLAPSED_KEY = 'menu.narrow';

export const Shell = () => {
  const { t } = useTranslation('shell');
  const { t: tGeneral } = useTranslation('general');
  const me = useMe();
  // The layout renders first and the page follows at low priority.
  const isLayoutRendered = useDeferredValue(true, false);
  const [isMenuOpen, menu] = useDisclosure(false);
  const [isShortcutOverviewOpen, shortcutOverview] = useDisclosure(false);
  const [isSearchOpen, search] = useDisclosure(false);
  const isPhone = useIsPhone();
  const [isCollapsed, setCollapsed] = useState(() => readPreference<unknown>(COLLAPSED_KEY, false) === true);
  const toggleMenu = () => {
    storePreference(COLLAPSED_KEY, !isCollapsed);
    setCollapsed(!isCollapsed);
  };
  useShortcut({ keys: 'mod+k', label: t('find'), run: search.open, scope: 'everywhere' });
  const collapseLabel = isCollapsed ? t('expandNavigation') : t('collapseNavigation');
  const CollapseIcon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  useShortcut({ keys: '\\', label: collapseLabel, run: toggleMenu, scope: 'everywhere' });
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: isCollapsed ? 60 : 208, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
    >
      <a href="#content" className={classes.skip}>
        {t('skip')}
      </a>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger
            size="sm"
            hiddenFrom="sm"
            opened={isMenuOpen}
            onClick={menu.toggle}
            aria-label={isMenuOpen ? t('closeNavigation') : t('openNavigation')}
          />
          <Text fw={750} size="lg" className={classes.brand}>
            Ronda
          </Text>
          {useHasPermission(CHANGES_PERMISSION) && <LiveStatus />}
          <Group ml="auto" gap="xs" wrap="nowrap">
            <Button
              variant="default"
              leftSection={<IconSearch size={16} aria-hidden />}
              rightSection={
                <Text size="xs" c="dimmed" visibleFrom="sm">
                  {tGeneral('controlKey')} K
                </Text>
              }
              onClick={search.open}
              className={classes.search}
            >
              {t('find')}
            </Button>
            <IconButton
              icon={IconKeyboard}
              iconSize={20}
              size="lg"
              visibleFrom="sm"
              label={t('shortcuts')}
              onClick={shortcutOverview.open}
            />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className={classes.navbar}>
        <Navigation isCollapsed={isCollapsed && !isPhone} onOpen={menu.close} />
        {!isPhone && (
          <Tooltip label={collapseLabel} position="right">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              onClick={toggleMenu}
              aria-label={collapseLabel}
            >
              <CollapseIcon size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        {isLayoutRendered && (listPages(me).length > 0 ? <Outlet /> : <NoPermissionsScreen />)}
      </AppShell.Main>
      <PageShortcuts />
      <SearchDialog isOpen={isSearchOpen} onClose={search.close} onShortcuts={shortcutOverview.open} />
      <UndoShortcut />
      <SignedOutDialog />
      <UnsavedFormsGuard />
      <ShortcutOverview
        isOpen={isShortcutOverviewOpen}
        onOpen={shortcutOverview.open}
        onClose={shortcutOverview.close}
      />
    </AppShell>
  );
};

const LiveStatus = () => {
  const { t } = useTranslation('general');
  const queryClient = useQueryClient();
  const [isLive, setLive] = useState<boolean>();
  useEffect(() => followChanges(queryClient, setLive), [queryClient]);
  if (isLive === undefined) return null;
  return (
    <Tooltip label={isLive ? t('liveHint') : t('notLiveHint')}>
      <Text size="xs" c="dimmed" role="status" className={classes.live} data-live={isLive}>
        {isLive ? t('live') : t('notLive')}
      </Text>
    </Tooltip>
  );
};
