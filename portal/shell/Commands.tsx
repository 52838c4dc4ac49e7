import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconKeyboard, IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { carriedFilters } from '#portal/frame/carried-filters.ts';
import { useShortcuts } from '#portal/frame/shortcuts.tsx';
import { useFrameWords } from '#portal/frame/words.ts';
import { useMe } from '#portal/session/me.ts';
import { PageShortcut } from './PageShortcut.tsx';
import { pagesFor } from './pages.ts';
import { useShellWords } from './words.ts';

/** The command palette (Ctrl K): every page, and whatever the page at hand can do by a shortcut. */
export const Commands = ({ onShortcuts }: { onShortcuts: () => void }) => {
  const t = useShellWords();
  const frame = useFrameWords();
  const router = useRouter();
  const pages = pagesFor(useMe());
  const onThisPage = useShortcuts().filter(({ scope }) => scope === 'page');

  const actions: SpotlightActionData[] = [
    ...onThisPage.map(({ keys, label, run }) => ({
      id: `page ${keys}`,
      label,
      group: frame('onThisPage'),
      onClick: run,
    })),
    ...pages.map(({ name, to, icon: Icon }) => ({
      id: name,
      label: t('goTo', { page: t(name) }),
      group: frame('everywhere'),
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () =>
        void router.navigate({ to, search: carriedFilters(to, router.latestLocation) as object }),
    })),
    {
      id: 'shortcuts',
      label: t('shortcuts'),
      group: frame('everywhere'),
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
        nothingFound={frame('nothingFound')}
        searchProps={{
          placeholder: frame('search'),
          'aria-label': frame('search'),
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
