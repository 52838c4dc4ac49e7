import { NavLink, Text, VisuallyHidden } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '#portal/session/me.ts';
import { carriedFilters } from '#portal/tasks/carried-filters.ts';
import classes from './Navigation.module.css';
import { pagesFor } from './pages.ts';

/** The main menu with the pages that the user has permission to open. */
export const Navigation = ({ isNarrow, onOpen }: { isNarrow: boolean; onOpen: () => void }) => {
  const { t } = useTranslation('shell');
  const pages = pagesFor(useMe());
  const location = useLocation();
  const { pathname } = location;
  const isHere = (to: string) => (to === '/' ? pathname === '/' : `${pathname}/`.startsWith(`${to}/`));
  const inGroup = (group: string) => pages.filter((page) => page.group === group);
  const groups = [
    { title: null, pages: inGroup('work') },
    { title: t('organisation'), pages: inGroup('organisation') },
  ];
  return (
    <nav aria-label={t('navigation')} className={classes.navigation}>
      {groups.map(({ title, pages: together }) => (
        <div key={title}>
          {title !== null && together.length > 0 && !isNarrow && (
            <Text size="xs" c="dimmed" className={classes.title}>
              {title}
            </Text>
          )}
          {together.map(({ name, to, icon: Icon }) => (
            <NavLink
              key={name}
              title={isNarrow ? t(name) : undefined}
              component={Link}
              to={to}
              // Search types differ by page; each page ignores what it does not know.
              search={carriedFilters(to, location) as never}
              label={isNarrow ? <VisuallyHidden>{t(name)}</VisuallyHidden> : t(name)}
              leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
              active={isHere(to)}
              aria-current={isHere(to) ? 'page' : undefined}
              onClick={onOpen}
              className={classes.link}
            />
          ))}
        </div>
      ))}
    </nav>
  );
};
