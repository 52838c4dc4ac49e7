import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { IconKeyboard, IconSearch } from '#kit/icons/icons.ts';
import { useShortcuts } from '#portal/keyboard/shortcuts.tsx';
import { useMe } from '#portal/session/me.ts';
import { carriedFilters } from '#portal/tasks/carried-filters.ts';
import { PageShortcut } from './PageShortcut.tsx';
import { pagesFor } from './pages.ts';

/** The command palette (Ctrl K): all pages, and the shortcuts of the current page. */
export const Commands = ({ onShortcuts }: { onShortcuts: () => void }) => {
  const { t } = useTranslation('shell');
  const { t: general } = useTranslation('general');
  const router = useRouter();
  const pages = pagesFor(useMe());
  const onThisPage = useShortcuts().filter(({ scope }) => scope === 'page');

  const actions: SpotlightActionData[] = [
    ...onThisPage.map(({ keys, label, run }) => ({
      id: `page ${keys}`,
      label,
      group: general('onThisPage'),
      onClick: run,
    })),
    ...pages.map(({ name, to, icon: Icon }) => ({
      id: name,
      label: t('goTo', { page: t(name) }),
      group: general('everywhere'),
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () =>
        void router.navigate({ to, search: carriedFilters(to, router.latestLocation) as object }),
    })),
    {
      id: 'shortcuts',
      label: t('shortcuts'),
      group: general('everywhere'),
      leftSection: <IconKeyboard size={18} aria-hidden />,
      onClick: onShortcuts,
    },
  ];
  return (
    <>
      {pages.map(({ name, to, keys }) => (
        <PageShortcut key={name} keys={keys} label={t('goTo', { page: t(name) })} to={to} />
      ))}
      <Spotlight
        actions={groupActions(actions)}
        shortcut="mod + K"
        highlightQuery
        nothingFound={general('nothingFound')}
        searchProps={{
          placeholder: general('search'),
          'aria-label': general('search'),
          leftSection: <IconSearch size={18} aria-hidden />,
        }}
      />
    </>
  );
};

const groupActions = (actions: (SpotlightActionData & { group?: string })[]) =>
  [...Map.groupBy(actions, ({ group }) => group ?? '')].map(([group, inGroup]) => ({
    group,
    actions: inGroup,
  }));
