import { ActionIcon, AppShell, Burger, Button, Group, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { openSpotlight } from '@mantine/spotlight';
import { IconKeyboard, IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { followChanges } from '#portal/frame/live-updates.ts';
import { UndoShortcut } from '#portal/frame/undo.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { useMe } from '#portal/session/me.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Commands } from './Commands.tsx';
import { Navigation } from './Navigation.tsx';
import { pagesFor } from './pages.ts';
import { NothingAllowedScreen } from './Screens.tsx';
import classes from './Shell.module.css';
import { ShortcutOverview } from './ShortcutOverview.tsx';
import { useShellWords } from './words.ts';

/** What stands around every page: the menu, the way to find things, and whether the page is up to date. */
export const Shell = () => {
  const t = useShellWords();
  const [isMenuOpen, menu] = useDisclosure(false);
  const [areShortcutsShown, overview] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
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
          <LiveMark />
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
        <Navigation onOpen={menu.close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        {pagesFor(useMe()).length > 0 ? <Outlet /> : <NothingAllowedScreen />}
      </AppShell.Main>
      <Commands onShortcuts={overview.open} />
      <UndoShortcut />
      <ShortcutOverview isOpen={areShortcutsShown} onOpen={overview.open} onClose={overview.close} />
    </AppShell>
  );
};

/** Follows the change feed, and says so: what one sees is what is. */
const LiveMark = () => {
  const t = useFrameWords();
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
