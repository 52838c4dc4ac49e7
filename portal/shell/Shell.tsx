import { ActionIcon, AppShell, Burger, Button, Group, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { openSpotlight } from '@mantine/spotlight';
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
import { UndoShortcut } from '#portal/actions/undo.tsx';
import { UnsavedFormsGuard } from '#portal/forms/UnsavedFormsGuard.tsx';
import { ShortcutOverview } from '#portal/keyboard/ShortcutOverview.tsx';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { CHANGES_PERMISSION, followChanges } from '#portal/live-updates/live-updates.ts';
import { useHasPermission, useMe } from '#portal/session/me.ts';
import { readStored, store } from '#portal/session/preferences.ts';
import { useIsPhone } from '#portal/ui/use-is-phone.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Commands } from './Commands.tsx';
import { Navigation } from './Navigation.tsx';
import { pagesFor } from './pages.ts';
import { NoPermissionsScreen } from './Screens.tsx';
import classes from './Shell.module.css';
import { SignedOutDialog } from './SignedOutDialog.tsx';

/** Whether the menu is collapsed; stored in this browser. */
const NARROW = 'menu.narrow';

/** The layout around every page: menu, search and the status of live updates. */
export const Shell = () => {
  const { t } = useTranslation('shell');
  const me = useMe();
  // Renders the layout first; its content follows at low priority.
  const isFramed = useDeferredValue(true, false);
  const [isMenuOpen, menu] = useDisclosure(false);
  const [areShortcutsShown, overview] = useDisclosure(false);
  const isPhone = useIsPhone();
  const [isNarrow, setNarrow] = useState(() => readStored<unknown>(NARROW, false) === true);
  const toggleNarrow = () => {
    store(NARROW, !isNarrow);
    setNarrow(!isNarrow);
  };
  useShortcut({
    keys: '\\',
    label: isNarrow ? t('widenNavigation') : t('narrowNavigation'),
    run: toggleNarrow,
    scope: 'everywhere',
  });
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: isNarrow ? 60 : 208, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
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
          {useHasPermission(CHANGES_PERMISSION) && <LiveMark />}
          <Group ml="auto" gap="xs" wrap="nowrap">
            <Button
              variant="default"
              leftSection={<IconSearch size={16} aria-hidden />}
              rightSection={
                <Text size="xs" c="dimmed" visibleFrom="sm">
                  Ctrl K
                </Text>
              }
              onClick={openSpotlight}
              className={classes.find}
            >
              {t('find')}
            </Button>
            <Tooltip label={t('shortcuts')}>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                visibleFrom="sm"
                onClick={overview.open}
                aria-label={t('shortcuts')}
              >
                <IconKeyboard size={20} aria-hidden />
              </ActionIcon>
            </Tooltip>
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" className={classes.navbar}>
        <Navigation isNarrow={isNarrow && !isPhone} onOpen={menu.close} />
        {!isPhone && <WidthButton isNarrow={isNarrow} onToggle={toggleNarrow} />}
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        {isFramed && (pagesFor(me).length > 0 ? <Outlet /> : <NoPermissionsScreen />)}
      </AppShell.Main>
      <Commands onShortcuts={overview.open} />
      <UndoShortcut />
      <SignedOutDialog />
      <UnsavedFormsGuard />
      <ShortcutOverview isOpen={areShortcutsShown} onOpen={overview.open} onClose={overview.close} />
    </AppShell>
  );
};

/** Collapses the menu to icons, to leave more width for boards and tables. */
const WidthButton = ({ isNarrow, onToggle }: { isNarrow: boolean; onToggle: () => void }) => {
  const { t } = useTranslation('shell');
  const Icon = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const label = isNarrow ? t('widenNavigation') : t('narrowNavigation');
  return (
    <Tooltip label={label} position="right">
      <ActionIcon variant="subtle" color="gray" size="lg" onClick={onToggle} aria-label={label}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
};

/** Follows the change feed and shows whether the page is live. */
const LiveMark = () => {
  const { t } = useTranslation('general');
  const queries = useQueryClient();
  const [isLive, setLive] = useState<boolean>();
  useEffect(() => followChanges(queries, setLive), [queries]);
  if (isLive === undefined) return null;
  return (
    <Tooltip label={isLive ? t('liveHint') : t('notLiveHint')}>
      <Text size="xs" c="dimmed" role="status" className={classes.live} data-live={isLive}>
        {isLive ? t('live') : t('notLive')}
      </Text>
    </Tooltip>
  );
};
