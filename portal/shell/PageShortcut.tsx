import { useRouter } from '@tanstack/react-router';
import { carriedFilters } from '#portal/frame/carried-filters.ts';
import { useShortcut } from '#portal/frame/shortcuts.tsx';

/** A keyboard shortcut to a page. */
export const PageShortcut = ({ keys, label, to }: { keys: string; label: string; to: string }) => {
  const router = useRouter();
  const open = () =>
    void router.navigate({ to, search: carriedFilters(to, router.latestLocation) as object });
  useShortcut({ keys, label, scope: 'everywhere', run: open });
  return null;
};
