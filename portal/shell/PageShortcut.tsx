import { useRouter } from '@tanstack/react-router';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { carriedFilters } from '#portal/tasks/carried-filters.ts';

/** A keyboard shortcut to a page. */
export const PageShortcut = ({ keys, label, to }: { keys: string; label: string; to: string }) => {
  const router = useRouter();
  const open = () =>
    void router.navigate({ to, search: carriedFilters(to, router.latestLocation) as object });
  useShortcut({ keys, label, scope: 'everywhere', run: open });
  return null;
};
