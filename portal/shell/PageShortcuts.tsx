import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { useMe } from '#portal/session/me.ts';
import { findCarriedFilters } from '#portal/tasks/carried-filters.ts';
import { listPages } from './pages.ts';

export const PageShortcuts = () => {
  const { t } = useTranslation('shell');
  return listPages(useMe()).map(({ name, to, keys }) => (
    <PageShortcut key={name} keys={keys} label={t('goTo', { page: t(name) })} to={to} />
  ));
};

const PageShortcut = ({ keys, label, to }: { keys: string; label: string; to: string }) => {
  const router = useRouter();
  const open = () =>
    void router.navigate({ to, search: findCarriedFilters(to, router.latestLocation) as object });
  useShortcut({ keys, label, scope: 'everywhere', run: open });
  return null;
};
