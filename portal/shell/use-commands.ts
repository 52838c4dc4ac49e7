import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { IconKeyboard } from '#kit/icons/icons.ts';
import { useShortcuts } from '#portal/keyboard/shortcuts.tsx';
import { useMe } from '#portal/session/me.ts';
import { findCarriedFilters } from '#portal/tasks/carried-filters.ts';
import { listPages } from './pages.ts';
import type { SearchOptionGroup } from './SearchOptions.tsx';

export const useCommands = (onShortcuts: () => void): SearchOptionGroup[] => {
  const { t } = useTranslation('shell');
  const { t: tGeneral } = useTranslation('general');
  const router = useRouter();
  const pages = listPages(useMe());
  const pageShortcuts = useShortcuts().filter(({ scope }) => scope === 'page');
  return [
    {
      name: tGeneral('onThisPage'),
      options: pageShortcuts.map(({ keys, label, run }) => ({ id: `shortcut ${keys}`, label, run })),
    },
    {
      name: tGeneral('everywhere'),
      options: [
        ...pages.map(({ name, to, icon }) => ({
          id: `page ${name}`,
          label: t('goTo', { page: t(name) }),
          icon,
          run: () =>
            void router.navigate({ to, search: findCarriedFilters(to, router.latestLocation) as object }),
        })),
        { id: 'shortcuts', label: t('shortcuts'), icon: IconKeyboard, run: onShortcuts },
      ],
    },
  ];
};
